"""The trainable parts as scikit-learn's estimators: its tools (pipelines, grid search) work on them."""

from symbolic_rc.estimators.boosted_ranker import BoostedRanker
from symbolic_rc.estimators.perceptron import PerceptronClassifier

__all__ = ["BoostedRanker", "PerceptronClassifier"]
