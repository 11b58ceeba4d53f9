"""Published figures, their reproduction, benchmarks: ``python -m eval.NAME``."""
