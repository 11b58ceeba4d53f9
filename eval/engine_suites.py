"""The hand-written questions on stories of our own: ``python -m eval.engine_suites [FILE ...]``.

Prints each answerable and unanswerable question with the answer, the rule that decided and whether it is
right (token F1 of at least one half; ``+`` if to the letter) or refused; then the sums, also by the kind of
question. The questions are those of the example stories, or of the files named.
``tests/rules/plain.jsonl`` was written to see whether what helps the first helps others;
``tests/rules/third.jsonl``, thirty short texts of ten kinds, before any rule was changed with it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.core.record import Answer, Question
from symbolic_rc.engine import Engine
from symbolic_rc.metrics import metrics_for
from symbolic_rc.train.shared import records_of

_RIGHT = 50.0
#: Answers of a lower confidence are not given, where the unanswerable questions are to be refused.
REFUSE_BELOW = 0.2


@dataclass(frozen=True, slots=True)
class Suited:
    """One question of a suite with the engine's answer, whether it is right, and whether to the letter."""

    suite: str
    question: Question
    answer: Answer
    right: bool
    exact: bool


def suites(engine: Engine, source: str = "examples") -> Iterator[Suited]:
    """Answer the questions of both suites in a file of stories."""
    exact, f1 = metrics_for("quoref")
    for record in records_of(source, "jsonl", ""):
        questions = [q for q in record.questions if q.tags.get("suite")]
        for q, answer in zip(questions, engine.answer_all(engine.read(record), questions), strict=True):
            suite = q.tags["suite"]
            wanted = same = not answer.texts
            if suite == "answerable":
                wanted = f1.score(f1.statistics(answer.texts, q)) >= _RIGHT
                same = exact.score(exact.statistics(answer.texts, q)) == 100.0
            yield Suited(suite, q, answer, wanted, same)


def _print_sums(told: str, answered: Sequence[Suited], group: Callable[[Suited], str]) -> None:
    """Print how many answers of each suite and group are right, and how many are right to the letter."""
    for suite in ("answerable", "unanswerable"):
        groups: dict[str, list[Suited]] = {}
        for one in answered:
            if one.suite == suite:
                groups.setdefault(group(one), []).append(one)
        for name, own in groups.items():
            right, exact = sum(one.right for one in own), sum(one.exact for one in own)
            letter = f", {exact} to the letter" if suite == "answerable" else ""
            sys.stdout.write(f"{told}: {suite}: {name}{right} of {len(own)}{letter}\n")


def _kind(one: Suited) -> str:
    return one.question.tags.get("kind", "") + " "


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the suites, with every question answered, then the sums with refusing."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sources", nargs="*", default=["examples"])
    parser.add_argument("--reader", choices=("symbolic", "symbolic:rules"), default="symbolic")
    parser.add_argument("--profile", default="jsonl", help="plain: as texts of one's own are read")
    options = parser.parse_args(arguments)
    weights = "" if options.reader == "symbolic" else None
    every = Engine(weights=weights, profile=options.profile)
    found = [one for source in options.sources for one in suites(every, source)]
    for one in found:
        answer = ", ".join(one.answer.texts) or "(refused)"
        mark = "+" if one.exact else "~" if one.right else "-"
        sys.stdout.write(f"{mark} {one.suite[:12]:<12} {one.question.text} {answer} [{one.answer.rule}]\n")
    _print_sums("by kind", found, _kind)
    _print_sums("every question answered", found, lambda one: "")
    if options.reader == "symbolic":
        careful = Engine(profile=options.profile, refuse_below=REFUSE_BELOW)
        refusing = [one for source in options.sources for one in suites(careful, source)]
        _print_sums(f"refusing below {REFUSE_BELOW}", refusing, lambda one: "")


if __name__ == "__main__":
    main()
