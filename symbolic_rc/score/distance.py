"""Word distance (Hermann et al. 2015): how close a question's words stand to each candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.core.errors import DataError
from symbolic_rc.score.inputs import floats, integers, offsets
from symbolic_rc.score.relation import Relation


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

    at: NDArray[np.float32]
    best: NDArray[np.float32]
    where: NDArray[np.int32]


def word_distance(
    relation: Relation,
    candidates: ArrayLike,
    mentions: ArrayLike,
    *,
    cap: int = 8,
    costs: ArrayLike | None = None,
    shifts: ArrayLike | None = None,
    questions: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> Distances:
    """Sum, for every mention of every candidate, the capped distances of the question's words.

    At position x a question word with matches p of weight w adds
    ``cost * (cap - max w (cap - |p - shift - x|))``, where matches further than `cap` count for nothing: the
    capped distance to the nearest match where all weights are 1, ``cost * cap`` for a word without a match.

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
    costs : array of float32, shape (words,), optional
        Weight of each question word; 1 by default.
    shifts : array of integers, shape (words,), optional
        Where each question word is expected, from the candidate: its place in the question less that of the
        placeholder aligns the question with the story around the candidate; 0 (the default) takes the
        distance from the candidate itself.
    questions, groups : arrays of integers, shape (questions + 1,), optional
        For many questions in one call: question q has rows ``questions[q]`` to ``questions[q + 1]`` of the
        relation and candidates ``groups[q]`` to ``groups[q + 1]``. By default all are of one question.

    Returns
    -------
    Distances

    Raises
    ------
    DataError
        For input of another shape or type, positions outside the story, or a `cap` below 1.

    Notes
    -----
    Source: Hermann et al. (2015), section 2.2, "Word Distance Benchmark".

    Examples
    --------
    >>> relation = Relation(np.array([0, 1, 2]), np.array([1, 9]), np.ones(2), 12)
    >>> found = word_distance(relation, [0, 2, 3], [2, 8, 11])
    >>> found.at.tolist(), found.best.tolist(), found.where.tolist()
    ([8.0, 8.0, 10.0], [8.0, 10.0], [2, 11])
    """
    words = len(relation)
    positions = integers("relation.positions", relation.positions)
    indptr = offsets("relation.indptr", relation.indptr, positions.size)
    weights = floats("relation.weights", relation.weights)
    places = integers("mentions", mentions)
    bounds = offsets("candidates", candidates, places.size)
    if weights.size != positions.size:
        raise DataError(f"relation: {positions.size} positions, {weights.size} weights")
    for name, array in (("relation.positions", positions), ("mentions", places)):
        if array.size and (array.min() < 0 or array.max() >= relation.n_tokens):
            raise DataError(f"{name}: outside a story of {relation.n_tokens} tokens")
    if cap < 1:
        raise DataError(f"cap: expected at least 1, not {cap}")
    cost = floats("costs", np.ones(words, np.float32) if costs is None else costs)
    shift = integers("shifts", np.zeros(words, np.int32) if shifts is None else shifts)
    if cost.size != words or shift.size != words:
        raise DataError(f"costs and shifts: expected one for each of the relation's {words} words")
    rows = offsets("questions", (0, words) if questions is None else questions, words)
    parts = offsets("groups", (0, bounds.size - 1) if groups is None else groups, bounds.size - 1)
    if rows.size != parts.size:
        raise DataError(f"questions and groups: {rows.size - 1} questions, {parts.size - 1} groups")
    found = Distances(
        np.zeros(places.size, np.float32),
        np.zeros(bounds.size - 1, np.float32),
        np.zeros(bounds.size - 1, np.int32),
    )
    from symbolic_rc.score.kernels.distance import word_distances

    word_distances(
        indptr,
        positions,
        weights,
        int(relation.n_tokens),
        rows,
        cost,
        shift,
        int(cap),
        parts,
        bounds,
        places,
        found.at,
        found.best,
        found.where,
    )
    return found


def relation_of(rows: Sequence[Sequence[tuple[int, float]]], n_tokens: int) -> Relation:
    """Return a relation from one list of (position, weight) a question word; positions must rise."""
    indptr = np.zeros(len(rows) + 1, np.int32)
    np.cumsum([len(row) for row in rows], out=indptr[1:])
    return Relation(
        indptr,
        np.array([position for row in rows for position, _ in row], np.int32),
        np.array([weight for row in rows for _, weight in row], np.float32),
        n_tokens,
    )
