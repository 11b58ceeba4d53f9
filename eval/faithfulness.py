"""Whether proofs are why answers are given: ``python -m eval.faithfulness --data DIR``.

On a sample of stories of NarrativeQA valid, Quoref dev and FairytaleQA val, for answers that carry proofs:

- replayed: the rule that decided gives the same answer from what the proof cites, and nothing else;
- sufficient: the answer stays when only the cited sentences are read as the story;
- comprehensive: it changes when these sentences are taken out of the story. Both after ERASER (DeYoung et al.
  2020, section 4), of answers instead of probabilities, and both read the text anew;
- causal: it changes when the rule that is named as its reason is switched off;
- reversed: it changes when the rules are tried in the reverse order.

Then the same of each rule's proofs, and the data set's main metric with what it loses without frames,
coreference, or the graph with its facts.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from symbolic_rc.batch.training.ablation import main_metric
from symbolic_rc.core.answer import Answer
from symbolic_rc.core.excerpt import join_parts
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.trace import Evidence
from symbolic_rc.datasets import read
from symbolic_rc.question.parsed import within
from symbolic_rc.readers import Reader
from symbolic_rc.story import Story
from symbolic_rc.story.variant import LAYERS

#: Each data set: its file, its format, and the part of it, where the file holds several.
SETS = {
    "narrativeqa": ("narrativeqa/valid.json", "narrativeqa", ""),
    "quoref": ("quoref/quoref-dev-v0.1.json", "quoref", ""),
    "fairytaleqa": ("fairytaleqa/fairytaleqa.tar.xz", "fairytaleqa", "val"),
}
CHECKS = ("replayed", "sufficient", "comprehensive", "causal", "reversed")

#: Makes a reader, with one rule switched off, or with the rules in reverse.
Make = Callable[[str, bool], Reader]


@dataclass(slots=True)
class Measured:
    """What was found of one data set.

    Attributes
    ----------
    format : str
    passed : dict of str to list of dict of str to bool
        By rule, for each of its answers with a proof, which checks it passed.
    whole : list of ndarray
        The main metric's statistics of each question.
    without : dict of str to list of ndarray
        The same without a layer.
    """

    format: str
    passed: dict[str, list[dict[str, bool]]] = field(default_factory=lambda: defaultdict(list))
    whole: list[np.ndarray] = field(default_factory=list)
    without: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))


def maker(name: str, format: str) -> Make:
    """Return what makes the readers that are compared."""

    def rules(off: str = "", reverse: bool = False) -> Reader:
        from symbolic_rc.readers.symbolic_rules import SymbolicRules
        from symbolic_rc.rules.book import RULES

        chosen = [rule for rule in RULES if rule.name != off]
        return SymbolicRules(rules=chosen[::-1] if reverse else chosen)

    def engine(off: str = "", reverse: bool = False) -> Reader:
        from symbolic_rc.engine import Engine

        made = Engine()
        made.profile = format
        if off in made.rules:
            made.rules.disable(off)
        for rule in made.rules.names[-2::-1] if reverse else ():
            made.rules.move(rule)
        return made

    return {"symbolic:rules": rules, "symbolic": engine}[name]


def sample(path: Path, format: str, part: str, questions: int, seed: int) -> list[Record]:
    """Return stories by chance, until they have so many questions; the last loses what is too many."""
    records = [
        found
        for found in read(path, format)
        if isinstance(found, Record) and (not part or found.tags.get("part") == part)
    ]
    random.Random(seed).shuffle(records)
    chosen, left = [], questions
    for record in records:
        if left <= 0:
            break
        free = [within(one, ()) for one in record.questions if not one.is_choice][:left]
        chosen.append(Record(record.id, record.text, tuple(free), record.title, record.tokenised))
        left -= len(free)
    return chosen


def measure(records: Sequence[Record], format: str, make: Make) -> Measured:
    """Answer the questions of some stories in every way that is compared."""
    found, metric = Measured(format), main_metric(format)
    plain, reverse = make("", False), make("", True)
    without: dict[str, Reader] = {}
    for record in records:
        story, questions = Story(record), record.questions
        answers = plain.answer_all(story, questions)
        found.whole += [metric.statistics(a.texts, q) for a, q in zip(answers, questions, strict=True)]
        for layer in LAYERS:
            others = plain.answer_all(story.without(layer), questions)
            rows = [metric.statistics(a.texts, q) for a, q in zip(others, questions, strict=True)]
            found.without[layer] += rows
        turned = reverse.answer_all(story, questions)
        for question, answer, other in zip(questions, answers, turned, strict=True):
            if not answer.texts or answer.trace is None or not answer.trace.evidence:
                continue
            named = answer.rule
            if named not in without:
                without[named] = make(named, False)
            ranges = sentences_of(answer.trace.evidence)
            checks = {
                "replayed": answer.trace.replays,
                "sufficient": same(plain, record, question, ranges, answer),
                "comprehensive": not same(plain, record, question, rest(ranges, len(record.text)), answer),
                "causal": without[named].answer_all(story, [question])[0].text != answer.text,
                "reversed": other.text != answer.text,
            }
            found.passed[named].append(checks)
    return found


def sentences_of(evidence: Sequence[Evidence]) -> list[tuple[int, int]]:
    """Return the places of the sentences that are cited, in order."""
    return sorted({(one.start, one.end) for one in evidence if one.kind == "sentence"})


def rest(ranges: Sequence[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """Return the places between some places.

    Examples
    --------
    >>> rest([(2, 5), (7, 9)], 9)
    [(0, 2), (5, 7)]
    """
    starts = [0, *(end for _, end in ranges)]
    ends = [*(start for start, _ in ranges), length]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def same(
    reader: Reader, record: Record, question: Question, ranges: Sequence[tuple[int, int]], answer: Answer
) -> bool:
    """Whether the answer is the same when only some places of the text are read."""
    part = join_parts(record, ranges, " ").record
    if not part.text.strip():
        return False
    (other,) = reader.answer_all(Story(part), [question])
    return other.text.lower() == answer.text.lower()


def report(name: str, found: Measured) -> Iterator[str]:
    """Yield what was found of a data set, a line each."""
    metric = main_metric(found.format)
    whole = metric.score(np.array(found.whole))
    rows = [row for rows in found.passed.values() for row in rows]
    yield f"{name}: {len(found.whole)} questions, {len(rows)} answers with a proof"
    yield f"  {'':<22}{'answers':>9}" + "".join(f"{check:>15}" for check in CHECKS)
    yield _shares("all", rows)
    for rule in sorted(found.passed, key=lambda rule: -len(found.passed[rule])):
        yield _shares(rule, found.passed[rule])
    lost = [
        f"without {layer} {metric.score(np.array(rows)) - whole:+.2f}"
        for layer, rows in found.without.items()
    ]
    yield f"  {metric.name} {whole:.2f}; {', '.join(lost)}"


def _shares(name: str, rows: Sequence[dict[str, bool]]) -> str:
    shares = [100 * sum(row[check] for row in rows) / max(1, len(rows)) for check in CHECKS]
    return f"  {name:<22}{len(rows):>9}" + "".join(f"{share:>13.1f} %" for share in shares)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--reader", default="symbolic:rules", choices=("symbolic:rules", "symbolic"))
    parser.add_argument("--limit", type=int, default=400, help="questions of a data set")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=list(SETS))
    options = parser.parse_args(arguments)
    for name in options.sets:
        path, format, part = SETS[name]
        records = sample(options.data / path, format, part, options.limit, options.seed)
        for line in report(name, measure(records, format, maker(options.reader, format))):
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
