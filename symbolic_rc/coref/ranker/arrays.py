"""What the ranker takes, remembers and fills in, as tuples of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float32]


class Document(NamedTuple):
    """What the ranker takes of a document.

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
        The mention that a sure sieve linked each mention to, or -1.
    surname : ndarray of int32, shape (m,)
        What a title is followed by (*Captain Wentworth*), or -1: such a name joins no entity whose last one
        is another (*Captain Harville*), unless they share a part.
    owner : ndarray of int32, shape (m, 3)
        The head word of a phrase that belongs to a name (*Tom's mother*), and the name's first and last word,
        or -1: such a phrase joins no entity whose last one with that head belongs to another name.
    speaker, addressee : ndarray of int32, shape (q,)
        Mentions that speak, and are spoken to, by quotation; or -1.
    narrator : int
        The first "I" outside quotations, or -1.
    choice : ndarray of int32, shape (3,)
        A mention, or -1, and two others: the first may join the entity of one of the two alone.
    """

    table: Ints
    hashes: Longs
    heads: Ints
    order: Ints
    forced: Ints
    surname: Ints
    owner: Ints
    speaker: Ints
    addressee: Ints
    narrator: int
    choice: Ints


#: The columns of `Document.choice`.
PRONOUN, ONE, OTHER = range(3)


class Decisions(NamedTuple):
    """What the ranker fills in for m mentions.

    Attributes
    ----------
    entity, antecedent : ndarray of int32, shape (m,)
        Each mention's entity, and the mention that it was linked to (-1: new).
    why : ndarray of int32, shape (m, 2)
        The two templates that spoke most for the link; -1 where a sieve decided.
    margin : ndarray of float32, shape (m,)
        The winner's score over the runner-up's.
    """

    entity: Ints
    antecedent: Ints
    why: Ints
    margin: Floats


class Notes(NamedTuple):
    """What is kept of each mention's short list, to grow trees from.

    Attributes
    ----------
    views : ndarray of float32, shape (m, SHORT + 1, COLUMNS)
        See `shortlist`; of no mentions where nothing is kept.
    judged : ndarray of int8, shape (m, SHORT + 1)
        What the gold says of each candidate: 0 nothing (or there is none), 1 wrong, 2 right.
    """

    views: Floats
    judged: NDArray[np.int8]


NO_NOTES = Notes(np.zeros((0, 0, 0), np.float32), np.zeros((0, 0), np.int8))


class Lesson(NamedTuple):
    """How to learn from a document.

    Attributes
    ----------
    gold : ndarray of int32, shape (m,)
        Gold entity of each mention, or -1.
    mode : ndarray of int32, shape (m,)
        0: not trained on; 1: fully annotated; 2: mentions without gold are unknown rather than alone;
        3: only the candidates with gold, and those with names, are known;
        4: only the candidates with gold are known.
    rate : float
    oracle : bool
        Whether entities grow as the gold says rather than as predicted.
    drop : float
        The share of templates that each mention does without, so that none is leant on alone.
    seed : int
        Of the choice of those templates.
    notes : Notes
    """

    gold: Ints
    mode: Ints
    rate: float
    oracle: bool
    drop: float
    seed: int
    notes: Notes


class Memory(NamedTuple):
    """What the ranker remembers while it goes through a document; see `state` and `proposals`."""

    state: Ints
    salience: Floats
    salience_at: Ints
    by_head: Ints
    by_name: Ints
    previous_head: Ints
    previous_name: Ints
    speaking: Ints
    addressed: Ints
    told: Ints


class Bench(NamedTuple):
    """What is filled in anew for each mention: its candidates, their features and scores, its short list."""

    found: Ints
    slot_of: Ints
    saliences: Floats
    places: Longs
    scores: NDArray[np.float64]
    kept: NDArray[np.bool_]
    random: NDArray[np.uint64]
    pair: Longs
    begun: NDArray[np.uint64]
    name: Longs
    start: Longs
    pairs: Longs
    names: Longs
    short: Longs
    views: Floats


class Speech(NamedTuple):
    """Entities that speak and listen around a mention, or -1; and the two that it is to choose between."""

    talker: int
    listener: int
    narrator: int
    narratee: int
    choosing: bool
    one: int
    other: int


class Standing(NamedTuple):
    """A candidate among the others: its ranks, and what it is in the conversation."""

    rank: int
    salience: float
    salience_rank: int
    rivals: int
    speaker: int
    narrator: bool
