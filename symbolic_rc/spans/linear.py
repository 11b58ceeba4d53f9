"""Linear scores of many candidates with sparse features, and the best of each question."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans.inputs import floats, integers, offsets


def linear_scores(
    indptr: ArrayLike, indices: ArrayLike, weights: ArrayLike, values: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Return the score of every candidate: its sparse features times the weights.

    Parameters
    ----------
    indptr : array of integers, shape (candidates + 1,)
        Candidate c has the features ``indptr[c]`` to ``indptr[c + 1]``.
    indices : array of integers, shape (entries,)
        Which feature each entry is.
    weights : array of float32, shape (features,)
    values : array of float32, shape (entries,), optional
        1 each by default.

    Returns
    -------
    ndarray of float64, shape (candidates,)

    Raises
    ------
    DataError
        For input of another shape or type, or features outside `weights`.

    Examples
    --------
    >>> linear_scores([0, 2, 3], [0, 2, 1], [1.0, 4.0, 0.5]).tolist()
    [1.5, 4.0]
    """
    features = integers("indices", indices)
    bounds = offsets("indptr", indptr, features.size)
    table = floats("weights", weights)
    amounts = floats("values", np.ones(features.size, np.float32) if values is None else values)
    if amounts.size != features.size:
        raise DataError(f"values: {amounts.size} for {features.size} indices")
    if features.size and (features.min() < 0 or features.max() >= table.size):
        raise DataError(f"indices: outside the {table.size} weights")
    scores = np.zeros(bounds.size - 1)
    from symbolic_rc.spans.kernels.linear import sparse_scores

    sparse_scores(bounds, features, amounts, table, scores)
    return scores


def top_per_question(scores: ArrayLike, groups: ArrayLike, top: int) -> NDArray[np.int32]:
    """Return the best candidates of every question, best first.

    Parameters
    ----------
    scores : array of floats, shape (candidates,)
    groups : array of integers, shape (questions + 1,)
        Question q has the candidates ``groups[q]`` to ``groups[q + 1]``.
    top : int
        How many to return for each.

    Returns
    -------
    ndarray of int32, shape (questions, top)
        Indices into `scores`; of equal scores the first wins; -1 where a question has fewer.

    Raises
    ------
    DataError
        For input of another shape or type, NaN among the scores, or `top` below 1.

    Examples
    --------
    >>> top_per_question([1.0, 3.0, 3.0, 2.0], [0, 3, 4], 2).tolist()
    [[1, 2], [3, -1]]
    """
    values = floats("scores", scores, 1, np.float64)
    parts = offsets("groups", groups, values.size)
    if top < 1:
        raise DataError(f"top: expected at least 1, not {top}")
    if np.isnan(values).any():
        raise DataError("scores: NaN cannot be ordered")
    chosen = np.full((parts.size - 1, int(top)), -1, np.int32)
    from symbolic_rc.spans.kernels.linear import group_best

    group_best(values, parts, chosen)
    return chosen


def best_per_question(scores: ArrayLike, groups: ArrayLike) -> NDArray[np.int32]:
    """Return the best candidate of every question: `top_per_question` with one column, as a vector.

    Parameters
    ----------
    scores : ArrayLike
        Of all questions' candidates.
    groups : ArrayLike
        Where each question's candidates begin, with the end.

    Examples
    --------
    >>> best_per_question([1.0, 3.0, 3.0, 2.0], [0, 3, 4]).tolist()
    [1, 3]
    """
    return top_per_question(scores, groups, 1)[:, 0]
