"""How often each rule is right, asked alone: ``python -m eval.rule_precision --data DIR``.

On a sample of the questions of NarrativeQA valid, Quoref dev, FairytaleQA val, BiPaR valid and, as many again,
of bAbI, every rule of the unfitted book is asked for its strongest proposal, whatever the rules before it
found. Prints, for each rule in the book's order, its group, to how many questions it proposes something, and
in how many per cent of these the proposal is right: its F1 with a reference is one half or more, or it is
bAbI's answer as `eval.babi` judges it. Then where a group is less often right than a later one, by more than
ten points.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path

from eval import babi
from eval.faithfulness import OTHERS, SETS, sample
from symbolic_rc.core.record import Record
from symbolic_rc.metrics.squad import token_f1
from symbolic_rc.readers.symbolic_rules import SymbolicRules
from symbolic_rc.rules.answering import in_form
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.choosing import proposals_of, strongest
from symbolic_rc.rules.rule import GROUPS
from symbolic_rc.story import Story

#: A proposal of this F1 or more is right.
_RIGHT = 0.5
#: More points than this between two groups in the wrong order are reported.
_INVERSION = 10.0


def judged(record: Record) -> list[tuple[str, bool]]:
    """Return, for each question and rule that proposes something, the rule and whether it is right."""
    found = []
    for case in SymbolicRules().cases(Story(record), record.questions):
        references = [text for reference in case.question.references for text in reference]
        for rule in RULES:
            proposals = () if rule.missed(case) else proposals_of(case, rule)
            if proposals and references:
                best = strongest(case, proposals)[0]
                text = in_form(case, best)
                right = max(token_f1(text, reference, True) for reference in references) >= _RIGHT
                found.append((rule.name, right or babi.right(best.texts or (text,), references)))
    return found


def report(held: dict[str, list[bool]]) -> Iterator[str]:
    """Yield a line for each rule, then one for each inversion between groups."""
    yield f"{'rule':<22}{'group':<12}{'proposes':>9}{'right':>9}"
    by_group: dict[str, list[bool]] = defaultdict(list)
    for rule in RULES:
        rows = held.get(rule.name, [])
        by_group[rule.group] += rows
        yield f"{rule.name:<22}{rule.group:<12}{len(rows):>9}" + (f"{_share(rows):>7.1f} %" if rows else "")
    for first, second in combinations([group for group in GROUPS if by_group[group]], 2):
        less = _share(by_group[second]) - _share(by_group[first])
        if less > _INVERSION:
            yield f"inversion: {second} is right {less:.1f} points more often than {first}"


def _share(rows: Sequence[bool]) -> float:
    return 100 * sum(rows) / len(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=400, help="questions of each data set")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    held: dict[str, list[bool]] = defaultdict(list)
    sets = [(*one, options.questions) for one in (*SETS.values(), *OTHERS.values())]
    sets.append(("babi/en.tar.xz", "babi", "", len(sets) * options.questions))
    with ProcessPoolExecutor(options.jobs) as pool:
        for path, format, part, questions in sets:
            records = sample(options.data / path, format, part, questions, options.seed)
            for rows in pool.map(judged, records, chunksize=4):
                for name, right in rows:
                    held[name].append(right)
    for line in report(held):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
