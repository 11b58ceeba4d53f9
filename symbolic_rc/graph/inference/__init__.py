"""Inference: Horn clauses over a story's facts, kept as data, run forward once when the story is read."""
