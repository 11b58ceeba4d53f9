"""Scoring runs: one reader over one data set."""

from symbolic_rc.batch.run import Run, RunOptions, failures, score, show_run

__all__ = ["Run", "RunOptions", "failures", "score", "show_run"]
