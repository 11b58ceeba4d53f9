"""The inputs, state and outputs of the ranker, as tuples of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float32]
Hashes = NDArray[np.uint64]


class RankerInput(NamedTuple):
    """A document of m mentions, n tokens and q quotations for the ranker."""

    table: Ints  # (m, COLUMNS), see `mentions.attributes`
    hashes: Longs  # of each string of the document's vocabulary
    heads: Ints  # (n,)
    order: Ints  # (m,), in which mentions are linked
    forced: Ints  # (m,), the antecedent of each mention by a sieve, or -1
    #: (m,): the name after a title (*Captain Wentworth*), or -1: such a name joins no entity whose last one
    #: differs (*Captain Harville*), unless they share a part.
    surname: Ints
    #: (m, 3): the head word of a phrase that belongs to a name (*Tom's mother*), and the name's first and
    #: last word, or -1: such a phrase joins no entity whose last one with that head belongs to another name.
    owner: Ints
    #: (m, 3): the head word of a phrase (*the left door*), a scale and a place on it, or -1: it joins no
    #: entity whose last one with that head is elsewhere on that scale.
    contrast: Ints
    speaker: Ints  # (q,), a mention or -1
    addressee: Ints  # (q,), a mention or -1
    narrator: int  # the first "I" outside quotations, or -1
    choice: Ints  # (3,), a mention, or -1, and two others: the first may join only the entity of one of these


class Links(NamedTuple):
    """The links of m mentions."""

    entity: Ints  # (m,)
    antecedent: Ints  # (m,), the mention that each was linked to; -1: none, it is new
    why: Ints  # (m, 2), the two templates with the largest weights for the link; -1 where a sieve decided
    margin: Floats  # (m,), the winner's score over the runner-up's
    loss: float = 0.0  # summed over the mentions that were trained on

    @classmethod
    def empty(cls, n: int) -> Links:
        """Return links of n mentions without entities."""
        none = np.full((4, n), -1, np.int32)
        return cls(none[0], none[1], np.full((n, 2), -1, np.int32), np.zeros(n, np.float32))


class ShortlistRecords(NamedTuple):
    """The shortlist of each mention, to grow trees from; of no mentions where nothing is recorded."""

    features: Floats  # (m, SHORT + 1, COLUMNS), see `shortlist`
    labels: NDArray[np.int8]  # (m, SHORT + 1), by candidate: 0 unknown (or no candidate), 1 wrong, 2 right


class TrainingInput(NamedTuple):
    """Gold labels of a document of m mentions, and how to train on it."""

    gold: Ints  # (m,), the gold entity of each mention, or -1
    #: (m,): 0 not trained on; 1 fully annotated; 2 mentions without gold are unknown rather than singletons;
    #: 3 only the candidates with gold, and those with names, are known; 4 only those with gold are known.
    mode: Ints
    rate: float = 0.0
    oracle: bool = False  # whether entities grow by gold links rather than predicted ones
    drop: float = 0.0  # the share of templates that are dropped for each mention
    seed: int = 0  # of the choice of those templates
    records: ShortlistRecords = ShortlistRecords(np.zeros((0, 0, 0), np.float32), np.zeros((0, 0), np.int8))


def no_training(n: int) -> TrainingInput:
    """Return the input of a document of n mentions that is not trained on."""
    return TrainingInput(np.full(n, -1, np.int32), np.zeros(n, np.int32))


class RankerState(NamedTuple):
    """What the ranker keeps while it processes a document of m mentions and q quotations."""

    entities: Ints  # (m + 1, columns), see `entity_state`
    salience: Floats  # (m + 1,), of each entity
    salience_at: Ints  # (m + 1,), the sentence it refers to
    by_head: Ints  # the last mention with each head word
    by_name: Ints  # the last mention with each name
    previous_head: Ints  # the one with the same head word before each mention
    previous_name: Ints  # the one with the same name before each mention
    speakers: Ints  # (q,), the entity of *I* in each quotation, or -1
    addressees: Ints  # (q,), the entity of *you* in each quotation, or -1
    narrated: Ints  # the last entity of each class of pronouns outside quotations, or -1


class LinkWorkspace(NamedTuple):
    """Buffers for one mention: its candidates, their features and scores, its shortlist."""

    found: Ints  # (candidates, columns), see `candidates`
    slot_of: Ints  # the row of each entity in `found`
    saliences: Floats
    places: Longs  # (candidates + 1, templates), the features of each candidate, and of a new entity
    scores: NDArray[np.float64]
    kept: NDArray[np.bool_]
    random: Hashes
    pair: Longs  # the atoms of `templates`, and those of `name` and `start`
    begun: Hashes  # of templates with their first atom
    name: Longs
    start: Longs
    pairs: Longs  # `pair` by candidate
    names: Longs  # `name` by candidate
    short: Longs  # see `shortlist`
    features: Floats  # see `shortlist`


class Interlocutors(NamedTuple):
    """Entities that speak and listen around a mention, or -1; and the two of `RankerInput.choice`."""

    speaker: int
    addressee: int
    narrator: int
    narrated: int
    choosing: bool
    one: int
    other: int


class CandidateContext(NamedTuple):
    """A candidate among the others: its ranks, and its role in the conversation."""

    rank: int
    salience: float
    salience_rank: int
    rivals: int
    speaker: int
    narrator: bool
