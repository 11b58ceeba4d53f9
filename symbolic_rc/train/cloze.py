"""Training the cloze feature classifier from a data set on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.readers.cloze.training import examples, fit, rarity_of, write_weights


def train(path: str | Path, out: str | Path, limit: int | None = None, seed: int = 0, jobs: int = 1) -> str:
    """Train on the cloze questions of a data set and write the weights.

    The stories are read twice: once for how rare words are, once for the features.

    Returns
    -------
    str
        A line about what was done.

    Raises
    ------
    DataError
        If the data cannot be read or hold no cloze question with an answer.
    """
    rarity = rarity_of(_records(path, limit))
    found = examples(_records(path, limit), rarity, jobs)
    if not found.right.any():
        raise DataError("holds no cloze question whose answer is one of the story's entities", path)
    trees = fit(found, seed=seed)
    count = len(found.bounds) - 1
    about = {
        "questions": count,
        "seed": seed,
        "train_accuracy": round(found.accuracy(trees.scores(found.features)), 2),
    }
    write_weights(out, trees, rarity, about)
    add_trained_on(
        out,
        TrainedOn.of(
            (record.text, question)
            for record in _records(path, limit)
            for question in record.questions
            if question.is_cloze
        ),
    )
    return f"trained on {count:,} questions of {rarity.stories:,} stories; written to {out}\n"


def _records(path: str | Path, limit: int | None) -> Iterator[Record]:
    for found in read(path, limit=limit):
        if isinstance(found, Record) and any(question.is_cloze for question in found.questions):
            yield found
