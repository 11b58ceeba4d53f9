"""Measured figures, kept: ``python -m eval.figures``."""
