"""symbolic_rc: a classical, non-neural reading-comprehension engine."""

__version__ = "0.1.0"
