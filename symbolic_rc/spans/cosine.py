"""Cosine of summed word vectors of every span of a story with a question."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.arrays import Floats, Singles
from symbolic_rc.core.errors import DataError
from symbolic_rc.spans.inputs import floats, integers, lengths, lines, span_bounds
from symbolic_rc.spans.ranked import Spans, empty_spans, finished
from symbolic_rc.spans.token_index import TokenIndex, index_tokens


def _prepared(
    tokens: ArrayLike | TokenIndex, vectors: ArrayLike, queries: ArrayLike
) -> tuple[TokenIndex, Singles, Singles]:
    """Return a story's index, its distinct words' vectors, and their dot products with unit questions."""
    index = index_tokens(tokens)
    table, asked = np.asarray(vectors), floats("queries", queries, 2)
    if table.ndim != asked.ndim:
        raise DataError(f"vectors: expected two dimensions, not shape {table.shape}")
    words, size = table.shape
    if asked.shape[1] != size:
        raise DataError(f"queries: {asked.shape[1]} numbers each, but a word's vector has {size}")
    distinct = index.tokens[index.places[index.bounds[:-1]]]
    if distinct.size and (distinct.min() < -1 or distinct.max() >= words):
        raise DataError(f"tokens: expected rows of vectors, -1 to {words - 1}")
    chosen = lines((distinct.size, -(-size // 32) * 32))
    if table.dtype != np.float32 or not table.flags.c_contiguous:
        known = distinct >= 0
        table = np.asarray(table[distinct[known]], np.float32)
        distinct = np.where(known, np.cumsum(known) - 1, -1).astype(np.int32)
    norms = np.sqrt(np.einsum("ij,ij->i", asked, asked))
    norms[norms == 0] = 1
    unit = lines((asked.shape[0], chosen.shape[1]))
    unit[:, size:] = 0.0
    np.divide(asked, norms[:, None], out=unit[:, :size])
    products = np.empty((asked.shape[0], distinct.size), np.float32)
    from symbolic_rc.spans.kernels.cosine import set_products, take_rows

    take_rows(floats("vectors", table, 2), integers("tokens", distinct), chosen)
    set_products(unit, chosen, products)
    return index, chosen, products


def cosine_spans(
    tokens: ArrayLike | TokenIndex,
    vectors: ArrayLike,
    queries: ArrayLike,
    max_length: int | None = None,
    *,
    min_length: int = 1,
    top: int = 1,
) -> Spans:
    """Find the spans of a story whose summed word vectors lie closest to each question's vector.

    Parameters
    ----------
    tokens : array of integers, shape (n,), or TokenIndex
        The story as rows of `vectors`; -1 is an unknown word, which adds nothing.
    vectors : array of float32, shape (words, d)
        Only the rows that the story uses are read.
    queries : array of float32, shape (questions, d)
        The questions' vectors (sums of their words' vectors), of any length.
    max_length, min_length, top
        As `overlap_spans` takes them.

    Returns
    -------
    Spans
        Arrays of shape (questions, top); of equal cosines the first start wins, then the shorter span.
        A zero vector has cosine 0 with everything.

    Raises
    ------
    DataError
        For input of another shape or type, tokens outside `vectors`, an empty range of lengths, or `top`
        below 1.

    Notes
    -----
    Source: the cosine baseline of Kočiský et al. (2018), section 4.1. Single precision: cosines agree with
    their definition to about 1e-5, worse where a span's words nearly cancel out. Working space grows with the
    square of the longest span, 4 bytes each.

    Examples
    --------
    >>> found = cosine_spans([0, 1, 2], [[1, 0], [0, 1], [-1, 0]], [[1, 1], [-3, 0]], max_length=2)
    >>> found.starts.tolist(), found.ends.tolist()
    ([[0], [2]], [[2], [3]])
    """
    index, distinct, products = _prepared(tokens, vectors, queries)
    shortest, longest = lengths(min_length, max_length, len(index))
    found = empty_spans(products.shape[0], top)
    # the starts that go side by side: their norms fit the second cache, or take 16 MB at most
    block = max(64, min(1024, 2**22 // max(longest, 1) // 256 * 256))
    from symbolic_rc.spans.kernels.cosine import cosine_best

    cosine_best(index.words, distinct, products, shortest, longest, block, found.room)
    return finished(found)


def cosine_given(
    tokens: ArrayLike | TokenIndex, vectors: ArrayLike, starts: ArrayLike, ends: ArrayLike, queries: ArrayLike
) -> Floats:
    """Return the cosines of given spans (sentences, constituents) with each question.

    Parameters
    ----------
    tokens, vectors, queries
        As `cosine_spans` takes them.
    starts, ends : array of integers, shape (spans,)
        Tokens of the story, ends exclusive; an empty span has cosine 0.

    Returns
    -------
    ndarray of float64, shape (questions, spans)

    Raises
    ------
    DataError
        As `cosine_spans`, and for spans outside the story.

    Examples
    --------
    >>> cosine_given([0, 1], [[1, 0], [0, 1]], [0, 1], [2, 2], [[0, 2]]).round(2).tolist()
    [[0.71, 1.0]]
    """
    index, distinct, products = _prepared(tokens, vectors, queries)
    first, last = span_bounds(starts, ends, len(index))
    values = np.zeros((products.shape[0], first.size))
    from symbolic_rc.spans.kernels import cosine as kernels

    kernels.cosine_given(index.words, distinct, products, first, last, values)
    return values
