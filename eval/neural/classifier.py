"""The feature classifier of Chen et al. 2016 on a share of the training stories."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from eval.tables.measure import Place, input_path
from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.record import Record
from symbolic_rc.neural.settings import DataSubset
from symbolic_rc.readers.baselines.feature_classifier import Rarity
from symbolic_rc.train.cloze import Examples, examples, fit, rarity_of, write_weights
from symbolic_rc.train.shared import records_of


def train_classifier(place: Place, out: Path, share: float, seed: int) -> None:
    """Train on the stories that a neural reader of the same share and seed learns from.

    The features of all stories are computed once, with the rarity of words in all of them, and kept.
    """
    path = input_path(place, "cnn/stories-train.jsonl.xz!cloze")
    records = list(records_of(path, part=""))
    rarity = rarity_of(records)
    every, seconds = kept_examples(path, records, rarity)
    chosen = {record.id for record in DataSubset(share, seed=seed).select(records)}
    mine = np.array([record.id in chosen for record in records for _ in record.questions])
    part = _part(every, mine)
    began = time.process_time()
    trees = fit(part, seed=seed)
    seconds = seconds * share + time.process_time() - began
    about = {"questions": int(mine.sum()), "seconds": round(seconds, 1)}
    write_weights(out, trees, rarity, about)


def kept_examples(
    questions: Path, records: Iterable[Record], rarity: Rarity, jobs: int = 1
) -> tuple[Examples, float]:
    """Return the features of a file's questions, which are kept beside it, and how long they took once."""
    kept, began = questions.parent / "features.npz", time.process_time()
    if kept.exists():
        arrays = np.load(kept)
        seconds = float(arrays["seconds"]) if "seconds" in arrays else 0.0
        return Examples(arrays["features"], arrays["right"], arrays["bounds"]), seconds
    found = examples(records, rarity, jobs)
    seconds = time.process_time() - began
    np.savez(kept, features=found.features, right=found.right, bounds=found.bounds, seconds=seconds)
    return found, seconds


def about_classifier(path: Path) -> dict[str, object]:
    """Return what a weights file says of its training."""
    return read_container(path).about


def _part(every: Examples, questions: np.ndarray) -> Examples:
    rows = np.repeat(questions, np.diff(every.bounds))
    bounds = np.cumsum([0, *np.diff(every.bounds)[questions]], dtype=np.int64)
    return Examples(every.features[rows], every.right[rows], bounds)
