"""`symbolic-rc train`: from data sets to a weights file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.batch.training.held_out import HeldOut
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read, recognised
from symbolic_rc.training.examples import Material, gather
from symbolic_rc.training.settings import Settings
from symbolic_rc.training.train import Trained, save, train

#: What the shipped weights are learned from, below the folder of data.
SHIPPED_SETS = (
    "narrativeqa/valid.json",
    "quoref/quoref-dev-v0.1.json",
    "fairytaleqa/fairytaleqa.tar.xz",
    "duorc/paraphraserc-squad-format-train.json",
)


def material_of(
    inputs: Sequence[str],
    say: Callable[[str], None],
    part: str = "train",
    without: frozenset[str] = frozenset(),
) -> Material:
    """Read data sets for training.

    Parameters
    ----------
    inputs : sequence of str
        Paths.
    say : callable
        Told of progress, a line at a time.
    part : str
        Of a data set whose stories are marked as parts, the one to learn from.
    without : frozenset of str
        Ids of stories to leave out.

    Raises
    ------
    DataError
        If none of them holds a free-form question with an answer.
    """
    nlp, material = default_pipeline(), Material()
    for path in inputs:
        group = recognised(path)[0]
        records = (
            record
            for record in read(path)
            if isinstance(record, Record)
            and record.tags.get("part", part) == part
            and record.id not in without
        )
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
    without: Path | None = None,
) -> Trained:
    """Fit the engine to data sets and write the weights; return them, with cross-validated answers.

    Parameters
    ----------
    held_out : Path, optional
        Where each data set's cross-validated answers are written as a run, see `HeldOut`.
    without : Path, optional
        A file of story ids, one a line: stories to leave out.
    """
    settings, sources = Settings(**options), [Path(path).name for path in inputs]
    left_out = frozenset(without.read_text(encoding="utf-8").split()) if without else frozenset()
    material = material_of(inputs, say, without=left_out)
    if without:
        sources.append(f"without {len(left_out)} stories of {without.name}")
    return train_and_write(material, sources, settings, out, say, held_out)


def train_and_write(
    material: Material,
    sources: Sequence[str],
    settings: Settings,
    out: Path,
    say: Callable[[str], None],
    held_out: Path | None = None,
) -> Trained:
    """Fit the engine to what was read and write the weights, as `train_from` does with data sets."""
    runs = HeldOut(material) if held_out is not None else None
    trained = train(material, settings, say, runs.keep if runs else None)
    save(out, trained, settings, sources)
    say(f"written: {out}")
    if runs and held_out is not None:
        for folder in runs.write(held_out, sources, settings.folds):
            say(f"written: {folder}")
    return trained
