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
    """A document for the ranker.

    Attributes
    ----------
    table : ndarray of int32, shape (m, COLUMNS)
        See `mentions.attributes`.
    hashes : ndarray of int64, shape (v,)
        The hash of each string of the document's vocabulary.
    heads : ndarray of int32, shape (n,)
        Heads of the tokens.
    order : ndarray of int32, shape (m,)
        The order in which mentions are linked.
    forced : ndarray of int32, shape (m,)
        The antecedent of each mention by a sieve, or -1.
    surname : ndarray of int32, shape (m,)
        The name after a title (*Captain Wentworth*), or -1: such a name joins no entity whose last one
        differs (*Captain Harville*), unless they share a part.
    owner : ndarray of int32, shape (m, 3)
        The head word of a phrase that belongs to a name (*Tom's mother*), and the name's first and last word,
        or -1: such a phrase joins no entity whose last one with that head belongs to another name.
    contrast : ndarray of int32, shape (m, 3)
        The head word of a phrase (*the left door*), a scale and a place on it, or -1: it joins no
        entity whose last one with that head is elsewhere on that scale.
    speaker, addressee : ndarray of int32, shape (q,)
        Mentions of each quotation's speaker and addressee, or -1.
    narrator : int
        The first "I" outside quotations, or -1.
    choice : ndarray of int32, shape (3,)
        A mention, or -1, and two others: the first may join only the entity of one of the two.
    """

    table: Ints
    hashes: Longs
    heads: Ints
    order: Ints
    forced: Ints
    surname: Ints
    owner: Ints
    contrast: Ints
    speaker: Ints
    addressee: Ints
    narrator: int
    choice: Ints


class Links(NamedTuple):
    """The links of m mentions.

    Attributes
    ----------
    entity, antecedent : ndarray of int32, shape (m,)
        Each mention's entity, and the mention that it was linked to (-1: new).
    why : ndarray of int32, shape (m, 2)
        The two templates with the largest weights for the link; -1 where a sieve decided.
    margin : ndarray of float32, shape (m,)
        The winner's score over the runner-up's.
    loss : float
        Summed over the mentions that were trained on.
    """

    entity: Ints
    antecedent: Ints
    why: Ints
    margin: Floats
    loss: float = 0.0

    @classmethod
    def empty(cls, n: int) -> Links:
        """Return links of n mentions without entities."""
        none = np.full((4, n), -1, np.int32)
        return cls(none[0], none[1], np.full((n, 2), -1, np.int32), np.zeros(n, np.float32))


class ShortlistRecords(NamedTuple):
    """The shortlist of each mention, to grow trees from.

    Attributes
    ----------
    features : ndarray of float32, shape (m, SHORT + 1, COLUMNS)
        See `shortlist`; of no mentions where nothing is recorded.
    labels : ndarray of int8, shape (m, SHORT + 1)
        The gold label of each candidate: 0 unknown (or no candidate), 1 wrong, 2 right.
    """

    features: Floats
    labels: NDArray[np.int8]


NO_RECORDS = ShortlistRecords(np.zeros((0, 0, 0), np.float32), np.zeros((0, 0), np.int8))


class TrainingInput(NamedTuple):
    """Gold labels of a document, and how to train on it.

    Attributes
    ----------
    gold : ndarray of int32, shape (m,)
        Gold entity of each mention, or -1.
    mode : ndarray of int32, shape (m,)
        0: not trained on; 1: fully annotated; 2: mentions without gold are unknown rather than singletons;
        3: only the candidates with gold, and those with names, are known;
        4: only the candidates with gold are known.
    oracle : bool
        Whether entities grow by gold links rather than predicted ones.
    drop : float
        The share of templates that are dropped for each mention.
    seed : int
        Of the choice of those templates.
    """

    gold: Ints
    mode: Ints
    rate: float = 0.0
    oracle: bool = False
    drop: float = 0.0
    seed: int = 0
    records: ShortlistRecords = NO_RECORDS


def no_training(n: int) -> TrainingInput:
    """Return the input of a document of n mentions that is not trained on."""
    return TrainingInput(np.full(n, -1, np.int32), np.zeros(n, np.int32))


class RankerState(NamedTuple):
    """What the ranker keeps while it processes a document.

    Attributes
    ----------
    entities : ndarray of int32, shape (m + 1, columns)
        See `entity_state`.
    salience, salience_at : ndarray of float32 and of int32, shape (m + 1,)
        The salience of each entity, and the sentence it refers to.
    by_head, by_name, previous_head, previous_name : ndarray of int32
        The last mention with a head word or name, and the one before each mention.
    speakers, addressees : ndarray of int32, shape (q,)
        The entities of *I* and *you* of each quotation, or -1.
    narrated : ndarray of int32
        The last entity of each class of pronouns outside quotations, or -1.
    """

    entities: Ints
    salience: Floats
    salience_at: Ints
    by_head: Ints
    by_name: Ints
    previous_head: Ints
    previous_name: Ints
    speakers: Ints
    addressees: Ints
    narrated: Ints


class LinkWorkspace(NamedTuple):
    """Buffers for one mention: its candidates, their features and scores, its shortlist.

    Attributes
    ----------
    found : ndarray of int32, shape (candidates, columns)
        See `candidates`; `slot_of` holds the row of each entity.
    places : ndarray of int64, shape (candidates + 1, templates)
        The features of each candidate, and of a new entity.
    pair, name, start : ndarray of int64
        The atoms of `templates`; `pairs` and `names` keep them by candidate.
    begun : ndarray of uint64
        Hashes of templates with their first atom.
    short, features
        See `shortlist`.
    """

    found: Ints
    slot_of: Ints
    saliences: Floats
    places: Longs
    scores: NDArray[np.float64]
    kept: NDArray[np.bool_]
    random: Hashes
    pair: Longs
    begun: Hashes
    name: Longs
    start: Longs
    pairs: Longs
    names: Longs
    short: Longs
    features: Floats


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
