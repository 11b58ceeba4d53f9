"""Sliding windows: sums of token weights for many window sizes at once."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans.inputs import floats, integers, offsets, output
from symbolic_rc.spans.token_index import TokenIndex, index_tokens


def _sizes(sizes: ArrayLike) -> NDArray[np.int32]:
    array = integers("sizes", np.atleast_1d(np.asarray(sizes)))
    if array.size and array.min() < 1:
        raise DataError("sizes: a window has at least one token")
    return array


def _scale(weights: NDArray[np.float64]) -> float:
    """Return the power of two that turns weights into integers whose sums cannot overflow."""
    if not np.isfinite(weights).all():
        raise DataError("weights: expected finite numbers")
    most = float(np.abs(weights).max(initial=0.0)) * max(1, weights.shape[-1])
    return 2.0 ** (52 - math.frexp(most)[1]) if most else 1.0


def window_scores(
    weights: ArrayLike, sizes: ArrayLike, *, out: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Return the sum of weights in every window of every size.

    Parameters
    ----------
    weights : array of floats, shape (n,)
        One a token: 0 where the token does not count.
    sizes : array of integers, shape (sizes,)
        Window sizes in tokens, from 1.
    out : ndarray of float64, shape (sizes, n), optional
        Where to write.

    Returns
    -------
    ndarray of float64, shape (sizes, n)
        ``[s, i]`` is the sum over tokens i to ``i + sizes[s]``, cut off at the story's end. Sums are taken in
        fixed point of 52 bits, so that windows of equal weights have equal sums wherever they stand.

    Raises
    ------
    DataError
        For weights that are not a vector of finite numbers, or sizes below 1.

    Notes
    -----
    Source: the sliding window of Richardson et al. (2013), algorithm 1, for one size; Smith et al. (2015),
    section 3.1, sum over many.

    Examples
    --------
    >>> window_scores([1, 0, 2, 1], [1, 3]).tolist()
    [[1.0, 0.0, 2.0, 1.0], [3.0, 3.0, 3.0, 1.0]]
    """
    values = floats("weights", weights, 1, np.float64)
    widths = _sizes(sizes)
    table = output(out, (widths.size, values.size))
    scale = _scale(values)
    from symbolic_rc.spans.kernels.windows import window_table

    window_table(values, widths, scale, table)
    return table


def best_windows(weights: ArrayLike, sizes: ArrayLike) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the heaviest window of every size, for many rows of weights on one story.

    Parameters
    ----------
    weights : array of floats, shape (rows, n)
        A row a question or choice.
    sizes : array of integers, shape (sizes,)
        Window sizes in tokens, from 1; a window larger than the story is the story.

    Returns
    -------
    starts : ndarray of int32, shape (rows, sizes)
        The first of equally heavy windows.
    totals : ndarray of float64, shape (rows, sizes)

    Raises
    ------
    DataError
        For weights that are not a matrix of finite numbers, or sizes below 1.

    Examples
    --------
    >>> starts, totals = best_windows([[1, 0, 2, 1]], [1, 2])
    >>> starts.tolist(), totals.tolist()
    ([[2, 2]], [[2.0, 3.0]])
    """
    values = floats("weights", weights, 2, np.float64)
    widths = _sizes(sizes)
    scale = _scale(values)
    starts = np.zeros((values.shape[0], widths.size), np.int32)
    totals = np.zeros((values.shape[0], widths.size))
    from symbolic_rc.spans.kernels.windows import window_best

    window_best(values, widths, scale, starts, totals)
    return starts, totals


def inverse_counts(tokens: ArrayLike | TokenIndex) -> NDArray[np.float64]:
    """Return the weight of every token by how rare its word is in the story: ``log(1 + 1 / count)``.

    Parameters
    ----------
    tokens : array of integers, shape (n,), or TokenIndex

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    DataError
        If `tokens` is not a vector of integers.

    Notes
    -----
    Source: Richardson et al. (2013), "MCTest", algorithm 1.

    Examples
    --------
    >>> inverse_counts([3, 8, 3]).round(3).tolist()
    [0.405, 0.693, 0.405]
    """
    index = index_tokens(tokens)
    return np.asarray(np.log1p(1.0 / np.diff(index.bounds))[index.words])


def tf_idf(tokens: ArrayLike | TokenIndex, bounds: ArrayLike) -> NDArray[np.float64]:
    """Return the TF-IDF of every token in its part (sentence, chunk) of the story.

    The weight of a token is ``log(parts / parts that hold its word)``; summed over a part's tokens it is
    TF-IDF with raw counts.

    Parameters
    ----------
    tokens : array of integers, shape (n,), or TokenIndex
    bounds : array of integers, shape (parts + 1,)
        Where each part starts; from 0 to n.

    Returns
    -------
    ndarray of float64, shape (n,)

    Raises
    ------
    DataError
        If `tokens` is not a vector of integers, or `bounds` no offsets of its parts.

    Examples
    --------
    >>> tf_idf([3, 8, 3], [0, 2, 3]).round(3).tolist()
    [0.0, 0.693, 0.0]
    """
    index = index_tokens(tokens)
    parts = offsets("bounds", bounds, len(index))
    part = np.repeat(np.arange(parts.size - 1), np.diff(parts))
    pairs = np.unique(index.words.astype(np.int64) * max(1, parts.size) + part)
    holding = np.bincount(pairs // max(1, parts.size), minlength=index.bounds.size - 1)
    return np.asarray(np.log((parts.size - 1) / np.maximum(holding, 1))[index.words])
