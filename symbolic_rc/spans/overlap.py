"""Every span of a story against a reference: token F1, precision, recall, BLEU-1, and ROUGE-L (Lin 2004)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.arrays import Floats, Ints
from symbolic_rc.spans.inputs import Search, block, lengths, ragged, span_bounds
from symbolic_rc.spans.measures import overlap_measure, rouge_l_measure
from symbolic_rc.spans.ranked import Best, Spans, best_alternative, empty_spans, finished
from symbolic_rc.spans.token_index import TokenIndex, index_tokens

#: Lengths that counts of a byte can tell apart; bits of the shorter machine word.
_BYTE, _BITS = 256, 16
#: Starts that are stepped side by side; the states of the second stay in the first cache.
_BLOCK, _LCS_BLOCK = 2048, 1024


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
    from symbolic_rc.spans.kernels.overlap import overlap_best

    def find(search: Search, best: Best) -> None:
        tokens = search.lookup.places.size
        kind = np.uint8 if search.longest < _BYTE else np.int32
        size = block(tokens, _BLOCK)
        steps = np.arange(search.longest + 1).astype(kind)
        overlap_best(search, np.zeros(tokens + size, kind), np.zeros(size, kind), steps, best)

    return _best_spans(find, tokens, references, (min_length, max_length), overlap_measure(measure), top)


def _best_spans(
    find: Callable[[Search, Best], None],
    tokens: ArrayLike | TokenIndex,
    references: Sequence[Any],
    sizes: tuple[int, int | None],
    measure: Floats,
    top: int,
) -> Spans:
    """Return the best spans of some sizes for each question, as `find` writes them."""
    index = index_tokens(tokens)
    joined, bounds, groups = ragged(references)
    found = empty_spans(bounds.size - 1, top)
    find(Search(index.lookup, joined, bounds, *lengths(*sizes, len(index)), measure), found.room)
    return finished(found, groups)


def overlap_given(
    tokens: ArrayLike | TokenIndex,
    starts: ArrayLike,
    ends: ArrayLike,
    references: Sequence[Any],
    *,
    measure: str = "f1",
) -> Floats:
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
    from symbolic_rc.spans.kernels import overlap as kernels

    index = index_tokens(tokens)
    numbers = overlap_measure(measure)
    return _values(kernels.overlap_given, index, index.words, (starts, ends), references, numbers)


def _values(
    fill: Callable[..., None],
    index: TokenIndex,
    words: Ints,
    spans: tuple[ArrayLike, ArrayLike],
    references: Sequence[Any],
    measure: Floats,
) -> Floats:
    """Return the values of given spans for each question, as a kernel fills them."""
    joined, bounds, groups = ragged(references)
    first, last = span_bounds(*spans, len(index))
    values = np.zeros((bounds.size - 1, first.size))
    fill(Search(index.lookup, joined, bounds, 1, len(index), measure), words, first, last, values)
    return best_alternative(values, groups)


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
    from symbolic_rc.spans.kernels.lcs import lcs_best

    def find(search: Search, best: Best) -> None:
        tokens, longest = search.lookup.places.size, int(np.diff(search.bounds).max(initial=0))
        word: np.dtype[Any] = np.dtype(np.uint16 if longest <= _BITS else np.uint64)
        rows, size = max(1, -(-longest // (8 * word.itemsize))), block(tokens, _LCS_BLOCK)
        masks, states = np.zeros((rows, tokens + size), word), np.zeros((rows, size), word)
        lcs_best(search, masks, states, np.zeros(size, word), best)

    return _best_spans(find, tokens, references, (min_length, max_length), rouge_l_measure(beta), top)


def rouge_l_given(
    tokens: ArrayLike | TokenIndex,
    starts: ArrayLike,
    ends: ArrayLike,
    references: Sequence[Any],
    *,
    beta: float = 1.0,
) -> Floats:
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
    from symbolic_rc.spans.kernels.lcs import lcs_given

    index = index_tokens(tokens)
    return _values(lcs_given, index, index.tokens, (starts, ends), references, rouge_l_measure(beta))
