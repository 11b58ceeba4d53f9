"""The cloze builder: anonymised, permuted questions from articles and their highlights."""

from symbolic_rc.datasets.cloze.articles import Article, articles
from symbolic_rc.datasets.cloze.build import ClozeOptions, Document, questions
from symbolic_rc.datasets.cloze.folder import build_folder
from symbolic_rc.datasets.cloze.marking import marked
from symbolic_rc.datasets.cloze.permute import permuted
from symbolic_rc.datasets.cloze.statistics import ClozeStatistics, statistics

__all__ = [
    "Article",
    "ClozeOptions",
    "ClozeStatistics",
    "Document",
    "articles",
    "build_folder",
    "marked",
    "permuted",
    "questions",
    "statistics",
]
