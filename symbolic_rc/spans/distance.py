"""Word distance (Hermann et al. 2015): how close a question's words stand to each candidate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.arrays import Ints, Singles
from symbolic_rc.core.errors import DataError
from symbolic_rc.spans.inputs import floats, integers


@dataclass(frozen=True, slots=True)
class Relation:
    """A sparse relation between question words (rows) and tokens of a story (columns).

    Exact, inflected, paraphrase and coreference matches are all entries of it; only their weights differ.

    Attributes
    ----------
    indptr : ndarray of int32, shape (words + 1,)
        Row i holds entries ``indptr[i]`` to ``indptr[i + 1]``.
    positions : ndarray of int32, shape (entries,)
        Tokens of the story; rising within a row.
    weights : ndarray of float32, shape (entries,)
        From 0 (no match) to 1 (the same word).
    n_tokens : int
        Length of the story in tokens.

    Examples
    --------
    >>> import numpy as np
    >>> relation = Relation(
    ...     np.array([0, 2, 3], np.int32), np.array([1, 5, 4], np.int32), np.ones(3, np.float32), 8
    ... )
    >>> relation.row(0)[0].tolist(), len(relation)
    ([1, 5], 2)
    """

    indptr: Ints
    positions: Ints
    weights: Singles
    n_tokens: int

    def __len__(self) -> int:
        return self.indptr.size - 1

    def row(self, word: int) -> tuple[Ints, Singles]:
        """Return the positions and weights of one question word's matches."""
        part = slice(self.indptr[word], self.indptr[word + 1])
        return self.positions[part], self.weights[part]


@dataclass(frozen=True, slots=True)
class Distances:
    """What `word_distance` found.

    Attributes
    ----------
    at : ndarray of float32, shape (mentions,)
        The distance at each mention.
    best : ndarray of float32, shape (candidates,)
        The least over each candidate's mentions; infinite for a candidate without mentions.
    where : ndarray of int32, shape (candidates,)
        The position with the least distance, the first of equal ones; -1 for a candidate without mentions.
    """

    at: Singles
    best: Singles
    where: Ints


#: What `kernels.distance.first_fault` counts.
_FAULTS = (
    "relation.indptr: offsets must rise from 0 to the number of positions",
    "relation.positions: outside the story",
    "candidates: offsets must rise from 0 to the number of mentions",
    "mentions: outside the story",
    "questions[0]: offsets must rise from 0 to the number of the relation's words",
    "questions[1]: offsets must rise from 0 to the number of candidates, one a question",
    "relation.positions: must rise within each word",
)


def word_distance(
    relation: Relation,
    candidates: ArrayLike,
    mentions: ArrayLike,
    *,
    cap: int = 8,
    shifts: ArrayLike | None = None,
    questions: tuple[ArrayLike, ArrayLike] | None = None,
) -> Distances:
    """Sum, for every mention of every candidate, the capped distances of the question's words.

    At position x a question word with matches p of weight w adds ``cap - max w (cap - |p - shift - x|)``,
    where matches further than `cap` count for nothing: the capped distance to the nearest match where all
    weights are 1, `cap` for a word without a match.

    Parameters
    ----------
    relation : Relation
        Question words by tokens of one story; with `questions`, the rows of many questions on it.
    candidates : array of integers, shape (candidates + 1,)
        Candidate c has the mentions ``candidates[c]`` to ``candidates[c + 1]``.
    mentions : array of integers, shape (mentions,)
        Positions in the story.
    cap : int
        Largest distance of one word; the paper's m, 8 there.
    shifts : array of integers, shape (words,), optional
        Where each question word is expected, from the candidate: its place in the question less that of the
        placeholder aligns the question with the story around the candidate; 0 (the default) takes the
        distance from the candidate itself.
    questions : pair of arrays of integers, each of shape (questions + 1,), optional
        For many questions in one call: where each one's rows of the relation start, and its candidates, with
        the ends. By default all are of one question.

    Returns
    -------
    Distances

    Raises
    ------
    DataError
        For input of another shape or type, positions outside the story, or a `cap` below 1.

    Notes
    -----
    Source: Hermann et al. (2015), section 3.1, "Word Distance Benchmark".

    Examples
    --------
    >>> relation = Relation(np.array([0, 1, 2]), np.array([1, 9]), np.ones(2), 12)
    >>> found = word_distance(relation, [0, 2, 3], [2, 8, 11])
    >>> found.at.tolist(), found.best.tolist(), found.where.tolist()
    ([8.0, 8.0, 10.0], [8.0, 10.0], [2, 11])
    """
    words = len(relation)
    indptr = integers("relation.indptr", relation.indptr)
    positions = integers("relation.positions", relation.positions)
    weights = floats("relation.weights", relation.weights)
    bounds, places = integers("candidates", candidates), integers("mentions", mentions)
    shift, rows = _single_question(words)
    groups = _single_question(max(0, bounds.size - 1))[1]
    if shifts is not None:
        shift = integers("shifts", shifts)
    if questions is not None:
        rows, groups = integers("questions[0]", questions[0]), integers("questions[1]", questions[1])
    if weights.size != positions.size:
        raise DataError(f"relation: {positions.size} positions, {weights.size} weights")
    if shift.size != words:
        raise DataError(f"shifts: expected one for each of the relation's {words} words")
    if cap < 1:
        raise DataError(f"cap: expected at least 1, not {cap}")
    count = max(bounds.size - 1, 0)
    found = Distances(
        np.empty(places.size, np.float32), np.empty(count, np.float32), np.empty(count, np.int32)
    )
    from symbolic_rc.spans.kernels.distance import word_distances

    fault = word_distances(
        indptr, positions, weights, int(relation.n_tokens), rows, shift, int(cap), groups, bounds, places,
        found.at, found.best, found.where,
    )  # fmt: skip
    if fault:
        raise DataError(_FAULTS[fault - 1])
    return found


@lru_cache(maxsize=256)
def _single_question(size: int) -> tuple[Ints, Ints]:
    """Return the shifts of that many words, and the offsets of one question that has them all."""
    made = np.zeros(size, np.int32), np.array((0, size), np.int32)
    for array in made:
        array.setflags(write=False)
    return made
