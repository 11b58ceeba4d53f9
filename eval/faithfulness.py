"""Whether rules and their proofs are why answers are given: ``python -m eval.faithfulness --data DIR``.

On a sample of the questions of NarrativeQA valid, Quoref dev and FairytaleQA val, for `symbolic` and
`symbolic:rules`, in per cent. Of the answers:

- rules alone: a rule decided, and the ranker was not run;
- facts removed: another answer is given without all rules over facts (also on BiPaR);
- empty graph: another answer is given by a story without its graph, that is, without facts;
- reversed: another answer is given when the rules are tried in the reverse order.

Of the answers with a proof, which are those that the ranker did not give:

- replayed: the rule that decided gives the same answer from what the proof cites, and nothing else;
- sufficient: the answer stays when only the cited sentences are read as the story;
- comprehensive: it changes when these sentences are taken out of the story. Both after ERASER (DeYoung et
  al. 2020, section 4), of answers instead of probabilities, and both read the text again.

Of the answers that a rule over facts gave:

- causal: without this rule the answer changes, or another rule over facts proves the same. That the ranker,
  or a rule over words, would give the same answer does not count.

Then the last four of each rule, and the data set's main metric with what it loses without frames,
coreference, or the graph with its facts. The weights of `symbolic` have learned from these data sets: its
metric is no measure of quality here.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np

from symbolic_rc.core.excerpt import join_parts
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.core.trace import Evidence
from symbolic_rc.engine import Engine
from symbolic_rc.question.parsed import within
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.rulebook import Rulebook
from symbolic_rc.story import Story
from symbolic_rc.story.story import LAYERS
from symbolic_rc.train.rules import main_metric
from symbolic_rc.train.shared import records_of

#: Each data set: its file, its format, and the part of it, where the file holds several.
SETS = {
    "narrativeqa": ("narrativeqa/valid.json", "narrativeqa", ""),
    "quoref": ("quoref/quoref-dev-v0.1.json", "quoref", ""),
    "fairytaleqa": ("fairytaleqa/fairytaleqa.tar.xz", "fairytaleqa", "val"),
}
#: Sets of which nothing was learned, on which fewer things are measured.
OTHERS = {"bipar": ("bipar/Monolingual_EN_valid.json", "squad", "")}
READERS = ("symbolic", "symbolic:rules")
CHECKS = ("replayed", "sufficient", "comprehensive", "causal")
#: Groups of rules whose proposals rest on facts.
_OVER_FACTS = ("stated", "inferred", "state", "comparison", "loose")


@dataclass(slots=True)
class Measured:
    """What was found of some stories.

    Attributes
    ----------
    format : str
    counts : dict of str to int
        How many questions, answers, and answers of which something is so (see the module).
    passed : dict of str to list of dict of str to bool
        By rule, for each of its answers with a proof, which checks it passed.
    whole : list of ndarray
        The main metric's statistics of each question.
    without : dict of str to list of ndarray
        The same without a layer.
    """

    format: str
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    passed: dict[str, list[dict[str, bool]]] = field(default_factory=lambda: defaultdict(list))
    whole: list[np.ndarray] = field(default_factory=list)
    without: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: Measured) -> None:
        """Add what was found of further stories."""
        for name, count in other.counts.items():
            self.counts[name] += count
        for rule, rows in other.passed.items():
            self.passed[rule] += rows
        self.whole += other.whole
        for layer, statistics in other.without.items():
            self.without[layer] += statistics

    def figures(self) -> dict[str, float]:
        """Return the shares by name, in per cent, and the numbers of questions and of proofs."""
        answers, rows = max(1, self.counts["answers"]), [row for rows in self.passed.values() for row in rows]
        shares = {
            name: 100 * self.counts[name] / answers
            for name in ("rules alone", "facts removed", "empty graph", "reversed")
        }
        for check in CHECKS:
            held = [row[check] for row in rows if check in row]
            shares[check] = 100 * sum(held) / max(1, len(held))
        return {"questions": self.counts["questions"], "proofs": len(rows), **shares}


def rests_on_facts(rule: Rule) -> bool:
    """Whether a rule proposes what facts prove."""
    return rule.group in _OVER_FACTS


def engine_of(reader: str, profile: str = "") -> Engine:
    """Return the engine of a reader."""
    return Engine(weights=None) if reader == "symbolic:rules" else Engine(profile=profile)


def with_rules(engine: Engine, rules: Sequence[Rule]) -> Engine:
    """Return an engine like another, with other rules."""
    found = copy.copy(engine)
    found.rules = Rulebook(rules)
    return found


def sample(path: Path, format: str, part: str, questions: int, seed: int) -> list[Record]:
    """Return random stories with this number of questions in all."""
    records = list(records_of(path, format, part))
    random.Random(seed).shuffle(records)
    chosen, left = [], questions
    for record in records:
        if left <= 0:
            break
        free = [within(one, ()) for one in record.questions if not one.is_choice][:left]
        chosen.append(Record(record.id, record.text, tuple(free), record.title, record.tokenised))
        left -= len(free)
    return chosen


def settled(engine: Engine, case: Case) -> Answer:
    """Return the answer of a case under an engine's rules, as if no rule had been asked before."""
    return next(iter(engine.answer_cases([replace(case)])))


