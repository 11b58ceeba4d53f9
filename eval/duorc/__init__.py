"""DuoRC's pruning measured: ``python -m eval.duorc``."""
