"""`symbolic-rc train`: from data sets to a weights file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from symbolic_rc.annotate import default_pipeline
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
    inputs: Sequence[str], out: Path, options: Mapping[str, Any], say: Callable[[str], None]
) -> Trained:
    """Fit the engine to data sets and write the weights; return them, with cross-validated answers."""
    settings = Settings(**options)
    material = material_of(inputs, say)
    trained = train(material, settings, say)
    save(out, trained, settings, [Path(path).name for path in inputs])
    say(f"written: {out}")
    return trained
