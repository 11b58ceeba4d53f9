"""Coreference measured: ``python -m eval.coref``."""
