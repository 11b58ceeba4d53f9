"""The hand-written questions on stories of our own: ``python -m eval.engine_suites [FILE ...]``.

Prints each of the 40 answerable and 20 unanswerable questions with the answer, the rule that decided and
whether it is right (token F1 of at least one half) or refused; then the sums. The questions are those of the
example stories, or of the files named: ``tests/rules/plain.jsonl`` holds 40 and 20 more, written to see
whether what helps the first helps others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.engine import Engine
from symbolic_rc.metrics import metrics_for

_RIGHT = 50.0
#: Answers of a lower confidence are not given, where the unanswerable questions are to be refused.
REFUSE_BELOW = 0.2


@dataclass(frozen=True, slots=True)
class Suited:
    """One question of a suite with the engine's answer."""

    suite: str
    question: Question
    answer: Answer
    right: bool


def suites(engine: Engine, source: str = "examples") -> Iterator[Suited]:
    """Answer the questions of both suites in a file of stories."""
    f1 = metrics_for("quoref")[-1]
    for record in read(source, "jsonl"):
        if not isinstance(record, Record):
            continue
        questions = [q for q in record.questions if q.tags.get("suite")]
        for q, answer in zip(questions, engine.answer_all(engine.read(record), questions), strict=True):
            suite = q.tags["suite"]
            wanted = not answer.texts
            if suite == "answerable":
                wanted = f1.score(f1.statistics(answer.texts, q)) >= _RIGHT
            yield Suited(suite, q, answer, wanted)


def main(sources: Sequence[str] = ()) -> None:
    """Print the suites, with every question answered, then the sums with refusing."""
    every, careful = Engine(profile="jsonl"), Engine(profile="jsonl", refuse_below=REFUSE_BELOW)
    found = [one for source in sources or ["examples"] for one in suites(every, source)]
    for one in found:
        answer = ", ".join(one.answer.texts) or "(refused)"
        mark = "+" if one.right else "-"
        sys.stdout.write(f"{mark} {one.suite[:12]:<12} {one.question.text} {answer} [{one.answer.rule}]\n")
    refusing = [one for source in sources or ["examples"] for one in suites(careful, source)]
    for told, answered in (("every question answered", found), (f"refusing below {REFUSE_BELOW}", refusing)):
        for suite in ("answerable", "unanswerable"):
            own = [one.right for one in answered if one.suite == suite]
            sys.stdout.write(f"{told}: {suite}: {sum(own)} of {len(own)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
