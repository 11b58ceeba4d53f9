"""How often each rule is right, asked alone: ``python -m eval.rule_precision --data DIR``.

On a sample of the questions of NarrativeQA valid, Quoref dev, FairytaleQA val, BiPaR valid and, as many
again, of bAbI, every rule of the unfitted book is asked for its strongest proposal, whatever the rules
before it found. Prints, for each rule in the book's order, its group, on how many questions it proposes
something, and in how many per cent of these the proposal is right: its F1 with a reference is one half or
more, or it is bAbI's answer as `eval.babi` judges it. Then the inversions: pairs of rules of which, where
both propose, the later is right more often by more than ten points.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from eval import babi
from eval.faithfulness import OTHERS, SETS, sample
from symbolic_rc.core.record import Record
from symbolic_rc.engine import Engine
from symbolic_rc.metrics.squad import token_f1
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

#: A proposal of this F1 or more is right.
_RIGHT = 0.5
#: An inversion is more points than this, on at least so many questions.
_INVERSION, _SHARED = 10.0, 20

#: The rules, each of which decides whatever it proposes.
_ALONE = [replace(rule, threshold=0.0) for rule in RULES]

#: For a question, whether the strongest proposal of each rule that proposes something is right.
Judged = dict[str, bool]


def judge(record: Record) -> list[Judged]:
    """Return which rules are right on each question of a story."""
    found = []
    for case in Engine(weights=None).cases(Story(record), record.questions):
        references = [text for reference in case.question.references for text in reference]
        judged: Judged = {}
        for rule in _ALONE if references else ():
            decision = decide(case, [rule])
            if decision.proposal is not None:
                texts = decision.proposal.texts or (decision.text,)
                overlap = max(token_f1(decision.text, reference, True) for reference in references)
                judged[rule.name] = overlap >= _RIGHT or babi.right(texts, references)
        found.append(judged)
    return found


def report(judged: Sequence[Judged]) -> Iterator[str]:
    """Yield a line for each rule, then one for each inversion."""
    yield f"{'rule':<22}{'group':<12}{'proposes':>9}{'right':>9}"
    for rule in RULES:
        rows = [one[rule.name] for one in judged if rule.name in one]
        yield f"{rule.name:<22}{rule.group:<12}{len(rows):>9}" + (f"{_share(rows):>7.1f} %" if rows else "")
    for first, second in combinations([rule.name for rule in RULES], 2):
        both = [one for one in judged if first in one and second in one]
        if len(both) >= _SHARED:
            earlier, later = (_share([one[name] for one in both]) for name in (first, second))
            if later - earlier > _INVERSION:
                yield f"inversion: {first} {earlier:.1f} %, {second} {later:.1f} % of {len(both)} questions"


def _share(rows: Sequence[bool]) -> float:
    return 100 * sum(rows) / len(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=250, help="questions of each data set")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    judged: list[Judged] = []
    sets = [(*one, options.questions) for one in (*SETS.values(), *OTHERS.values())]
    sets.append(("babi/en.tar.xz", "babi", "", len(sets) * options.questions))
    with ProcessPoolExecutor(options.jobs) as pool:
        for path, format, part, questions in sets:
            records = sample(options.data / path, format, part, questions, options.seed)
            for found in pool.map(judge, records, chunksize=4):
                judged += found
    for line in report(judged):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
