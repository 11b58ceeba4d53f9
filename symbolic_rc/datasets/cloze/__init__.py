"""The cloze builder: anonymised, permuted questions from articles and their highlights."""

from symbolic_rc.datasets.cloze.articles import Article, articles
from symbolic_rc.datasets.cloze.build import ClozeDocument, ClozeOptions, questions
from symbolic_rc.datasets.cloze.folder import build_folder
from symbolic_rc.datasets.cloze.markers import marked, permuted

__all__ = [
    "Article",
    "ClozeDocument",
    "ClozeOptions",
    "articles",
    "build_folder",
    "marked",
    "permuted",
    "questions",
]
