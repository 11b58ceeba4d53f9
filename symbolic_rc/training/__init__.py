"""Fitting the engine: the ranker, the thresholds, cross-validation."""
