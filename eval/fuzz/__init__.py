"""Damaged files and mutated questions: what they must never do is end in a traceback or a failed story."""
