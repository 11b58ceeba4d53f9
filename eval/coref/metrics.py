"""Coreference metrics: mentions, MUC, B-cubed, CEAF-e, their average, and GAP's F1.

Clusters are iterables of hashable mentions, such as ``(start, end)``. The definitions are those of the
reference scorer of CoNLL-2012 (Pradhan et al. 2014, "Scoring Coreference Partitions of Predicted Mentions",
section 3): mentions that only one side has count as spurious or missed, and CEAF-e uses phi-4 with an optimal
alignment.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linear_sum_assignment

Cluster = frozenset[Hashable]


@dataclass(slots=True)
class PrecisionRecall:
    """The sufficient statistics of precision and recall, summed over documents."""

    hits_key: float = 0.0
    key: float = 0.0
    hits_response: float = 0.0
    response: float = 0.0

    def add(self, hits_key: float, key: float, hits_response: float, response: float) -> None:
        """Add one document."""
        self.hits_key += hits_key
        self.key += key
        self.hits_response += hits_response
        self.response += response

    @property
    def recall(self) -> float:
        """The share of the key that was found."""
        return self.hits_key / self.key if self.key else 0.0

    @property
    def precision(self) -> float:
        """The share of the response that is right."""
        return self.hits_response / self.response if self.response else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(slots=True)
class CorefScore:
    """All metrics over the documents that were added.

    Attributes
    ----------
    mentions : PrecisionRecall
        Of all mentions, including singletons.
    coreferent : PrecisionRecall
        Of the mentions of clusters with two or more.
    muc, b3, ceafe : PrecisionRecall
        Without singletons, as in CoNLL-2012.
    """

    mentions: PrecisionRecall = field(default_factory=PrecisionRecall)
    coreferent: PrecisionRecall = field(default_factory=PrecisionRecall)
    muc: PrecisionRecall = field(default_factory=PrecisionRecall)
    b3: PrecisionRecall = field(default_factory=PrecisionRecall)
    ceafe: PrecisionRecall = field(default_factory=PrecisionRecall)

    def add(self, key: Iterable[Iterable[Hashable]], response: Iterable[Iterable[Hashable]]) -> None:
        """Add one document's clusters."""
        keys, responses = [frozenset(c) for c in key], [frozenset(c) for c in response]
        _add_spans(self.mentions, keys, responses)
        keys, responses = [c for c in keys if len(c) > 1], [c for c in responses if len(c) > 1]
        _add_spans(self.coreferent, keys, responses)
        self.muc.add(*_muc(keys, responses), *_muc(responses, keys))
        self.b3.add(*_b_cubed(keys, responses), *_b_cubed(responses, keys))
        similarity = ceaf_e(keys, responses)
        self.ceafe.add(similarity, len(keys), similarity, len(responses))

    @property
    def average(self) -> float:
        """The mean of the three F1 values, as CoNLL-2012 ranks systems."""
        return (self.muc.f1 + self.b3.f1 + self.ceafe.f1) / 3


def _add_spans(tally: PrecisionRecall, keys: Sequence[Cluster], responses: Sequence[Cluster]) -> None:
    expected, found = frozenset().union(*keys), frozenset().union(*responses)
    hits = len(expected & found)
    tally.add(hits, len(expected), hits, len(found))


def _owners(clusters: Sequence[Cluster]) -> dict[Hashable, int]:
    return {mention: i for i, cluster in enumerate(clusters) for mention in cluster}


def _muc(keys: Sequence[Cluster], responses: Sequence[Cluster]) -> tuple[float, float]:
    """Return correct links and links of MUC recall (Vilain et al. 1995)."""
    owner = _owners(responses)
    hits = total = 0
    for cluster in keys:
        owners = [owner.get(mention) for mention in cluster]
        parts = len({i for i in owners if i is not None}) + owners.count(None)
        hits += len(cluster) - parts
        total += len(cluster) - 1
    return hits, total


def _b_cubed(keys: Sequence[Cluster], responses: Sequence[Cluster]) -> tuple[float, float]:
    """Return the sum of per-mention recall, and the number of mentions (Bagga and Baldwin 1998)."""
    owner = _owners(responses)
    hits, total = 0.0, 0
    for cluster in keys:
        counts: dict[int, int] = {}
        for mention in cluster:
            if (i := owner.get(mention)) is not None:
                counts[i] = counts.get(i, 0) + 1
        hits += sum(n * n for n in counts.values()) / len(cluster)
        total += len(cluster)
    return hits, total


def ceaf_e(keys: Sequence[Cluster], responses: Sequence[Cluster]) -> float:
    """Return the similarity of the best one-to-one alignment under phi-4 (Luo 2005)."""
    if not keys or not responses:
        return 0.0
    owner = _owners(responses)
    similarity = np.zeros((len(keys), len(responses)))
    for i, cluster in enumerate(keys):
        for mention in cluster:
            if (j := owner.get(mention)) is not None:
                similarity[i, j] += 2.0 / (len(cluster) + len(responses[j]))
    rows, columns = linear_sum_assignment(-similarity)
    return float(similarity[rows, columns].sum())


@dataclass(slots=True)
class GapScore:
    """GAP's metric (Webster et al. 2018): F1 over the two boolean labels of each snippet, by gender."""

    counts: dict[str, list[int]] = field(default_factory=lambda: {"M": [0, 0, 0], "F": [0, 0, 0]})

    def add(self, gender: str, gold: Iterable[bool], predicted: Iterable[bool]) -> None:
        """Add one snippet: labels of A and of B."""
        row = self.counts[gender]
        for expected, found in zip(gold, predicted, strict=True):
            row[0] += expected and found
            row[1] += found and not expected
            row[2] += expected and not found

    def merge(self, other: GapScore) -> None:
        """Add another score's counts."""
        for gender, row in other.counts.items():
            self.counts[gender] = [a + b for a, b in zip(self.counts[gender], row, strict=True)]

    def f1(self, gender: str = "") -> float:
        """Return F1 of one gender (``"M"``, ``"F"``), or of both."""
        rows = [self.counts[gender]] if gender else list(self.counts.values())
        hits, spurious, missed = (sum(column) for column in zip(*rows, strict=True))
        return 2 * hits / (2 * hits + spurious + missed) if hits else 0.0

    @property
    def bias(self) -> float:
        """Feminine over masculine F1."""
        return self.f1("F") / self.f1("M") if self.f1("M") else 0.0
