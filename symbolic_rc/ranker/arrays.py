"""The arrays of a question before a story that kernels take and return."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Flags, Hashes, Ints, Singles


class WordMatches(NamedTuple):
    """Which tokens of a story each content word of a question matches, and how well.

    Attributes
    ----------
    bounds : ndarray of int32, shape (words + 1,)
        Where each word's matches begin.
    tokens : ndarray of int32
    weights : ndarray of float32
        From 0 to 1.
    """

    bounds: Ints
    tokens: Ints
    weights: Singles


class EvidenceArrays(NamedTuple):
    """What of a question stands where in a story.

    Attributes
    ----------
    best : ndarray of float32, shape (words, n)
        How well each token matches each content word, directly or by coreference.
    weight : ndarray of float32, shape (words,)
        What each word counts: rare words more.
    total : float
        The sum of the weights.
    """

    best: Singles
    weight: Singles
    total: float


class CandidateFeatures(NamedTuple):
    """The candidates of one question, and the features that the linear score is made of.

    Attributes
    ----------
    selected : ndarray of int32, shape (m,)
        Indices of candidates.
    head_row : ndarray of int32, shape (m,)
        The row of `head_ids` of each candidate's head.
    head_ids : ndarray of uint32, shape (t, HEADS)
        Filled for tokens that are heads of candidates.
    span_ids : ndarray of uint32, shape (m, SPANS)
    dense : ndarray of float32, shape (m, DENSE)
    sentences : ndarray of int32
        The sentences that were looked at, best first.
    named : ndarray of int32
        The entities that the question names.
    entities : ndarray of float32, shape (entities, ENTITY_EVIDENCE)
        What the story says of each entity, as `entity_evidence` fills it.
    of_kind : ndarray of bool, shape (n,)
        Which tokens are nouns of the kind that is asked for.
    similarity : ndarray of float32, shape (2, n)
        Of each token's governor to the gap's, and of each token to the noun asked for.
    """

    selected: Ints
    head_row: Ints
    head_ids: Hashes
    span_ids: Hashes
    dense: Singles
    sentences: Ints
    named: Ints
    entities: Singles
    of_kind: Flags
    similarity: Singles


class ProposedColumn(IntEnum):
    """The columns of `Proposed.spans`; then the column of the list that the rule counts in, and its place."""

    START = 0
    END = 1
    ENTITY = 2
    COLUMN = 3
    RULE = 4


class Proposed(NamedTuple):
    """The spans (p) that the rules propose for a question.

    Attributes
    ----------
    spans : ndarray of int32, shape (p, 5)
        As `ProposedColumn` names its columns; no entity is -1.
    strengths : ndarray of float32, shape (p,)
        0 to 1; comparable within the rule.
    """

    spans: Ints
    strengths: Singles


#: Where no rule was asked.
NOTHING_PROPOSED = Proposed(np.zeros((0, len(ProposedColumn)), np.int32), np.zeros(0, np.float32))


class LinearInput(NamedTuple):
    """What the linear scorer takes of a question's candidates.

    Attributes
    ----------
    shapes : ndarray of uint32, shape (candidates of the story, SHAPES)
    info : ndarray of int32, shape (INFO,)
    selected, head_row, head_ids, span_ids : ndarray
        Of the `CandidateFeatures`.
    cues : ndarray of bool, shape (m, cues)
        Which cues speak for each candidate.
    cue_ids : ndarray of uint32, shape (cues, 2)
        The cues' hashed features.
    """

    shapes: Hashes
    info: Ints
    selected: Ints
    head_row: Ints
    head_ids: Hashes
    span_ids: Hashes
    cues: Flags
    cue_ids: Hashes
