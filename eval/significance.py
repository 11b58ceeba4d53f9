"""Whether `compare` says significant as often as it says: ``python -m eval.significance --data DIR``.

All at real size, with the stored predictions on Quoref dev: a system against itself, against itself with a
share of its questions answered otherwise at random on either side, and how often an interval from a part of
the questions covers the score on all of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.build import ScoreTable
from symbolic_rc.compare.fields import describe
from symbolic_rc.compare.slices import FEWEST, group, slice_test
from symbolic_rc.compare.statistics import holm, interval
from symbolic_rc.compare.systems import read_system
from symbolic_rc.metrics import metrics_for
from symbolic_rc.train.shared import records_of

LEVEL = 0.05


def changed(
    rows: NDArray[np.float64], share: float, random: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two copies of a system's statistics; of the changed questions each copy got about half.

    A changed question has the statistics of another one, drawn at random, in place of its own.
    """
    copies = rows.copy(), rows.copy()
    touched = np.flatnonzero(random.random(len(rows)) < share)
    for copy, mine in zip(
        copies, (random.random(len(touched)) < 0.5) ^ np.array([[False], [True]]), strict=True
    ):
        copy[touched[mine]] = rows[random.integers(0, len(rows), int(mine.sum()))]
    return copies


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--share", type=float, default=0.02)
    options = parser.parse_args(arguments)
    folder = options.data / "quoref"
    records = list(records_of(folder / "quoref-dev-v0.1.json", part=""))
    questions = [question for record in records for question in record.questions]
    system = read_system(folder / "tase_roberta_dev_predictions.jsonl")
    tables = {one.name: ScoreTable(one, [system], questions) for one in metrics_for("quoref")}
    metric, (rows,) = tables["f1"].metric, tables["f1"].statistics
    fields = [values for record in records for values in describe(record)]
    members = [m for m in group(fields, ()).values() if FEWEST <= len(m) < len(questions)]
    say = sys.stdout.write
    say(f"{len(questions)} questions, {len(members)} slices, F1 {metric.score(rows):.2f}\n")
    same = [slice_test(rows[m], rows[m], metric.scores, 2000, 0) for m in members]
    say(f"identical systems: every p is 1: {set(same) == {1.0}}\n")
    random = np.random.default_rng(1)
    any_slice = raw = 0
    for seed in range(options.times):
        a, b = changed(rows, options.share, random)
        found = [slice_test(a[m], b[m], metric.scores, 2000, seed) for m in members]
        any_slice += min(holm(found)) < LEVEL
        raw += sum(p < LEVEL for p in found)
    say(
        f"{options.share:.0%} of the questions changed at random, {options.times} times: a slice is called "
        f"significant in {any_slice / options.times:.1%} of the reports (stated: at most {LEVEL:.0%}); "
        f"uncorrected, {raw / options.times / len(members):.1%} of the slices\n"
    )
    for name, table in tables.items():
        (statistics,), scores = table.statistics, table.metric.scores
        truth = float(scores(statistics.sum(axis=0, keepdims=True))[0])
        covered = 0
        for seed in range(options.times):
            part = statistics[random.integers(0, len(statistics), 400)]
            one = interval(part, scores, 1.0 - LEVEL, resamples=1000, seed=seed)
            covered += one.low <= truth <= one.high
        say(f"{name}: intervals at {1 - LEVEL:.0%} from 400 questions cover {covered / options.times:.1%}\n")


if __name__ == "__main__":
    main()
