"""The arrays of a question before a story that kernels take and return."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Flags, Hashes, Ints, Singles


class WordMatches(NamedTuple):
    """Which tokens of a story each content word of a question matches, and how well (0 to 1).

    The matches of word i are those from ``bounds[i]`` to ``bounds[i + 1]``.
    """

    bounds: Ints
    tokens: Ints
    weights: Singles


class EvidenceArrays(NamedTuple):
    """What of a question stands where in a story.

    How well each token matches each content word, directly or by coreference (words, n); what each word
    counts, rare words more, and the sum of that; the scores of the sentences.
    """

    best: Singles
    weight: Singles
    total: float
    sentences: Singles


class SentenceArrays(NamedTuple):
    """A sentence of the story: its tokens, its place among the best, and how much of the question it holds.

    Then its score, those of its neighbours, and that of the best; and how many sentences the story has.
    """

    base: int
    stop: int
    rank: int
    cover: float
    before: float
    after: float
    best: float
    sentences: int


class CandidateFeatures(NamedTuple):
    """The candidates of one question, and the features that the linear score is made of."""

    selected: Ints  # (m,): indices of candidates
    head_row: Ints  # (m,): the row of `head_ids` of each candidate's head
    head_ids: Hashes  # (t, HEADS): filled for tokens that are heads of candidates
    span_ids: Hashes  # (m, SPANS)
    dense: Singles  # (m, DENSE)
    sentences: Ints  # the sentences that were looked at, best first
    named: Ints  # the entities that the question names
    entities: Singles  # (entities, ENTITY_VALUES): what the story says of each, as `entity_evidence` fills it
    of_kind: Flags  # (n,): which tokens are nouns of the kind that is asked for
    similarity: Singles  # (2, n): of each token's governor to the gap's, of each token to the noun asked for


#: The columns of `Proposed.spans`; `COLUMN` is that of the list that the rule counts in, `RULE` its place.
ProposedColumn = IntEnum("ProposedColumn", "START END ENTITY COLUMN RULE", start=0)


class Proposed(NamedTuple):
    """The spans that the rules propose for a question (p, columns); no entity is -1.

    And how strongly, from 0 to 1, comparable within a rule.
    """

    spans: Ints
    strengths: Singles


#: Where no rule was asked.
NOTHING_PROPOSED = Proposed(np.zeros((0, len(ProposedColumn)), np.int32), np.zeros(0, np.float32))


class LinearInput(NamedTuple):
    """What the linear scorer takes of a question's candidates; see `CandidateFeatures`."""

    shapes: Hashes  # (candidates of the story, SHAPES)
    info: Ints  # (INFO,)
    selected: Ints
    head_row: Ints
    head_ids: Hashes
    span_ids: Hashes
    cues: Flags  # (m, cues): which cues speak for each candidate
    cue_ids: Hashes  # (cues, 2): the cues' hashed features
