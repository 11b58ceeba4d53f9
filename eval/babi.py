"""bAbI's twenty tasks by the general rules: ``python -m eval.babi --data DIR [--reader R]``.

Prints for each task the share of questions answered right, of the files for training and of those for
testing, and the rule that decided most of them. Nothing is learned from either; rules were written with the
training files alone. ``symbolic:rules`` answers by rules over the facts of a story, the same for any story.

An answer is right when it is the file's, all of it where it is a list, in any order (Weston et al. 2016);
articles and the plural do not count ("the wolves" for ``wolf``), and a way is written with initials there
(``s,e``), whose order counts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from symbolic_rc.core.record import Answer, Record
from symbolic_rc.engine import Engine
from symbolic_rc.graph.facts.reading.phrases import key_of
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of

TASKS = tuple(range(1, 21))
PARTS = ("train", "test")
READERS = ("symbolic:rules", "symbolic")
_DIRECTIONS = {"n": "north", "s": "south", "e": "east", "w": "west"}


def right(answers: Sequence[str], references: Sequence[str]) -> bool:
    """Return whether the answers are the references, in any order unless they are a way.

    Examples
    --------
    >>> right(["the Milk", "the apple"], ["apple", "milk"]), right(["east", "south"], ["s", "e"])
    (True, False)
    """
    if all(text in _DIRECTIONS for text in references):
        return [text.lower() for text in answers] == [_DIRECTIONS[text] for text in references]
    return sorted(key_of(text.split()) for text in answers) == sorted(
        key_of(text.split()) for text in references
    )


def answering(reader: str) -> Callable[[Record], Answer]:
    """Return what answers a record's one question."""
    if reader == "symbolic":
        engine = Engine()
        engine.profile = "babi"
        return lambda record: engine.answer(engine.read(record), record.questions[0])
    rules = Engine(weights=None)
    return lambda record: rules.answer_all(Story(record), record.questions)[0]


def shares(answer: Callable[[Record], Answer], records: Sequence[Record]) -> tuple[float, str, float]:
    """Return the percentage answered right, and the rule that decides most with its percentage."""
    good, rules = 0, Counter[str]()
    for record in records:
        found = answer(record)
        texts = found.texts
        good += right(texts, record.questions[0].references[0])
        rules[found.rule] += 1
    rule, count = rules.most_common(1)[0] if rules else ("", 0)
    most = 100.0 / max(1, len(records))
    return good * most, rule, count * most


def tasks(folder: Path, most: int | None) -> dict[tuple[int, str], list[Record]]:
    """Return at most `most` questions per file, each a record with its story, by task and part."""
    found: dict[tuple[int, str], list[Record]] = {}
    for record in records_of(folder, "babi", ""):
        part = record.id.partition(".")[0].rpartition("_")[2]
        own = found.setdefault((int(record.questions[0].tags.get("task", 0)), part), [])
        if most is None or len(own) < most:
            own.append(record)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, help="questions of each file; all by default")
    parser.add_argument("--part", choices=PARTS, help="one of them only")
    parser.add_argument("--reader", choices=READERS, default=READERS[0])
    options = parser.parse_args(arguments)
    answer, known = answering(options.reader), tasks(options.data / "babi", options.limit)
    sys.stdout.write(f"{'task':<6}{'part':<8}{'questions':>9}{'right %':>9}  decided most often by (%)\n")
    for part in [options.part] if options.part else PARTS:
        means = []
        for task in TASKS:
            records = known[task, part]
            share, rule, by_rule = shares(answer, records)
            means.append(share)
            sys.stdout.write(f"{task:<6}{part:<8}{len(records):>9}{share:>9.1f}  {rule} ({by_rule:.0f})\n")
            sys.stdout.flush()
        sys.stdout.write(f"{'mean':<6}{part:<8}{'':>9}{sum(means) / len(means):>9.1f}\n")


if __name__ == "__main__":
    main()
