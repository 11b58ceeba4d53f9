"""Answers that must stay, on real data: ``python -m eval.invariance --data DIR [--limit N] [READER ...]``.

Changes stories and questions of NarrativeQA valid, Quoref dev and FairytaleQA val in ways that must not
change an answer (a typing error, another name of the same gender, a clause at the question's other end), and
prints the share of answers that changed, with the number of questions that could be changed so.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from eval.data_changes import CHANGES
from eval.faithfulness import SETS
from symbolic_rc.core.record import Record
from symbolic_rc.readers import Reader, ReaderOptions, load_reader
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of

READERS = ("symbolic", "symbolic:rules")
#: Changes that are no typing errors, which have a mark of their own.
OTHERS = tuple(name for name in CHANGES if name != "a typing error")
#: Questions of a story that are asked, at most.
ASKED = 10


def sampled(records: Sequence[Record], limit: int) -> Iterator[tuple[Record, Record]]:
    """Yield some stories, each with another one, drawn by a seed; with at most `limit` questions."""
    order = list(records)
    random.Random(0).shuffle(order)
    left = limit
    for record, other in pairwise([*order, order[0]]):
        rng = random.Random(f"0/{record.id}")
        asked = tuple(rng.sample(record.questions, min(ASKED, left, len(record.questions))))
        left -= len(asked)
        yield replace(record, questions=asked), other
        if not left:
            return


def changed_shares(
    reader: Reader, pairs: Sequence[tuple[Record, Record]], changes: Sequence[str], show: int = 0
) -> dict[str, tuple[int, int]]:
    """Return for each change how many answers it changed, and of how many questions."""
    found = dict.fromkeys(changes, (0, 0))
    for record, other in pairs:
        story = Story(record)
        before = dict(
            zip((q.id for q in record.questions), reader.answer_all(story, record.questions), strict=True)
        )
        for name in changes:
            made = CHANGES[name](record, other, random.Random(f"{name}/{record.id}"))
            if made is None:
                continue
            told = story if made.record.text == record.text else Story(made.record)
            questions = made.record.questions
            count = 0
            for question, after in zip(questions, reader.answer_all(told, questions), strict=True):
                stays = made.answers_as(before[question.id].texts, after.texts)
                count += not stays
                if show and not stays:
                    was, now = ", ".join(before[question.id].texts), ", ".join(after.texts)
                    sys.stdout.write(f"{name}: {question.text} | {was} [{before[question.id].rule}]")
                    sys.stdout.write(f" | {now} [{after.rule}]\n")
            found[name] = found[name][0] + count, found[name][1] + len(questions)
    return found


def measured(
    readers: Sequence[str],
    data: Path,
    sets: Sequence[str] = tuple(SETS),
    limit: int = 1000,
    changes: Sequence[str] = tuple(CHANGES),
    how: argparse.Namespace | None = None,
) -> dict[str, dict[str, tuple[int, int]]]:
    """Return for each reader and data set what `changed_shares` counts."""
    columns = {}
    for name in sets:
        path, form, part = SETS[name]
        records = [one for one in records_of(data / path, form, part) if one.questions]
        pairs = list(sampled(records, limit))
        for reader in readers:
            made = load_reader(reader, ReaderOptions(format=form, profile=how.profile if how else ""))
            columns[f"{reader}, {name}"] = changed_shares(made, pairs, changes, bool(how and how.show))
    return columns


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the share of answers that each change changed, by data set."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("readers", nargs="*", default=list(READERS))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=1000, help="questions of each data set")
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS))
    parser.add_argument("--changes", nargs="+", choices=list(CHANGES), default=list(CHANGES))
    parser.add_argument("--profile", default="", help="plain: without what is known of the data set")
    parser.add_argument("--show", action="store_true", help="print each answer that changed")
    options = parser.parse_args(arguments)
    columns = measured(options.readers, options.data, options.sets, options.limit, options.changes, options)
    sys.stdout.write(table(columns))


def table(columns: dict[str, dict[str, tuple[int, int]]]) -> str:
    """Return the shares as a table, with the mean of those changes that are no typing errors."""
    lines = ["| answers changed, % (questions) | " + " | ".join(columns) + " |"]
    lines.append("| --- |" + " ---: |" * len(columns))
    names = list(next(iter(columns.values())))
    for name in names:
        cells = [found[name] for found in columns.values()]
        lines.append(f"| {name} | " + " | ".join(f"{share(*cell):.1f} ({cell[1]})" for cell in cells) + " |")
    others = [name for name in names if name in OTHERS]
    if others:
        means = [
            sum(share(*found[name]) for name in others if found[name][1])
            / max(1, sum(1 for name in others if found[name][1]))
            for found in columns.values()
        ]
        lines.append(
            "| mean of the other changes | " + " | ".join(f"**{mean:.1f}**" for mean in means) + " |"
        )
    return "\n".join(lines) + "\n"


def share(count: int, of: int) -> float:
    """Return a share in percent."""
    return 100.0 * count / of if of else 0.0


if __name__ == "__main__":
    main()
