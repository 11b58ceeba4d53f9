"""Training of the speaker model on LitBank's quotations.

Entities are those of rankers that were not trained on the document. As few quotations lack a verb of saying,
each document is used twice: as it is, and with half of the verbs of saying hidden.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.linking import apply_sieves, link_all
from symbolic_rc.coref.model import EntityRanker
from symbolic_rc.coref.quotations import conversations as C
from symbolic_rc.coref.quotations.conversations import Chain, Floats
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.speakers import turns_of
from symbolic_rc.train.coref.corpora import GoldDocument, TokenAlignment
from symbolic_rc.train.coref.examples import CorefExample, in_turn

log = logging.getLogger(__name__)

FOLDS, HIDDEN, SEED = 4, 0.5, 1
EPOCHS, RATE, L2 = 40, 0.3, 1.0
#: Adam's decays of the gradient's mean and of its square's (Kingma and Ba 2015).
_MEAN, _SQUARE = 0.9, 0.99

#: Of each turn, which candidates are the gold speaker; None where that is not trained on.
Allowed = list[NDArray[np.bool_] | None]


def match_quotations(
    document: GoldDocument, aligned: TokenAlignment, quotes: Sequence[Quotation]
) -> list[tuple[int, int]]:
    """Return for each gold quotation the found one that overlaps most, or -1, and its gold speaker.

    Speakers are numbered by the document's clusters; -2 is none of them.
    """
    numbers = {key: i for i, key in enumerate(document.clusters)}
    own = [aligned.to_gold(q.start, q.end) for q in quotes]
    found = []
    for quote in document.quotes:
        shared = [min(end, quote.end) - max(start, quote.start) for start, end in own]
        best = max(range(len(own)), key=shared.__getitem__, default=-1)
        overlaps = best >= 0 and shared[best] > 0
        found.append((best if overlaps else -1, numbers.get(quote.speaker, -2)))
    return found


def training_chains(
    example: CorefExample, entity: NDArray[np.int32], hide: float = 0.0
) -> Iterator[tuple[Chain, Allowed]]:
    """Yield a LitBank document's conversations, with the candidates of each open turn that are its speaker.

    `entity` is that of each mention; the share `hide` of turns with a precise rule is treated as open.
    """
    document, gold = example.document, example.gold
    assert isinstance(gold, GoldDocument)
    assert example.aligned is not None
    quotes = document.quotes
    paragraphs = [int(document.syntax.paragraphs[quote.start]) for quote in quotes]
    turns = turns_of(paragraphs, [quote.rule for quote in quotes])
    precise = np.array([C.has_precise_rule(quotes, turn) for turn in turns], bool)
    drawn = np.random.default_rng(SEED).random(len(turns)) < hide
    hidden = set(np.flatnonzero(precise & drawn).tolist())
    known = set(np.flatnonzero(precise & ~drawn).tolist())
    speaker = dict(match_quotations(gold, example.aligned, quotes))
    for chain in C.Conversations(document.syntax, document.mentions, quotes, entity, hidden).open_chains():
        allowed: Allowed = []
        for t, people in zip(chain.turns, chain.candidates, strict=True):
            wanted = next((speaker[i] for i in turns[t] if i in speaker), -2)
            right = example.labels.gold[people] == wanted
            allowed.append(right if right.any() and t not in known else None)
        if any(right is not None for right in allowed):
            yield chain, allowed


def fit_chains(training: Sequence[tuple[Chain, Allowed]]) -> Floats:
    """Return the weights that maximise the likelihood of the gold speakers, by gradient ascent."""
    weights, mean, square = (np.zeros(len(C.FEATURES)) for _ in range(3))
    for epoch in range(EPOCHS):
        gradient, gain = -L2 * weights, 0.0
        for chain, allowed in training:
            total, expected, _ = C.expect(chain, weights)
            right, wanted, _ = C.expect(chain, weights, allowed)
            gradient += wanted - expected
            gain += right - total
        mean = _MEAN * mean + (1 - _MEAN) * gradient
        square = _SQUARE * square + (1 - _SQUARE) * gradient**2
        step = mean / (1 - _MEAN ** (epoch + 1))
        size = np.sqrt(square / (1 - _SQUARE ** (epoch + 1))) + 1e-8
        weights = weights + RATE * (1 - epoch / EPOCHS) * step / size
    log.info("speakers: %d conversations, log-likelihood %.1f", len(training), gain)
    return weights


def train_speakers(
    litbank: Sequence[CorefExample], train: Callable[[Sequence[CorefExample]], EntityRanker]
) -> Floats:
    """Train the weights of conversations on entities of rankers that `train` learned from other documents."""
    training: list[tuple[Chain, Allowed]] = []
    for _, rest, own in in_turn(litbank, FOLDS):
        ranker = train(rest)
        for example in own:
            entity = link_all(apply_sieves(example.document), ranker).entity
            for hide in (0.0, HIDDEN):
                training += training_chains(example, entity, hide)
    return fit_chains(training)
