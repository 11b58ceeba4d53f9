"""Sparse linear models: hashed features, perceptron training, frozen and quantised models.

The way from features to a shipped model, for every learned part of the project::

    builder = RowsBuilder()
    for candidate in candidates:                  # one row per thing to classify or rank
        builder.add(["head=mill", "path=nsubj"])  # strings, hashed to 32 bits
    rows = builder.rows()

    model = train_classifier(rows, labels, classes=("ARG0", "ARG1"))    # multiclass
    model = train_ranker(rows, groups, gold)                            # best row of each group
    model.scores(rows)                            # float32, (rows, classes); a ranker has one class
    write_container(path, about, model.arrays())  # LinearModel.of(read_container(path), "")

Loops that cannot make rows first (a tagger, a parser) use the kernels in `linear.kernels` directly.
"""

from symbolic_rc.linear.features import Rows, RowsBuilder, combine, feature_key
from symbolic_rc.linear.model import LinearModel, average_models
from symbolic_rc.linear.train import train_classifier, train_ranker

__all__ = [
    "LinearModel",
    "Rows",
    "RowsBuilder",
    "average_models",
    "combine",
    "feature_key",
    "train_classifier",
    "train_ranker",
]
