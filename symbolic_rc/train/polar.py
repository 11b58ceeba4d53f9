"""Train what answers yes or no where nothing is proved: ``python -m symbolic_rc.train polar --data DIR``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import pack_strings, write_container
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import read
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.engine import Engine
from symbolic_rc.models.trees import Trees, trees_of_sklearn
from symbolic_rc.rules.likelihood import SHIPPED, YES, polar_features, row_of
from symbolic_rc.story.disk import StoryCache

#: Parts for cross-validation, by passage.
FOLDS = 8
_SETTINGS = {
    "max_iter": 200,
    "max_leaf_nodes": 4,
    "learning_rate": 0.05,
    "min_samples_leaf": 30,
    "l2_regularization": 5.0,
    "max_features": 0.15,
    "early_stopping": False,
    "random_state": 1,
}
#: The features of a question, whether the answer is yes, and the number of its passage.
Example = tuple[dict[str, float], bool, int]


def examples_of(records: Sequence[Record], cache: str = "") -> Iterator[Example]:
    """Yield the yes-or-no questions of some records with their features."""
    engine, stories = Engine(weights=None), StoryCache(cache)
    numbers: dict[str, int] = {}
    for record in records:
        passage = numbers.setdefault(record.text, len(numbers))
        for case in engine.cases(stories.read(record), record.questions):
            yield polar_features(case), case.question.references[0] == ("yes",), passage


def fit(rows: NDArray[np.float32], labels: NDArray[np.bool_]) -> Trees:
    """Fit boosted trees; their scores are log-odds of yes."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    return trees_of_sklearn(HistGradientBoostingClassifier(**_SETTINGS).fit(rows, labels))


def cross_validated(examples: Sequence[Example], names: list[str]) -> tuple[float, float]:
    """Return accuracy and balanced accuracy on passages that nothing was learned from, in per cent."""
    rows = np.concatenate([row_of(features, names) for features, _, _ in examples])
    labels = np.array([label for _, label, _ in examples])
    fold = np.array([passage % FOLDS for _, _, passage in examples])
    said = np.zeros(len(labels), np.bool_)
    for part in range(FOLDS):
        trees = fit(rows[fold != part], labels[fold != part])
        said[fold == part] = trees.scores(rows[fold == part]) >= np.log(YES / (1.0 - YES))
    right = said == labels
    return 100.0 * float(right.mean()), 50.0 * float(right[labels].mean() + right[~labels].mean())


def asked_in(records: Sequence[Record]) -> Iterator[tuple[str, Question]]:
    """Yield the questions that are learned from, each with its passage."""
    for record in records:
        yield from ((record.text, question) for question in record.questions)


def main(chosen: argparse.Namespace) -> None:
    """Train on BoolQ's part to learn from, and write the weights with their cross-validated accuracy."""
    source = chosen.data / "foreign/boolq/train.jsonl"
    records = [record for record in read(source, "boolq") if isinstance(record, Record)]
    examples = list(examples_of(records, chosen.cache))
    names = sorted({name for features, _, _ in examples for name in features})
    accuracy, balanced = cross_validated(examples, names)
    trees = fit(
        np.concatenate([row_of(features, names) for features, _, _ in examples]),
        np.array([label for _, label, _ in examples]),
    )
    about = {
        "name": "polar",
        "trained on": ["BoolQ, 2,184 questions of its labelled dev part (CC BY-SA 3.0)"],
        "questions": len(examples),
        "cross-validated": {
            "folds": FOLDS,
            "by": "passage",
            "accuracy": round(accuracy, 2),
            "balanced accuracy": round(balanced, 2),
        },
    }
    write_container(chosen.out / SHIPPED, about, {**trees.arrays(), **pack_strings("names", names)})
    add_trained_on(chosen.out / SHIPPED, TrainedOn.of(asked_in(records)))
    print(f"{len(examples)} questions; accuracy {accuracy:.1f}, balanced {balanced:.1f}, by passage")
