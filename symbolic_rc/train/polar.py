"""Train what tells yes from no where nothing is proved, and what is answered from what is not.

``python -m symbolic_rc.train polar --data DIR``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.statistics import roc_area
from symbolic_rc.core.files.container import pack_strings, write_container
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.engine import Engine
from symbolic_rc.models.trees import Trees, fit_trees
from symbolic_rc.rules.likelihood import LINEAR, SHIPPED, YES, answerable, polar_features, row_of, share_held
from symbolic_rc.story.disk import StoryCache
from symbolic_rc.train.shared import asked_in, leaving_out, records_of

#: Parts for cross-validation, by passage.
FOLDS = 8
#: How weak the logistic regression's regularisation is.
_LOOSENESS = 0.1
#: The features of a question, whether it is answered yes, or at all, and its passage's or article's number.
Example = tuple[dict[str, float], bool, int]


def examples_of(records: Sequence[Record], cache: str = "") -> Iterator[Example]:
    """Yield the questions of some records: yes-or-no ones, or those that may have no answer, by article."""
    engine, stories = Engine(weights=None), StoryCache(cache)
    numbers: dict[str, int] = {}
    for record in records:
        for case in engine.cases(stories.read(record), record.questions):
            refusing = case.question.may_refuse
            true = any(case.question.references) if refusing else case.question.references[0] == ("yes",)
            whole = record.id.rpartition(".")[0] if refusing else record.text
            yield polar_features(case), true, numbers.setdefault(whole, len(numbers))


def fit(rows: NDArray[np.float32], labels: NDArray[np.bool_]) -> Trees:
    """Fit boosted trees; their scores are log-odds of yes."""
    return fit_trees(
        rows,
        labels,
        max_iter=200,
        max_leaf_nodes=4,
        learning_rate=0.05,
        min_samples_leaf=30,
        max_features=0.15,
    )


def table_of(examples: Sequence[Example], names: list[str]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the features of all examples, shape (examples, names), and their labels."""
    rows = np.concatenate([row_of(features, names) for features, _, _ in examples])
    return rows, np.array([label for _, label, _ in examples])


def _folds(examples: Sequence[Example]) -> Iterator[tuple[int, list[int], list[int]]]:
    return leaving_out([passage % FOLDS for _, _, passage in examples], FOLDS)


def cross_validated(examples: Sequence[Example], names: list[str]) -> tuple[float, float]:
    """Return accuracy and balanced accuracy on passages that nothing was learned from, in per cent."""
    rows, labels = table_of(examples, names)
    said = np.zeros(len(labels), np.bool_)
    for _, others, own in _folds(examples):
        said[own] = fit(rows[others], labels[others]).scores(rows[own]) >= np.log(YES / (1.0 - YES))
    right = said == labels
    return 100.0 * float(right.mean()), 50.0 * float(right[labels].mean() + right[~labels].mean())


def fit_answerable(rows: NDArray[np.float32], labels: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Fit whether a text answers a question; returns the arrays `LINEAR`, one row each."""
    from sklearn.linear_model import LogisticRegression

    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale[scale < 1e-6] = 1.0
    model = LogisticRegression(C=_LOOSENESS, max_iter=3000, fit_intercept=False)
    return np.stack([mean, scale, model.fit((rows - mean) / scale, labels).coef_[0]]).astype(np.float32)


def separated(examples: Sequence[Example], rows: NDArray[np.float32]) -> float:
    """Return the area under the curve of answerable or not, on articles that nothing was learned from."""
    labels = np.array([label for _, label, _ in examples])
    said = np.array([share_held(features) for features, _, _ in examples])
    for _, others, own in _folds(examples):
        said[own] *= answerable(rows[own], fit_answerable(rows[others], labels[others]))
    return roc_area(said, labels)


def main(chosen: argparse.Namespace) -> None:
    """Train on BoolQ's part to learn from and on SQuAD 2.0's, and write the weights with their accuracy."""
    records = list(records_of(chosen.data / "foreign/boolq/train.jsonl", "boolq", part=""))
    examples = list(examples_of(records, chosen.cache))
    names = sorted({name for features, _, _ in examples for name in features})
    accuracy, balanced = cross_validated(examples, names)
    trees = fit(*table_of(examples, names))
    squad = list(records_of(chosen.data / "foreign/squad2/dev-v2.0.json", "squad", part=""))
    others = list(examples_of(squad, chosen.cache))
    rows, answered = table_of(others, names)
    linear = fit_answerable(rows, answered)
    about = {
        "name": "polar",
        "trained on": [
            "BoolQ, 2,184 questions of its labelled dev part (CC BY-SA 3.0)",
            "SQuAD 2.0, 400 questions of its dev part (CC BY-SA 4.0)",
        ],
        "questions": len(examples) + len(others),
        "cross-validated": {
            "folds": FOLDS,
            "by": "passage",
            "accuracy": round(accuracy, 2),
            "balanced accuracy": round(balanced, 2),
            "answerable, area under the curve, by article": round(separated(others, rows), 3),
        },
    }
    arrays = {**trees.arrays(), **pack_strings("names", names), **dict(zip(LINEAR, linear, strict=True))}
    write_container(chosen.out / SHIPPED, about, arrays)
    add_trained_on(chosen.out / SHIPPED, TrainedOn.of(asked_in([*records, *squad])))
    print(f"{about['questions']} questions; cross-validated: {about['cross-validated']}")
