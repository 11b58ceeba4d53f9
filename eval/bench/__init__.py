"""How fast the core is, as ratios against named alternatives in one run: ``python -m eval.bench``."""
