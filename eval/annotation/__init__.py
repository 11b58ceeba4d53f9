"""Annotation measured: ``python -m eval.annotation``."""
