"""The official metrics of each data set, each with its signature and additive statistics."""

from symbolic_rc.metrics.by_format import metrics_for
from symbolic_rc.metrics.evaluate import Evaluated, evaluate
from symbolic_rc.metrics.metric import Metric
from symbolic_rc.metrics.ranking import MRR, AnswerPool, reciprocal_rank

__all__ = ["MRR", "AnswerPool", "Evaluated", "Metric", "evaluate", "metrics_for", "reciprocal_rank"]
