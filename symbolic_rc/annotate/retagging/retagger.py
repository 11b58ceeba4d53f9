"""Tags looked at again: the second look's weights, and boosted trees where these are not sure either.

The first tagger decides from left to right. The second look sees its labels on both sides of a word (Collins
2002 has but those before it); trees weigh what both say, how often the treebank gives the word each label,
and what the word is elsewhere in its text.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.retagging.looked import PIECE, Looked, look_at, rows_of
from symbolic_rc.annotate.retagging.templates import SECOND
from symbolic_rc.annotate.retagging.views import CERTAIN, WIDTH, Second, numbers_of, unsure_words, views_of
from symbolic_rc.annotate.tagger.tagger import TagModel, tag_model
from symbolic_rc.annotate.words import REBUILD
from symbolic_rc.core.files.container import Container, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Also, BoostedTrees, linear_model
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.models.trees import Trees

#: Points of the tagger that the logarithm of the odds of two labels is worth, as the reranker counts points.
POINTS = 20.0


def second_look(looked: Looked, weights: LinearModel) -> Second:
    """Return what the second look's weights say of words."""
    n = len(looked.labels)
    scores = np.full(looked.likely.shape, -np.inf, np.float32)
    sure = np.flatnonzero(~looked.open)
    scores[sure] = np.where(looked.likely[sure] == looked.labels[sure][:, None], 0.0, -np.inf)
    words = np.flatnonzero(looked.open)
    for start in range(0, len(words), PIECE):
        part = words[start : start + PIECE]
        all_scores = weights.scores(rows_of(looked.keys(part, SECOND)))
        own = np.take_along_axis(all_scores, looked.likely[part], 1)
        own -= own.max(1, keepdims=True)
        scores[part] = own - np.log(np.exp(own).sum(1, keepdims=True))
    best = looked.likely[np.arange(n), scores.argmax(1)]
    ahead = np.full(n, CERTAIN, np.float32)
    two = np.sort(scores[words], 1)[:, -2:]
    ahead[words] = np.minimum(two[:, 1] - two[:, 0], CERTAIN)
    return Second(scores, np.where(looked.open, best, looked.labels).astype(np.int32), ahead)


class Retagged(NamedTuple):
    """What became of words' labels.

    Attributes
    ----------
    labels, second : ndarray of int32, shape (words,)
        Each word's label, and its second best one, or -1.
    ahead : ndarray of float64, shape (words,)
        How far the first is ahead, in points of the tagger; infinitely if it is sure.
    """

    labels: NDArray[np.int32]
    second: NDArray[np.int32]
    ahead: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Retagger:
    """The second look at tags.

    Attributes
    ----------
    weights : LinearModel
        Of the labels.
    counts : LinearModel
        How often the treebank gives words each label: see `templates.COUNTED`.
    trees : Trees
    """

    weights: LinearModel
    counts: LinearModel
    trees: Trees

    def retag(self, looked: Looked) -> Retagged:
        """Return the label of each word, the likeliest with the likeliest UD tag, and how sure it is."""
        second = second_look(looked, self.weights)
        best, words = second.best.copy(), unsure_words(looked, second)
        other, ahead = np.full(len(best), -1, np.int32), np.full(len(best), np.inf)
        if len(words):
            views, labels = views_of(looked, second, words, self.counts)
            scores = self.trees.scores(views.reshape(-1, WIDTH)).reshape(labels.shape)
            best[words] = likeliest(scores, labels, self.counts.classes)
            own = labels == best[words][:, None]
            rest = np.where(own, -np.inf, scores)
            other[words] = labels[np.arange(len(words)), rest.argmax(1)]
            ahead[words] = POINTS * np.maximum(scores[own] - rest.max(1), 0.0)
        return Retagged(best, other, ahead)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what a container stores."""
        return {**self.weights.arrays("weights."), **self.counts.arrays("counts."), **self.trees.arrays()}


def likeliest(
    scores: NDArray[np.float64], labels: NDArray[np.int32], names: tuple[str, ...]
) -> NDArray[np.int32]:
    """Return the likeliest label with the likeliest UD tag, of each row.

    Parameters
    ----------
    scores : ndarray of float64, shape (n, tried)
        The logarithms of the labels' probabilities, but for one summand a row.
    labels : ndarray of int32, shape (n, tried)
    names : tuple of str
        The labels' names.
    """
    _, uds, _ = numbers_of(names)
    chance, own = np.exp(scores - scores.max(1, keepdims=True)), uds[labels]
    by_ud = ((own[:, :, None] == own[:, None, :]) * chance[:, None, :]).sum(2)
    best = by_ud.max(1, keepdims=True)
    chosen = np.where(by_ud >= best * (1 - 1e-9), chance, -1.0).argmax(1)
    result: NDArray[np.int32] = labels[np.arange(len(labels)), chosen]
    return result


_lock = threading.RLock()


@cache
def _load() -> Retagger:
    names = tag_model().linear.classes

    def fits(file: Container) -> Iterator[str]:
        for part in ("weights", "counts"):
            if tuple(file.strings(f"{part}.classes")) != names:
                yield f"'{part}.classes' are not those of annotate_tagger.lex"
        if int(file.arrays["trees.feature"].max(initial=-1)) >= WIDTH:
            yield f"'trees.feature' asks for more than the {WIDTH} columns of a view"

    schema = (*linear_model("weights."), *linear_model("counts."), BoostedTrees(), Also(fits))
    file = read_container(lexicon_path("annotate_retagger.lex"), REBUILD, schema)
    return Retagger(LinearModel.of(file, "weights."), LinearModel.of(file, "counts."), Trees.of(file.arrays))


def retagger() -> Retagger:
    """Return the second look that ships with the package; loaded at the first call."""
    with _lock:
        return _load()


def tagged_again(
    tagger: TagModel,
    words: tuple[NDArray[np.uint32], NDArray[np.int64]],
    bounds: NDArray[np.int64],
    labels: NDArray[np.int32],
    may_change: NDArray[np.bool_],
    texts: NDArray[np.int64],
) -> Retagged:
    """Return the labels of a document's words, looked at again; see `look_at`."""
    forms, kinds = words
    return retagger().retag(look_at(tagger, (forms, kinds, forms[kinds]), bounds, labels, may_change, texts))