def removed(record: Record, format: str, engine: Engine) -> Measured:
    """Answer the questions of a story with all rules, and without all that rest on facts."""
    found, without = Measured(format), _without_facts(engine)
    for case in engine.cases(Story(record), record.questions):
        answer = settled(engine, case)
        found.counts["questions"] += 1
        found.counts["answers"] += bool(answer.texts)
        found.counts["facts removed"] += _changed(answer, settled(without, case))
    return found


def _without_facts(engine: Engine) -> Engine:
    return with_rules(engine, [rule for rule in engine.rules if not rests_on_facts(rule)])


def _changed(answer: Answer, other: Answer) -> bool:
    return bool(answer.texts) and other.text != answer.text


def measure(record: Record, format: str, engine: Engine) -> Measured:
    """Answer the questions of a story in every way that is compared."""
    found, metric = Measured(format), main_metric(format)
    story, rules = Story(record), list(engine.rules)
    without_facts, reverse = _without_facts(engine), with_rules(engine, rules[::-1])
    cases, answers = list(engine.cases(story, record.questions)), []
    for case, question in zip(cases, record.questions, strict=True):
        case = replace(case)
        answer = next(iter(engine.answer_cases([case])))
        answers.append(answer)
        found.counts["questions"] += 1
        found.counts["answers"] += bool(answer.texts)
        found.counts["rules alone"] += bool(answer.texts) and "ranking" not in case.memo
        found.counts["facts removed"] += _changed(answer, settled(without_facts, case))
        found.counts["reversed"] += _changed(answer, settled(reverse, case))
        found.whole.append(metric.statistics(answer.texts, question))
        if answer.texts and answer.trace is not None and answer.trace.evidence:
            found.passed[answer.rule].append(checks(engine, record, case, answer))
    for layer in LAYERS:
        others = engine.answer_all(story.without(layer), record.questions)
        rows = zip(answers, others, record.questions, strict=True)
        for answer, other, question in rows:
            found.without[layer].append(metric.statistics(other.texts, question))
            found.counts["empty graph"] += layer == "graph" and _changed(answer, other)
    return found


def checks(engine: Engine, record: Record, case: Case, answer: Answer) -> dict[str, bool]:
    """Return which checks an answer with a proof passes; `causal` is for rules over facts alone."""
    trace = answer.trace
    assert trace is not None
    ranges = sentences_of(trace.evidence)
    found = {
        "replayed": trace.replays,
        "sufficient": same(engine, record, case.question, ranges, answer),
        "comprehensive": not same(engine, record, case.question, rest(ranges, len(record.text)), answer),
    }
    if rests_on_facts(engine.rules[answer.rule]):
        found["causal"] = is_causal(engine, case, answer)
    return found


def is_causal(engine: Engine, case: Case, answer: Answer) -> bool:
    """Whether an answer changes without the rule that gave it, or another rule over facts then proves it."""
    other = settled(with_rules(engine, [rule for rule in engine.rules if rule.name != answer.rule]), case)
    proved = other.rule in engine.rules and rests_on_facts(engine.rules[other.rule])
    return proved or other.text != answer.text


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
    engine: Engine, record: Record, question: Question, ranges: Sequence[tuple[int, int]], answer: Answer
) -> bool:
    """Whether the answer is the same when only some places of the text are read."""
    part = join_parts(record, ranges, " ").record
    if not part.text.strip():
        return False
    (other,) = engine.answer_all(Story(part), [question])
    return other.text.lower() == answer.text.lower()


def report(reader: str, name: str, found: Measured) -> Iterator[str]:
    """Yield what was found of a data set, a line each; the first is what `eval.figures` keeps."""
    figures = found.figures()
    if not found.whole:
        figures = {key: figures[key] for key in ("questions", "facts removed")}
    yield f"{reader} on {name}: " + ", ".join(
        f"{key} {value:.1f}" if isinstance(value, float) else f"{key} {value}"
        for key, value in figures.items()
    )
    if not found.whole:
        return
    yield f"  {'':<22}{'proofs':>9}" + "".join(f"{check:>15}" for check in CHECKS)
    for rule in sorted(found.passed, key=lambda rule: -len(found.passed[rule])):
        yield _shares(rule, found.passed[rule])
    metric = main_metric(found.format)
    whole = metric.score(np.array(found.whole))
    lost = [
        f"without {layer} {metric.score(np.array(rows)) - whole:+.2f}"
        for layer, rows in found.without.items()
    ]
    yield f"  {metric.name} {whole:.2f}; {', '.join(lost)}"


def _shares(name: str, rows: Sequence[dict[str, bool]]) -> str:
    held = [[row[check] for row in rows if check in row] for check in CHECKS]
    shares = [f"{100 * sum(one) / len(one):.1f} %" if one else "" for one in held]
    return f"  {name:<22}{len(rows):>9}" + "".join(f"{share:>15}" for share in shares)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures and the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--readers", nargs="+", default=READERS, choices=READERS)
    parser.add_argument("--sets", nargs="+", default=[*SETS, *OTHERS], choices=[*SETS, *OTHERS])
    parser.add_argument("--questions", type=int, default=150, help="questions of each data set")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.sets:
            path, format, part = (SETS | OTHERS)[name]
            records = sample(options.data / path, format, part, options.questions, options.seed)
            for reader in options.readers:
                engine = engine_of(reader, format if name in SETS else "")
                way = measure if name in SETS else removed
                found = Measured(format)
                for one in pool.map(partial(way, format=format, engine=engine), records):
                    found.add(one)
                for line in report(reader, name, found):
                    sys.stdout.write(f"{line}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
