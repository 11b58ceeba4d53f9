"""Pairs of questions whose answers differ: ``python -m eval.contrast --data DIR [READER ...]``.

``contrast_pairs.jsonl`` holds questions of our own, each beside one of Quoref dev or NarrativeQA valid which
it changes in a word or a role, so that another answer is right (Gardner et al. 2020, "Evaluating Models'
Local Decision Boundaries via Contrast Sets"). The stories and the first questions stay in the data; what is
kept here are ids, the changed questions, and short answers.

Prints exact match and token F1 of both sides, and consistency: the share of pairs of which both are right, by
a token F1 of at least one half. The weights that are shipped learned from the first questions, not from ours:
``symbolic:rules`` learned from neither, and ``--weights`` takes others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from eval.faithfulness import SETS
from symbolic_rc.core.record import Question, Record
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import Reader, ReaderOptions, load_reader
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of

PAIRS = Path(__file__).with_name("contrast_pairs.jsonl")
READERS = ("symbolic", "symbolic:rules")
_RIGHT = 50.0


@dataclass(frozen=True, slots=True)
class Pair:
    """A question of a data set and ours beside it."""

    first: Question
    other: Question


@dataclass(frozen=True, slots=True)
class Scores:
    """Means in percent over pairs."""

    count: int
    first_exact: float
    first_f1: float
    other_exact: float
    other_f1: float
    consistent: float


def pairs_of(name: str, data: Path) -> Iterator[tuple[Record, list[Pair]]]:
    """Yield the stories of one data set that pairs are kept for, with these."""
    kept: dict[str, list[dict[str, object]]] = {}
    for line in PAIRS.read_text("utf-8").splitlines():
        entry = json.loads(line)
        if entry["set"] == name:
            kept.setdefault(entry["story"], []).append(entry)
    path, form, _ = SETS[name]
    for record in records_of(data / path, form, ""):
        if record.id in kept:
            asked = {question.id: question for question in record.questions}
            yield record, [_pair(asked[str(entry["question"])], entry) for entry in kept[record.id]]


def _pair(first: Question, entry: dict[str, object]) -> Pair:
    answers = entry["answers"]
    assert isinstance(answers, list)
    references = tuple(tuple(map(str, one)) for one in answers)
    other = replace(
        first, id=f"{first.id}.contrast", text=str(entry["text"]), references=references, spans=(), tags={}
    )
    return Pair(first, other)


def measured(reader: Reader, stories: Sequence[tuple[Record, list[Pair]]], show: bool = False) -> Scores:
    """Let a reader answer both sides of every pair."""
    exact, f1 = metrics_for("quoref")
    rows = []
    for record, pairs in stories:
        asked = [question for pair in pairs for question in (pair.first, pair.other)]
        answers = reader.answer_all(Story(record), asked)
        found = []
        for question, answer in zip(asked, answers, strict=True):
            scores = [metric.score(metric.statistics(answer.texts, question)) for metric in (exact, f1)]
            found.append(scores)
            if show:
                mark = "+" if scores[1] >= _RIGHT else "-"
                told = ", ".join(answer.texts)
                right = " | ".join("; ".join(one) for one in question.references)
                sys.stdout.write(f"{mark} {question.text} {told} [{answer.rule}] {right}\n")
        rows += [(*found[i], *found[i + 1]) for i in range(0, len(found), 2)]
    count = len(rows)
    means = [sum(row[i] for row in rows) / count for i in range(4)]
    both = sum(row[1] >= _RIGHT and row[3] >= _RIGHT for row in rows)
    return Scores(count, *means, 100.0 * both / count)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("readers", nargs="*", default=list(READERS))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", default=["quoref", "narrativeqa"])
    parser.add_argument("--profile", default="", help="plain: without what is known of the data set")
    parser.add_argument("--weights", default="")
    parser.add_argument("--show", action="store_true", help="print every question with its answer")
    options = parser.parse_args(arguments)
    how = options.profile, options.weights, options.show
    sys.stdout.write(table(options.readers, options.data, options.sets, *how))


def table(
    readers: Sequence[str],
    data: Path,
    sets: Sequence[str] = ("quoref", "narrativeqa"),
    profile: str = "",
    weights: str = "",
    show: bool = False,
) -> str:
    """Return the table."""
    lines = ["| reader, data | pairs | first: EM, F1 | other: EM, F1 | both right |"]
    lines.append("| --- | ---: | ---: | ---: | ---: |")
    for name in sets:
        stories = list(pairs_of(name, data))
        for reader in readers:
            how = ReaderOptions(format=SETS[name][1], profile=profile, weights=weights)
            one = measured(load_reader(reader, how), stories, show)
            lines.append(
                f"| {reader}, {name} | {one.count} | {one.first_exact:.1f}, {one.first_f1:.1f} |"
                f" {one.other_exact:.1f}, {one.other_f1:.1f} | {one.consistent:.1f} |"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
