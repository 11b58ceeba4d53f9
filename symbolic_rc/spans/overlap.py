"""Token overlap of every span of a story with a reference: F1, precision, recall, BLEU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.spans.inputs import block, lengths, ragged, span_bounds, span_table
from symbolic_rc.spans.measures import gram_orders, overlap_measure
from symbolic_rc.spans.ranked import Spans, best_alternative, empty_spans, finished
from symbolic_rc.spans.token_index import TokenIndex, index_tokens

#: Lengths that counts of a byte can tell apart.
_BYTE = 256

_BLOCK = 2048


def _space(tokens: int, longest: int, orders: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return working space for reach and counts of each order, and steps: bytes where they do."""
    kind = np.uint8 if longest < _BYTE else np.int32
    size = block(tokens, _BLOCK)
    return (
        np.zeros((orders, tokens + size), kind),
        np.zeros((orders, size), kind),
        np.arange(longest + 1).astype(kind),
    )


def overlap_spans(
    tokens: ArrayLike | TokenIndex,
    references: Sequence[Any],
    max_length: int | None = None,
    *,
    measure: str = "f1",
    min_length: int = 1,
    top: int = 1,
) -> Spans:
    """Find the spans of a story that share most tokens with each reference.

    Parameters
    ----------
    tokens : array of integers, shape (n,), or TokenIndex
        The story; index it once with `index_tokens` when calling several times.
    references : sequence
        One item a question: a vector of integers, or a list of vectors (alternatives: a span's score is its
        best over them).
    max_length : int, optional
        Longest span in tokens; None for every length.
    measure : {"f1", "precision", "recall", "bleu1", "bleu2", "bleu3", "bleu4"}
        Token F1, precision and recall as SQuAD's scorer counts them (Rajpurkar et al. 2016, section 6.1), or
        BLEU of one sentence with brevity penalty and without smoothing (Papineni et al. 2002, section 2.3).
    min_length : int
        Shortest span.
    top : int
        How many spans to keep for each question.

    Returns
    -------
    Spans
        Arrays of shape (questions, top); of equal scores the first start wins, then the shorter span.

    Raises
    ------
    DataError
        For input of another shape or type, an unknown measure, an empty range of lengths, or `top` below 1.

    Examples
    --------
    >>> found = overlap_spans([4, 1, 2, 1, 9], [[1, 1, 2]], max_length=3)
    >>> found.starts.tolist(), found.ends.tolist(), found.scores.tolist()
    ([[1]], [[4]], [[1.0]])
    """
    index = index_tokens(tokens)
    joined, bounds, groups = ragged("references", references)
    shortest, longest = lengths(min_length, max_length, len(index))
    numbers = overlap_measure(measure)
    found = empty_spans(bounds.size - 1, top)
    orders = gram_orders(measure)
    reach, counts, steps = _space(len(index), longest, orders)
    if orders > 1:
        from symbolic_rc.spans.kernels.bleu import bleu_best

        bleu_best(
            index.words,
            *index.lookup,
            joined,
            bounds,
            shortest,
            longest,
            reach,
            counts,
            steps,
            *found.room,
        )
        return finished(found, groups)
    from symbolic_rc.spans.kernels.overlap import overlap_best

    overlap_best(
        len(index),
        *index.lookup,
        joined,
        bounds,
        shortest,
        longest,
        numbers,
        counts.shape[1],
        reach[0],
        counts[0],
        steps,
        *found.room,
    )
    return finished(found, groups)


def overlap_table(
    tokens: ArrayLike | TokenIndex,
    reference: ArrayLike,
    max_length: int | None = None,
    *,
    measure: str = "f1",
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the overlap of every span up to a length with one reference.

    Parameters
    ----------
    tokens, reference, max_length, measure
        As `overlap_spans` takes them; `reference` is one vector.
    out : ndarray of float64, shape (max_length, n), optional
        Where to write.

    Returns
    -------
    ndarray of float64, shape (max_length, n)
        Row l - 1 holds the spans of length l, column s those that start at token s; 0 where a span would
        leave the story.

    Raises
    ------
    DataError
        As `overlap_spans`, and for `out` of another shape or type.

    Examples
    --------
    >>> overlap_table([4, 1, 2], [2, 1], max_length=2, measure="precision").tolist()
    [[0.0, 1.0, 1.0], [0.5, 1.0, 0.0]]
    """
    index = index_tokens(tokens)
    joined, _, _ = ragged("reference", [reference])
    table = span_table(max_length, len(index), out)
    numbers = overlap_measure(measure)
    orders = gram_orders(measure)
    reach, counts, steps = _space(len(index), table.shape[0], orders)
    if orders > 1:
        from symbolic_rc.spans.kernels.bleu import bleu_table

        bleu_table(
            index.words,
            *index.lookup,
            joined,
            table.shape[0],
            reach,
            counts,
            steps,
            table,
        )
        return table
    from symbolic_rc.spans.kernels.overlap import overlap_table as fill

    fill(
        len(index),
        *index.lookup,
        joined,
        table.shape[0],
        numbers,
        counts.shape[1],
        reach[0],
        counts[0],
        steps,
        table,
    )
    return table


def overlap_given(
    tokens: ArrayLike | TokenIndex,
    starts: ArrayLike,
    ends: ArrayLike,
    references: Sequence[Any],
    *,
    measure: str = "f1",
) -> NDArray[np.float64]:
    """Return the overlap of given spans (sentences, constituents) with each question's reference.

    Parameters
    ----------
    tokens, references, measure
        As `overlap_spans` takes them.
    starts, ends : array of integers, shape (spans,)
        Tokens of the story, ends exclusive; an empty span scores 0.

    Returns
    -------
    ndarray of float64, shape (questions, spans)

    Raises
    ------
    DataError
        As `overlap_spans`, and for spans outside the story.

    Examples
    --------
    >>> overlap_given([4, 1, 2], [0, 1], [1, 3], [[2, 1, 1, 1]], measure="recall").tolist()
    [[0.0, 0.5]]
    """
    index = index_tokens(tokens)
    joined, bounds, groups = ragged("references", references)
    first, last = span_bounds(starts, ends, len(index))
    numbers = overlap_measure(measure)
    values = np.zeros((bounds.size - 1, first.size))
    if (orders := gram_orders(measure)) > 1:
        from symbolic_rc.spans.kernels.bleu import bleu_given

        reach = np.zeros((orders, len(index)), np.int32)
        bleu_given(
            index.words,
            *index.lookup,
            joined,
            bounds,
            reach,
            first,
            last,
            values,
        )
        return best_alternative(values, groups)
    from symbolic_rc.spans.kernels.overlap import overlap_given as fill

    fill(index.words, index.bounds, index.keys, index.slots, joined, bounds, numbers, first, last, values)
    return best_alternative(values, groups)
