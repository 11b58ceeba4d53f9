"""Every span of a story against a reference: token F1, precision, recall, BLEU-1, and ROUGE-L (Lin 2004)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.spans.inputs import block, lengths, ragged, span_bounds
from symbolic_rc.spans.measures import overlap_measure, rouge_l_measure
from symbolic_rc.spans.ranked import Spans, best_alternative, empty_spans, finished
from symbolic_rc.spans.token_index import TokenIndex, index_tokens

#: Lengths that counts of a byte can tell apart.
_BYTE = 256

_BLOCK = 2048


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
    measure : {"f1", "precision", "recall", "bleu1"}
        Token F1, precision and recall as SQuAD's scorer counts them (Rajpurkar et al. 2016, section 6.1), or
        BLEU-1 of one sentence with brevity penalty (Papineni et al. 2002, section 2.3).
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
    joined, bounds, groups = ragged(references)
    shortest, longest = lengths(min_length, max_length, len(index))
    numbers = overlap_measure(measure)
    found = empty_spans(bounds.size - 1, top)
    kind = np.uint8 if longest < _BYTE else np.int32
    size = block(len(index), _BLOCK)
    reach, counts = np.zeros(len(index) + size, kind), np.zeros(size, kind)
    steps = np.arange(longest + 1).astype(kind)
    from symbolic_rc.spans.kernels.overlap import overlap_best

    overlap_best(
        len(index), index.lookup, joined, bounds, shortest, longest, numbers, reach, counts, steps, found.room
    )
    return finished(found, groups)


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
    joined, bounds, groups = ragged(references)
    first, last = span_bounds(starts, ends, len(index))
    numbers = overlap_measure(measure)
    values = np.zeros((bounds.size - 1, first.size))
    from symbolic_rc.spans.kernels import overlap as kernels

    kernels.overlap_given(index.words, index.lookup, joined, bounds, numbers, first, last, values)
    return best_alternative(values, groups)


#: Bits of the shorter machine word.
_BITS = 16

#: Starts that are stepped side by side; their states stay in the first cache.
_LCS_BLOCK = 1024


def _space(tokens: int, longest_reference: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return working space for masks, states and counts: the narrowest words that hold the reference."""
    word: np.dtype[Any] = np.dtype(np.uint16 if longest_reference <= _BITS else np.uint64)
    rows, size = max(1, -(-longest_reference // (8 * word.itemsize))), block(tokens, _LCS_BLOCK)
    return np.zeros((rows, tokens + size), word), np.zeros((rows, size), word), np.zeros(size, word)


def rouge_l_spans(
    tokens: ArrayLike | TokenIndex,
    references: Sequence[Any],
    max_length: int | None = None,
    *,
    min_length: int = 1,
    beta: float = 1.0,
    top: int = 1,
) -> Spans:
    """Find the spans of a story with the highest ROUGE-L for each reference.

    Parameters
    ----------
    tokens, references, max_length, min_length, top
        As `overlap_spans` takes them.
    beta : float
        Weight of recall against precision; 1 is the usual F1, 1.2 that of the COCO captions' scorer.

    Returns
    -------
    Spans
        Arrays of shape (questions, top); of equal scores the first start wins, then the shorter span.

    Raises
    ------
    DataError
        As `overlap_spans`.

    Notes
    -----
    Source: Lin (2004), "ROUGE: a package for automatic evaluation of summaries", equations 2 to 4;
    the bit-parallel step is Hyyrö (2004). Spans must not be empty; an empty reference gives 0 everywhere.

    Examples
    --------
    >>> found = rouge_l_spans([4, 1, 2, 3, 9], [[1, 3], [9]], max_length=3)
    >>> found.starts.tolist(), found.ends.tolist(), found.scores.round(2).tolist()
    ([[1], [4]], [[4], [5]], [[0.8], [1.0]])
    """
    index = index_tokens(tokens)
    joined, bounds, groups = ragged(references)
    shortest, longest = lengths(min_length, max_length, len(index))
    measure = rouge_l_measure(beta)
    found = empty_spans(bounds.size - 1, top)
    from symbolic_rc.spans.kernels.lcs import lcs_best

    masks, states, counts = _space(len(index), int(np.diff(bounds).max(initial=0)))
    lcs_best(
        len(index),
        index.lookup,
        joined,
        bounds,
        shortest,
        longest,
        measure,
        masks,
        states,
        counts,
        found.room,
    )
    return finished(found, groups)


def rouge_l_given(
    tokens: ArrayLike | TokenIndex,
    starts: ArrayLike,
    ends: ArrayLike,
    references: Sequence[Any],
    *,
    beta: float = 1.0,
) -> NDArray[np.float64]:
    """Return the ROUGE-L of given spans (sentences, constituents) for each question.

    Parameters
    ----------
    tokens, references, beta
        As `rouge_l_spans` takes them.
    starts, ends : array of integers, shape (spans,)
        Tokens of the story, ends exclusive; an empty span scores 0.

    Returns
    -------
    ndarray of float64, shape (questions, spans)

    Raises
    ------
    DataError
        As `rouge_l_spans`, and for spans outside the story.

    Examples
    --------
    >>> rouge_l_given([4, 1, 2], [0, 1], [1, 3], [[1, 2]]).tolist()
    [[0.0, 1.0]]
    """
    index = index_tokens(tokens)
    joined, bounds, groups = ragged(references)
    first, last = span_bounds(starts, ends, len(index))
    measure = rouge_l_measure(beta)
    values = np.zeros((bounds.size - 1, first.size))
    from symbolic_rc.spans.kernels.lcs import lcs_given

    lcs_given(index.tokens, joined, bounds, measure, first, last, values)
    return best_alternative(values, groups)
