"""Learning from questions on whole books, and what it is worth on books that were not learned from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.books.gather import Gathered
from symbolic_rc.books.model import BookModel
from symbolic_rc.books.words import Usage, usage
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.metrics.metric import wordings
from symbolic_rc.models.trees import trees_of_sklearn

#: Of the words that stand in no reference so many are learned from, each for several.
_SHARE = 0.25
_SETTINGS = {
    "max_iter": 240,
    "max_leaf_nodes": 16,
    "learning_rate": 0.05,
    "min_samples_leaf": 60,
    "l2_regularization": 5.0,
    "max_features": 0.3,
    "early_stopping": False,
}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question with its references, before its book.

    Attributes
    ----------
    book : str
        The story's id.
    gathered : Gathered
    references : tuple of tuple of str
        Their words, as the metric sees them.
    """

    book: str
    gathered: Gathered
    references: tuple[tuple[str, ...], ...]

    @property
    def kind(self) -> str:
        """The kind of its question."""
        return self.gathered.asked.understanding.kind


def lesson(book: str, gathered: Gathered) -> Lesson:
    """Return a gathered question with its references, without what holds on to the story."""
    references = [caption_tokens(text) for text in wordings(gathered.asked.question)]
    return Lesson(book, replace(gathered, case=None), tuple(tuple(one) for one in references if one))


def fit(lessons: Sequence[Lesson], about: Mapping[str, Any], seed: int = 1) -> BookModel:
    """Fit a model.

    What people use is counted for each book's words from the other books.
    """
    from sklearn.ensemble import HistGradientBoostingRegressor

    use = _use(lessons)
    by_book: dict[str, list[Lesson]] = {}
    for one in lessons:
        by_book.setdefault(one.book, []).append(one)
    others = {name: use.without(_use(own)) for name, own in by_book.items()}
    rows = np.concatenate(
        [
            np.concatenate([x.gathered.table, others[x.book].columns(x.kind, x.gathered.words)], axis=1)
            for x in lessons
        ]
    )
    targets = np.concatenate([_targets(x) for x in lessons])
    kept = (targets > 0) | (np.random.default_rng(seed).random(len(targets)) < _SHARE)
    weights = np.where(targets > 0, 1.0, 1 / _SHARE)[kept]
    model = HistGradientBoostingRegressor(**_SETTINGS, random_state=seed)
    model.fit(rows[kept], targets[kept], sample_weight=weights)
    lengths: dict[str, list[int]] = {}
    for x in lessons:
        if x.references:
            lengths.setdefault(x.kind, []).append(min(map(len, x.references)))
    usual = {kind: float(np.median(own)) for kind, own in lengths.items()}
    return BookModel(trees_of_sklearn(model), use, usual, dict(about))


def _use(lessons: Sequence[Lesson]) -> Usage:
    return usage((x.kind, x.references) for x in lessons)


def _targets(x: Lesson) -> NDArray[np.float32]:
    """Return for each word in what share of the references it stands."""
    sets = [frozenset(one) for one in x.references]
    shares = [sum(word in one for one in sets) / max(1, len(sets)) for word in x.gathered.words]
    return np.array(shares, np.float32)


def cross_validated(lessons: Sequence[Lesson], folds: int, take: Callable[[Lesson, BookModel], None]) -> None:
    """Hand each lesson, with a model that learned from other books alone, to a function.

    Books, in order of their ids, go to the parts in turn.
    """
    books = sorted({x.book for x in lessons})
    part = {book: number % folds for number, book in enumerate(books)}
    for fold in range(folds):
        model = fit([x for x in lessons if part[x.book] != fold], {})
        for x in lessons:
            if part[x.book] == fold:
                take(x, model)
