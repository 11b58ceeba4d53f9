"""The papers' neural readers beside the engine, on the same questions: ``python -m eval.neural``."""
