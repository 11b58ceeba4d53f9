"""Whole books: the cast, the probabilities of words, and answers that gather what many places say."""

from symbolic_rc.books.gather import gather
from symbolic_rc.books.model import answer, load_model
from symbolic_rc.books.reading import Book

__all__ = ["Book", "answer", "gather", "load_model"]
