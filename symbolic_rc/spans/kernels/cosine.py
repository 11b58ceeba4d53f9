"""Cosines of summed word vectors of all spans with many questions.

A span's sum is never built. Its dot product with a question is the sum of its words' dot products, one number
a token; its norm does not depend on the question: ``|s + v|^2 = |s|^2 + v.v + 2 s.v``, where ``s.v`` is a sum
over a band of the matrix of the words' dot products among themselves. Sums run from a span's first token, not
over prefixes of the story, so that equal spans have equal scores to the last bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Floats, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.spans.kernels.bits import wide
from symbolic_rc.spans.kernels.select import insert
from symbolic_rc.spans.ranked import Best

#: Sums may be taken in any order: what makes them vectors.
_SUMS = {"reassoc", "contract", "nsz"}

#: Starts whose inverse norms stay in the first cache while all questions pass over them.
_PART = 256

#: Below this square a sum of word vectors counts as zero.
_ZERO = np.float32(1e-12)


@kernel(fastmath=_SUMS, inline="always")
def _six_dots(left: Singles, right: Singles, a: int, b: int, c: int, d: int, e: int) -> Any:
    """Return the products of rows a and b with rows c, d and e: (a.c, a.d, a.e), (b.c, b.d, b.e)."""
    ac = ad = ae = bc = bd = be = np.float32(0.0)
    for i in range(left.shape[1]):
        one, two = left[a, i], left[b, i]
        ac += one * right[c, i]
        bc += two * right[c, i]
        ad += one * right[d, i]
        bd += two * right[d, i]
        ae += one * right[e, i]
        be += two * right[e, i]
    return (ac, ad, ae), (bc, bd, be)


@kernel
def take_rows(table: Singles, rows: Ints, taken: Singles) -> None:
    """Copy rows of a table, zeros for -1 and behind each row."""
    size = table.shape[1]
    for i in range(rows.size):
        known, row = 0, taken[i]
        if rows[i] >= 0:
            known, source = size, table[rows[i]]
            for k in range(size):
                row[k] = source[k]
        row[known:] = 0.0


@kernel(fastmath=_SUMS)
def set_products(queries: Singles, vectors: Singles, products: Singles) -> None:
    """Write ``products[question, word]``.

    Not left to a matrix product of NumPy, whose last bits depend on how many questions are asked together.
    """
    wide()
    words, questions = vectors.shape[0], queries.shape[0]
    for word in range(0, words, 3):
        word2, word3 = min(word + 1, words - 1), min(word + 2, words - 1)
        for q in range(0, questions, 2):
            q2 = min(q + 1, questions - 1)
            dots, dots2 = _six_dots(queries, vectors, q, q2, word, word2, word3)
            products[q, word], products[q, word2], products[q, word3] = dots
            products[q2, word], products[q2, word2], products[q2, word3] = dots2


@kernel(fastmath=_SUMS)
def _set_band(words: Ints, vectors: Singles, first: int, longest: int, band: Singles) -> None:
    """Write ``band[back, i]``, the dot product of the words at ``first + i`` and ``first + i - back``."""
    wide()
    last = min(first + band.shape[1], words.size) - 1
    for row in range(first, last + 1, 2):
        row2 = min(row + 1, last)
        one, two = words[row], words[row2]
        for column in range(max(first, row - longest + 1), row2 + 1, 3):
            c, d, e = words[column], words[min(column + 1, last)], words[min(column + 2, last)]
            dots, dots2 = _six_dots(vectors, vectors, one, two, c, d, e)
            at, at2, back, back2 = row - first, row2 - first, row - column, row2 - column
            if back >= 2 and back2 < longest:
                band[back, at], band[back - 1, at], band[back - 2, at] = dots
                band[back2, at2], band[back2 - 1, at2], band[back2 - 2, at2] = dots2
                continue
            for k in range(3):
                if 0 <= back - k < longest:
                    band[back - k, at] = dots[k]
                if 0 <= back2 - k < longest:
                    band[back2 - k, at2] = dots2[k]


@kernel(error_model="numpy")  # a check for division by zero would keep the last loop scalar
def _set_inverses(words: Ints, vectors: Singles, first: int, band: Singles, inverses: Singles) -> None:
    """Write 1 / |sum| of the span of each length from each token: ``inverses[part, length - 1, i]``."""
    wide()
    parts, longest, size = inverses.shape
    _set_band(words, vectors, first, longest, band)
    # The last word's square and twice its products with the words before it, back to the span's start.
    added = np.zeros(band.shape[1])
    squares = np.zeros((parts, size))
    for length in range(1, longest + 1):
        sign = 1.0 if length == 1 else 2.0
        products = band[length - 1]
        for i in range(length - 1, added.size):
            added[i] += sign * products[i]
        for part in range(parts):
            ends = added[part * size + length - 1 :]
            square, row = squares[part], inverses[part, length - 1]
            width = max(0, min(size, words.size - first - part * size - length + 1))
            for i in range(width):
                square[i] += ends[i]
                single = np.float32(square[i])
                row[i] = np.float32(1.0) / np.sqrt(single) if single > _ZERO else np.float32(0.0)
            row[width:] = np.nan


@kernel
def spread(product: Singles, words: Ints, dots: Singles) -> None:
    """Write each token's dot product with a question."""
    wide()
    for i in range(words.size):
        dots[i] = product[words[i]]


