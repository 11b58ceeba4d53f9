"""Re-tagging of low-confidence tags: a linear model lists a word's likely labels, boosted trees rerank them.

The first tagger decides from left to right. The retagger uses its labels on both sides of a word (Collins
2002 uses those to the left); the trees combine the scores of both with counts of the word's labels in the
treebank and with the word's other occurrences in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.tagger.retagging_features import (
    FIXED,
    PIECE,
    SECOND,
    WIDTH,
    RetaggerInput,
    RetaggerScores,
    features_of,
    low_confidence,
    numbers_of,
    retagger_input,
)
from symbolic_rc.annotate.tagger.tag_model import tag_model
from symbolic_rc.annotate.words import REBUILD
from symbolic_rc.core.files.container import Container, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Also, BoostedTrees, linear_model
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.linear import LinearModel, Rows
from symbolic_rc.models.trees import Trees

__all__ = ["Retagged", "Retagger", "linear_scores", "most_probable", "retagger", "retagger_input"]

#: Points of the tagger per unit of log odds, as the reranker of parses counts them.
POINTS = 20.0


def linear_scores(inputs: RetaggerInput, weights: LinearModel) -> RetaggerScores:
    """Return the linear model's decision."""
    n = len(inputs.labels)
    scores = np.full(inputs.candidates.shape, -np.inf, np.float32)
    sure = np.flatnonzero(~inputs.open)
    scores[sure] = np.where(inputs.candidates[sure] == inputs.labels[sure][:, None], 0.0, -np.inf)
    words = np.flatnonzero(inputs.open)
    for start in range(0, len(words), PIECE):
        part = words[start : start + PIECE]
        all_scores = weights.scores(Rows.stacked(inputs.keys(part, SECOND)))
        own = np.take_along_axis(all_scores, inputs.candidates[part], 1)
        own -= own.max(1, keepdims=True)
        scores[part] = own - np.log(np.exp(own).sum(1, keepdims=True))
    best = inputs.candidates[np.arange(n), scores.argmax(1)]
    margins = np.full(n, FIXED, np.float32)
    two = np.sort(scores[words], 1)[:, -2:]
    margins[words] = np.minimum(two[:, 1] - two[:, 0], FIXED)
    return RetaggerScores(scores, np.where(inputs.open, best, inputs.labels).astype(np.int32), margins)


class Retagged(NamedTuple):
    """Words' labels.

    Attributes
    ----------
    labels, second : ndarray of int32, shape (words,)
        Each word's label, and the runner-up, or -1.
    margins : ndarray of float64, shape (words,)
        By how much the label wins, in points of the tagger; inf if it was not reranked.
    """

    labels: NDArray[np.int32]
    second: NDArray[np.int32]
    margins: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Retagger:
    """The retagger.

    Attributes
    ----------
    weights : LinearModel
        Of the labels.
    counts : LinearModel
        How often the treebank gives words each label, by `COUNTED`.
    """

    weights: LinearModel
    counts: LinearModel
    trees: Trees

    def retag(self, inputs: RetaggerInput) -> Retagged:
        """Return the label of each word: the most probable one with the most probable UD tag."""
        linear = linear_scores(inputs, self.weights)
        best, words = linear.best.copy(), low_confidence(inputs, linear)
        other, margins = np.full(len(best), -1, np.int32), np.full(len(best), np.inf)
        if len(words):
            features, labels = features_of(inputs, linear, words, self.counts)
            scores = self.trees.scores(features.reshape(-1, WIDTH)).reshape(labels.shape)
            best[words] = most_probable(scores, labels, self.counts.classes)
            own = labels == best[words][:, None]
            rest = np.where(own, -np.inf, scores)
            other[words] = labels[np.arange(len(words)), rest.argmax(1)]
            margins[words] = POINTS * np.maximum(scores[own] - rest.max(1), 0.0)
        return Retagged(best, other, margins)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what a container stores."""
        return {**self.weights.arrays("weights."), **self.counts.arrays("counts."), **self.trees.arrays()}


def most_probable(
    scores: NDArray[np.float64], labels: NDArray[np.int32], names: tuple[str, ...]
) -> NDArray[np.int32]:
    """Return the most probable label with the most probable UD tag, of each row.

    Parameters
    ----------
    scores : ndarray of float64, shape (n, labels)
        The logarithms of the labels' probabilities, but for one summand a row.
    labels : ndarray of int32, shape (n, labels)
    names : tuple of str
        The labels' names.
    """
    _, uds, _ = numbers_of(names)
    probability, own = np.exp(scores - scores.max(1, keepdims=True)), uds[labels]
    by_ud = ((own[:, :, None] == own[:, None, :]) * probability[:, None, :]).sum(2)
    best = by_ud.max(1, keepdims=True)
    chosen = np.where(by_ud >= best * (1 - 1e-9), probability, -1.0).argmax(1)
    result: NDArray[np.int32] = labels[np.arange(len(labels)), chosen]
    return result


@once
def retagger() -> Retagger:
    """Return the shipped retagger; loaded once."""
    names = tag_model().linear.classes

    def fits(file: Container) -> Iterator[str]:
        for part in ("weights", "counts"):
            if tuple(file.strings(f"{part}.classes")) != names:
                yield f"'{part}.classes' are not those of annotate_tagger.lex"
        if int(file.arrays["trees.feature"].max(initial=-1)) >= WIDTH:
            yield f"'trees.feature' asks for more than the {WIDTH} features"

    schema = (*linear_model("weights."), *linear_model("counts."), BoostedTrees(), Also(fits))
    file = read_container(lexicon_path("annotate_retagger.lex"), REBUILD, schema)
    return Retagger(LinearModel.of(file, "weights."), LinearModel.of(file, "counts."), Trees.of(file.arrays))
