"""`symbolic-rc train`: from data sets to a weights file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.batch.held_out import HeldOut
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read, recognised
from symbolic_rc.rules.training import Material, Settings, Trained, gather, save, train

#: What the shipped weights are learned from, below the folder of data.
SHIPPED_SETS = (
    "narrativeqa/valid.json",
    "quoref/quoref-dev-v0.1.json",
    "fairytaleqa/fairytaleqa.tar.xz",
    "duorc/paraphraserc-squad-format-train.json",
)


def material_of(inputs: Sequence[str], say: Callable[[str], None], part: str = "train") -> Material:
    """Read data sets for training.

    Parameters
    ----------
    inputs : sequence of str
        Paths.
    say : callable
        Told of progress, a line at a time.
    part : str
        Of a data set whose stories are marked as parts, the one to learn from.

    Raises
    ------
    DataError
        If none of them holds a free-form question with an answer.
    """
    nlp, material = default_pipeline(), Material()
    for path in inputs:
        group = recognised(path)[0]
        records = (r for r in read(path) if isinstance(r, Record) and r.tags.get("part", part) == part)
        say(f"{path}: {gather(records, group, nlp, material)} questions ({group})")
    if not material.instances and not material.pools:
        raise DataError("no question with an answer in the input")
    return material


def train_from(
    inputs: Sequence[str],
    out: Path,
    options: Mapping[str, Any],
    say: Callable[[str], None],
    held_out: Path | None = None,
) -> Trained:
    """Fit the engine to data sets and write the weights; return them, with cross-validated answers.

    Parameters
    ----------
    held_out : Path, optional
        Where each data set's cross-validated answers are written as a run, see `HeldOut`.
    """
    settings, sources = Settings(**options), [Path(path).name for path in inputs]
    material = material_of(inputs, say)
    runs = HeldOut(material) if held_out is not None else None
    trained = train(material, settings, say, runs.keep if runs else None)
    save(out, trained, settings, sources)
    say(f"written: {out}")
    if runs and held_out is not None:
        for folder in runs.write(held_out, sources, settings.folds):
            say(f"written: {folder}")
    return trained