@kernel
def set_peaks(dots: Singles, inverses: Singles, shortest: int, sums: Singles, peaks: Singles) -> None:
    """Write the highest cosine of the spans from each start; `sums` is working space."""
    wide()
    sums[:] = 0.0
    peaks[:] = -np.inf
    for length in range(1, shortest):
        for i in range(sums.size):
            sums[i] += dots[length - 1 + i]
    for length in range(shortest, inverses.shape[0] + 1):
        added, row = dots[length - 1 :], inverses[length - 1]
        for i in range(sums.size):
            sums[i] += added[i]
            value = sums[i] * row[i]
            peaks[i] = value if value > peaks[i] else peaks[i]


@kernel(fastmath={"nnan", "nsz"})
def highest(peaks: Singles) -> Any:
    """Return the largest peak."""
    wide()
    most = peaks[0]
    for i in range(peaks.size):
        most = peaks[i] if peaks[i] > most else most
    return most


@kernel
def keep_start(
    dots: Singles,
    inverses: Singles,
    offset: int,
    start: int,
    shortest: int,
    least: float,
    best: Best,
    row: int,
    filled: int,
) -> Any:
    """Merge the spans of one start with at least that cosine into the best; return how many there are."""
    total = np.float32(0.0)
    for length in range(1, inverses.shape[0] + 1):
        total += dots[offset + length - 1]
        value = total * inverses[length - 1, offset]
        if length >= shortest and value >= least:
            filled = insert(best, row, filled, value, start, length)
    return filled


@kernel
def cosine_best(
    words: Ints, vectors: Singles, products: Singles, shortest: int, longest: int, block: int, best: Best
) -> None:
    """Find the best spans for each question; ``products[question, word]``: words by unit questions."""
    scores = best.scores
    top, size = scores.shape[1], min(block, _PART)
    band = np.zeros((longest, block + longest), np.float32)
    inverses = np.zeros((block // size, longest, size), np.float32)
    dots = np.zeros(size + longest, np.float32)
    sums = np.zeros(size, np.float32)
    peaks = np.zeros(size, np.float32)
    filled = np.zeros(scores.shape[0], np.int64)
    for first in range(0, words.size, block):
        _set_inverses(words, vectors, first, band, inverses)
        for start in range(first, min(first + block, words.size), size):
            part = inverses[(start - first) // size]
            for q in range(products.shape[0]):
                spread(products[q], words[start : start + size + longest], dots)
                set_peaks(dots, part, shortest, sums, peaks)
                most = highest(peaks)
                if filled[q] == top and not most > scores[q, top - 1]:
                    continue  # later starts must be better, not equal, to be among the best
                only = most if top == 1 else -np.inf
                for i in range(min(size, words.size - start)):
                    if peaks[i] >= only and (filled[q] < top or peaks[i] > scores[q, top - 1]):
                        filled[q] = keep_start(dots, part, i, start + i, shortest, only, best, q, filled[q])
                        if top == 1:
                            break


@kernel
def cosine_given(
    words: Ints, vectors: Singles, products: Singles, firsts: Ints, lasts: Ints, values: Floats
) -> None:
    """Write the cosine of each given span with each question: ``values[question, span]``."""
    total = np.zeros(vectors.shape[1])
    for span in range(firsts.size):
        total[:] = 0.0
        for i in range(firsts[span], lasts[span]):
            for k in range(total.size):
                total[k] += vectors[words[i], k]
        square = 0.0
        for k in range(total.size):
            square += total[k] * total[k]
        inverse = 1.0 / np.sqrt(square) if square > 1e-12 else 0.0
        for q in range(products.shape[0]):
            value = 0.0
            for i in range(firsts[span], lasts[span]):
                value += products[q, words[i]]
            values[q, span] = value * inverse
