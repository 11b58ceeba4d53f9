"""Samples of other data sets, from which the engine learns how right its answers to any text are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.train.ranker.fit import TrainingSet, gather
from symbolic_rc.train.shared import records_of

#: Samples of sets of other kinds, below their folder, with their formats. What to answer is not learned from
#: them, as it helped no set that was left out; how right answers to any text are is.
JUDGED_SETS = (
    ("squad2/dev-v2.0.json", "squad"),
    ("hotpotqa/dev_distractor.json", "hotpotqa-supporting"),
    ("drop/dev.json", "drop"),
    ("ropes/dev-v1.0.json", "ropes"),
)


def add_judged(
    training_set: TrainingSet,
    folder: Path,
    say: Callable[[str], None],
    sets: Sequence[tuple[str, str]] = JUDGED_SETS,
) -> list[str]:
    """Add sets from which only is learned how right answers to any text are; return what they are called.

    Parameters
    ----------
    training_set : TrainingSet
    folder : Path
        The folder with the samples.
    say : callable
        Called with lines of progress.
    sets : sequence of (str, str)
        The path of each below the folder, and its format.
    """
    for path, form in sets:
        training_set.judged.add(form)
        count = gather(records_of(folder / path, form, ""), form, default_pipeline(), training_set)
        say(f"{folder / path}: {count} questions, to judge answers by ({form})")
    return [path for path, _ in sets]
