"""Frames measured: ``python -m eval.frames``."""
