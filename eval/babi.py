"""The engine on bAbI's tasks of simple worlds: ``python -m eval.babi --data DIR``.

Prints for each of the twenty tasks the share of questions answered right, of the files for training and of
those for testing. Nothing is learned from either. The rule `world-state` is a small grammar of the sentences
that bAbI's generator writes, with a table of states: it was written from the training files alone, and its
figures say that the grammar covers them, not that stories are understood. An answer is right when it is the
file's, all of it where it is a list, in any order (Weston et al. 2016).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.engine import Engine

#: All twenty: those about a story's state, which `world-state` reads, and the others.
TASKS = tuple(range(1, 21))
PARTS = ("train", "test")


def right(answers: Sequence[str], references: Sequence[str]) -> bool:
    """Tell whether the answers are the references, in any order and whatever their case."""
    return sorted(text.lower() for text in answers) == sorted(text.lower() for text in references)


def shares(engine: Engine, records: Sequence[Record]) -> tuple[float, float]:
    """Return the percentage of records whose question is answered right, and that `world-state` decides."""
    good = by_world = 0
    for record in records:
        question = record.questions[0]
        answer = engine.answer(engine.read(record), question)
        good += right(answer.texts, question.references[0])
        by_world += answer.rule == "world-state"
    return 100.0 * good / max(1, len(records)), 100.0 * by_world / max(1, len(records))


def tasks(folder: Path, most: int | None) -> dict[tuple[int, str], list[Record]]:
    """Return at most so many questions, each a record with its story, by task and part."""
    found: dict[tuple[int, str], list[Record]] = {}
    for record in read(folder, "babi"):
        if isinstance(record, Record):
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
    options = parser.parse_args(arguments)
    engine, known = Engine(profile="babi"), tasks(options.data / "babi", options.limit)
    sys.stdout.write(f"{'task':<6}{'part':<8}{'questions':>9}{'right %':>9}{'world-state %':>15}\n")
    for part in [options.part] if options.part else PARTS:
        means = []
        for task in TASKS:
            records = known[task, part]
            share, by_world = shares(engine, records)
            means.append(share)
            sys.stdout.write(f"{task:<6}{part:<8}{len(records):>9}{share:>9.1f}{by_world:>15.1f}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{'mean':<6}{part:<8}{'':>9}{sum(means) / len(means):>9.1f}\n")


if __name__ == "__main__":
    main()
