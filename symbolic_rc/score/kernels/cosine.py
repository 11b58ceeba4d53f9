"""Cosines of summed word vectors of all spans with many questions.

A span's sum is never built. Its dot product with a question is the sum of its words' dot products, one number
a token; its norm does not depend on the question: ``|s + v|^2 = |s|^2 + v.v + 2 s.v``, where ``s.v`` is a sum
over a band of the matrix of the words' dot products among themselves. Sums run from a span's first token, not
over prefixes of the story, so that equal spans have equal scores to the last bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.score.kernels.select import insert

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]


#: Below this square a sum of word vectors counts as zero.
_ZERO = np.float32(1e-12)


@kernel(fastmath={"reassoc", "contract", "nsz"})
def four_dots(left: Singles, right: Singles, a: int, b: int, c: int, d: int) -> Any:
    """Return a.c, a.d, b.c and b.d of two rows each; together, since loading them is what takes the time."""
    ac = ad = bc = bd = np.float32(0.0)
    for i in range(left.shape[1]):
        ac += left[a, i] * right[c, i]
        ad += left[a, i] * right[d, i]
        bc += left[b, i] * right[c, i]
        bd += left[b, i] * right[d, i]
    return ac, ad, bc, bd


@kernel
def take_rows(table: Singles, rows: Ints, taken: Singles) -> None:
    """Copy rows of a table; -1 and what the table does not fill stay as they are."""
    for i in range(rows.size):
        if rows[i] >= 0:
            for k in range(table.shape[1]):
                taken[i, k] = table[rows[i], k]


@kernel
def set_products(queries: Singles, vectors: Singles, products: Singles) -> None:
    """Write ``products[question, word]``.

    Not left to a matrix product of NumPy, whose last bits depend on how many questions are asked together.
    """
    words, questions = vectors.shape[0], queries.shape[0]
    for q in range(0, questions, 2):
        q2 = min(q + 1, questions - 1)
        for word in range(0, words, 2):
            word2 = min(word + 1, words - 1)
            four = four_dots(queries, vectors, q, q2, word, word2)
            products[q, word], products[q, word2] = four[0], four[1]
            products[q2, word], products[q2, word2] = four[2], four[3]


@kernel
def set_band(words: Ints, vectors: Singles, first: int, longest: int, band: Singles) -> None:
    """Write ``band[back, i]``, the dot product of the words at ``first + i`` and ``first + i - back``.

    Only for words from `first` on; other entries are left alone.
    """
    last = min(first + band.shape[1], words.size) - 1
    for row in range(first, last + 1, 2):
        row2 = min(row + 1, last)
        for column in range(max(first, row - longest + 1), row2 + 1, 2):
            column2 = min(column + 1, last)
            products = four_dots(vectors, vectors, words[row], words[row2], words[column], words[column2])
            if column <= row:
                band[row - column, row - first] = products[0]
            if column2 <= row and row - column2 < longest:
                band[row - column2, row - first] = products[1]
            if row2 - column < longest:
                band[row2 - column, row2 - first] = products[2]
            if column2 <= row2:
                band[row2 - column2, row2 - first] = products[3]


@kernel(error_model="numpy")  # a check for division by zero would keep the last loop scalar
def set_inverses(words: Ints, vectors: Singles, first: int, band: Singles, inverses: Singles) -> None:
    """Write ``inverses[length - 1, i]``, 1 / |sum| of the span of that length from token ``first + i``.

    0 where the sum is zero, NaN where the span would leave the story, which no comparison lets win. `band`,
    of shape (longest, block + longest), is working space.
    """
    longest, block = inverses.shape
    set_band(words, vectors, first, longest, band)
    # The last word's square and twice its products with the words before it, back to the span's start.
    added = np.zeros(band.shape[1])
    squares = np.zeros(block)
    for length in range(1, longest + 1):
        sign = 1.0 if length == 1 else 2.0
        products, row = band[length - 1], inverses[length - 1]
        for i in range(length - 1, added.size):
            added[i] += sign * products[i]
        ends = added[length - 1 :]
        width = max(0, min(block, words.size - first - length + 1))
        for i in range(width):
            squares[i] += ends[i]
            square = np.float32(squares[i])
            row[i] = np.float32(1.0) / np.sqrt(square) if square > _ZERO else np.float32(0.0)
        row[width:] = np.nan


@kernel
def lengthen(dots: Singles, sums: Singles) -> None:
    """Lengthen a block of spans by a token each."""
    for i in range(sums.size):
        sums[i] += dots[i]


@kernel
def peak_row(dots: Singles, sums: Singles, inverses: Singles, peaks: Singles) -> None:
    """Lengthen a block of spans by a token each; raise the peak of each start to their cosines."""
    for i in range(sums.size):
        sums[i] += dots[i]
        value = sums[i] * inverses[i]
        peaks[i] = value if value > peaks[i] else peaks[i]


@kernel
def peak_rows(
    dots: Singles,
    sums: Singles,
    first: Singles,
    second: Singles,
    third: Singles,
    fourth: Singles,
    peaks: Singles,
) -> None:
    """Do what `peak_row` does for four tokens at once, each with its row of inverse norms."""
    dots2, dots3, dots4 = dots[1:], dots[2:], dots[3:]
    for i in range(sums.size):
        total, peak = sums[i], peaks[i]
        total += dots[i]
        value = total * first[i]
        peak = value if value > peak else peak
        total += dots2[i]
        value = total * second[i]
        peak = value if value > peak else peak
        total += dots3[i]
        value = total * third[i]
        peak = value if value > peak else peak
        total += dots4[i]
        value = total * fourth[i]
        peaks[i] = value if value > peak else peak
        sums[i] = total


@kernel(fastmath={"nnan", "nsz"})
def highest(peaks: Singles) -> Any:
    """Return the largest peak."""
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
    scores: Floats,
    starts: Ints,
    lengths: Ints,
    filled: int,
) -> Any:
    """Merge the spans of one start with at least that cosine into the best; return how many there are."""
    total = np.float32(0.0)
    for length in range(1, inverses.shape[0] + 1):
        total += dots[offset + length - 1]
        value = total * inverses[length - 1, offset]
        if length >= shortest and value >= least:
            filled = insert(scores, starts, lengths, filled, value, start, length)
    return filled


@kernel
def cosine_best(
    words: Ints,
    vectors: Singles,
    products: Singles,
    shortest: int,
    longest: int,
    block: int,
    scores: Floats,
    starts: Ints,
    lengths: Ints,
) -> None:
    """Find the best spans for each question; ``products[question, word]``: words by unit questions."""
    top = scores.shape[1]
    band = np.zeros((longest, block + longest), np.float32)
    inverses = np.zeros((longest, block), np.float32)
    dots = np.zeros(block + longest, np.float32)
    sums = np.zeros(block, np.float32)
    peaks = np.zeros(block, np.float32)
    filled = np.zeros(scores.shape[0], np.int64)
    for first in range(0, words.size, block):
        set_inverses(words, vectors, first, band, inverses)
        reach = min(words.size - first, block + longest - 1)
        for q in range(products.shape[0]):
            product = products[q]
            for i in range(reach):
                dots[i] = product[words[first + i]]
            sums[:] = 0.0
            peaks[:] = -np.inf
            for length in range(1, shortest):
                lengthen(dots[length - 1 :], sums)
            length = shortest
            while length + 3 <= longest:
                peak_rows(
                    dots[length - 1 :],
                    sums,
                    inverses[length - 1],
                    inverses[length],
                    inverses[length + 1],
                    inverses[length + 2],
                    peaks,
                )
                length += 4
            while length <= longest:
                peak_row(dots[length - 1 :], sums, inverses[length - 1], peaks)
                length += 1
            most = highest(peaks)
            if filled[q] == top and not most > scores[q, top - 1]:
                continue  # later starts must be better, not equal, to be among the best
            only = most if top == 1 else -np.inf
            for i in range(min(block, words.size - first)):
                if peaks[i] >= only and (filled[q] < top or peaks[i] > scores[q, top - 1]):
                    filled[q] = keep_start(
                        dots,
                        inverses,
                        i,
                        first + i,
                        shortest,
                        only,
                        scores[q],
                        starts[q],
                        lengths[q],
                        filled[q],
                    )
                    if top == 1:
                        break


@kernel
def cosine_table(words: Ints, vectors: Singles, products: Singles, block: int, table: Floats) -> None:
    """Write the cosine of every span with one question: ``table[length - 1, start]``."""
    longest = table.shape[0]
    band = np.zeros((longest, block + longest), np.float32)
    inverses = np.zeros((longest, block), np.float32)
    sums = np.zeros(block, np.float32)
    for first in range(0, words.size, block):
        set_inverses(words, vectors, first, band, inverses)
        sums[:] = 0.0
        for length in range(1, longest + 1):
            width = min(block, words.size - first - length + 1)
            row = table[length - 1, first:]
            for i in range(width):
                sums[i] += products[words[first + i + length - 1]]
                row[i] = sums[i] * inverses[length - 1, i]
            for i in range(max(width, 0), min(block, words.size - first)):
                row[i] = 0.0


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
