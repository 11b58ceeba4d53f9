"""Readers of cloze questions: the answer is one of the story's markers."""
