"""Rankers, shipped or trained for a fold, and how clusters are scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.linking import Links, link_all, surely
from symbolic_rc.coref.scoring import CorefScore
from symbolic_rc.coref.train import gold
from symbolic_rc.coref.train.corpora import GoldDocument
from symbolic_rc.coref.train.fit import (
    BIAS,
    Example,
    train_ranker,
)


@dataclass(frozen=True, slots=True)
class Weights:
    """A ranker's weights and its bias."""

    weights: NDArray[np.float32]
    bias: float

    def link(self, example: Example) -> Links:
        """Link an example's mentions."""
        return link_all(surely(example.reading), self.weights, self.bias)


def trained(training: Sequence[Example]) -> Weights:
    """Train a ranker as the shipped one is trained."""
    return Weights(train_ranker(training), BIAS)


def show_score(name: str, score: CorefScore) -> None:
    """Print one line of all measures."""
    measures = {
        "mentions": score.mentions, "coreferent": score.coreferent, "MUC": score.muc, "B3": score.b3,
        "CEAFe": score.ceafe,
    }  # fmt: skip
    parts = [
        f"{label} {100 * t.precision:.1f}/{100 * t.recall:.1f}/{100 * t.f1:.1f}"
        for label, t in measures.items()
    ]
    print(f"{name:28s} {'  '.join(parts)}  average {100 * score.average:.2f}")


def clusters(documents: Sequence[Example], weights: Weights) -> CorefScore:
    """Score clusters as CoNLL-2012 does."""
    score = CorefScore()
    for example in documents:
        document = example.document
        assert isinstance(document, GoldDocument)
        assert example.aligned is not None
        found = gold.response(example.reading, weights.link(example), example.aligned, document)
        score.add(document.clusters.values(), found)
    return score
