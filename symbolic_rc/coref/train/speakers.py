"""Learns who speaks where no verb of saying tells, from LitBank's quotations.

Entities are those of rankers that did not see the document. Few quotations leave it open who speaks, so each
document is learned from twice: as it is, and with half of the verbs of saying hidden.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.linking import link_all, surely
from symbolic_rc.coref.model import Ranker
from symbolic_rc.coref.quotations.chains import Chain, Floats, expect
from symbolic_rc.coref.quotations.conversations import FEATURES, conversations
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.speakers import SURE
from symbolic_rc.coref.quotations.turns import turns_of
from symbolic_rc.coref.train.corpora import Alignment, GoldDocument
from symbolic_rc.coref.train.examples import Example

log = logging.getLogger(__name__)

FOLDS, HIDDEN, SEED = 4, 0.5, 1
EPOCHS, RATE, L2 = 40, 0.3, 1.0
#: Adam's decays of the gradient's mean and of its square's (Kingma and Ba 2015).
_MEAN, _SQUARE = 0.9, 0.99

Allowed = list[NDArray[np.bool_] | None]


def spoken(document: GoldDocument, aligned: Alignment, quotes: Sequence[Quotation]) -> list[tuple[int, int]]:
    """Return for each gold quotation the own one that it overlaps most, or -1, and its gold speaker.

    Speakers are numbered by the document's clusters; -2 is none of them.
    """
    numbers = {key: i for i, key in enumerate(document.clusters)}
    own = [aligned.to_gold(q.start, q.end) for q in quotes]
    found = []
    for quote in document.quotes:
        shared = [min(end, quote.end) - max(start, quote.start) for start, end in own]
        best = max(range(len(own)), key=shared.__getitem__, default=-1)
        touching = best >= 0 and shared[best] > 0
        found.append((best if touching else -1, numbers.get(quote.speaker, -2)))
    return found


def lessons(
    example: Example, entity: NDArray[np.int32], hide: float = 0.0
) -> Iterator[tuple[Chain, Allowed]]:
    """Yield an example's conversations, with the candidates of each open turn that are its gold speaker.

    Parameters
    ----------
    example : Example
        A document of LitBank.
    entity : ndarray of int32
        Of each mention.
    hide : float
        The share of sure turns that are taken as open.
    """
    reading, document = example.reading, example.document
    assert isinstance(document, GoldDocument)
    assert example.aligned is not None
    turns = turns_of([int(reading.syntax.paragraphs[quote.start]) for quote in reading.quotes])
    told = {t for t, turn in enumerate(turns) if any(reading.quotes[i].rule in SURE for i in turn)}
    chance = np.random.default_rng(SEED).random(len(turns))
    unsaid = {t for t in told if chance[t] < hide}
    gold = dict(spoken(document, example.aligned, reading.quotes))
    chains = conversations(reading.syntax, reading.mentions, reading.quotes, entity, unsaid)
    for chain in chains:
        allowed: Allowed = []
        for t, people in zip(chain.turns, chain.candidates, strict=True):
            right = example.labels.gold[people] == next((gold[i] for i in turns[t] if i in gold), -2)
            allowed.append(right if right.any() and (t not in told or t in unsaid) else None)
        if any(right is not None for right in allowed):
            yield chain, allowed


def fit_chains(learned: Sequence[tuple[Chain, Allowed]]) -> Floats:
    """Return the weights under which the gold speakers are likeliest, by gradient ascent."""
    weights, mean, square = (np.zeros(len(FEATURES)) for _ in range(3))
    for epoch in range(EPOCHS):
        gradient, gain = -L2 * weights, 0.0
        for chain, allowed in learned:
            total, expected, _ = expect(chain, weights)
            right, wanted, _ = expect(chain, weights, allowed)
            gradient += wanted - expected
            gain += right - total
        mean = _MEAN * mean + (1 - _MEAN) * gradient
        square = _SQUARE * square + (1 - _SQUARE) * gradient**2
        step = mean / (1 - _MEAN ** (epoch + 1))
        size = np.sqrt(square / (1 - _SQUARE ** (epoch + 1))) + 1e-8
        weights = weights + RATE * (1 - epoch / EPOCHS) * step / size
    log.info("speakers: %d conversations, log-likelihood %.1f", len(learned), gain)
    return weights


def train_speakers(litbank: Sequence[Example], train: Callable[[Sequence[Example]], Ranker]) -> Floats:
    """Learn the weights of conversations; entities are found by rankers that `train` learned from others."""
    learned: list[tuple[Chain, Allowed]] = []
    for fold in range(FOLDS):
        ranker = train([example for i, example in enumerate(litbank) if i % FOLDS != fold])
        for example in litbank[fold::FOLDS]:
            entity = link_all(surely(example.reading), ranker).entity
            learned += [lesson for hide in (0.0, HIDDEN) for lesson in lessons(example, entity, hide)]
    return fit_chains(learned)
