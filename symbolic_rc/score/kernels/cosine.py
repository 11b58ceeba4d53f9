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


@kernel(fastmath={"reassoc", "contract", "nsz"})
def dot(a: Singles, b: Singles) -> Any:
    """Return the dot product of two vectors."""
    total = np.float32(0.0)
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@kernel
def inverse_norms(
    words: Ints, vectors: Singles, first: int, block: int, band: Floats, inverses: Singles
) -> None:
    """Write ``inverses[length - 1, i]``, 1 / |sum| of the span of that length from token ``first + i``.

    0 where the sum is zero; `band` is working space of shape (block + longest, longest).
    """
    longest = inverses.shape[0]
    last = min(first + block + longest - 1, words.size)
    for end in range(first, last):
        total = 0.0
        for back in range(min(longest, end - first + 1)):
            total += np.float64(dot(vectors[words[end]], vectors[words[end - back]]))
            # band[., k] is the last token's square and its products with the k tokens before it, twice.
            if back == 0:
                square = total
            band[end - first, back] = 2.0 * total - square
    squares = np.zeros(block)
    for length in range(1, longest + 1):
        for i in range(min(block, words.size - first - length + 1)):
            squares[i] += band[i + length - 1, length - 1]
            inverses[length - 1, i] = 1.0 / np.sqrt(squares[i]) if squares[i] > 1e-12 else 0.0


@kernel(fastmath={"nnan", "nsz"})
def cosine_row(dots: Singles, sums: Singles, inverses: Singles, values: Singles, width: int) -> Any:
    """Lengthen `width` spans by a token each; return the largest cosine of the row."""
    most = np.float32(-np.inf)
    for i in range(width):
        sums[i] += dots[i]
        values[i] = sums[i] * inverses[i]
        most = max(most, values[i])
    return most


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
    band = np.zeros((block + longest, longest))
    inverses = np.zeros((longest, block), np.float32)
    dots = np.zeros(block + longest, np.float32)
    sums = np.zeros(block, np.float32)
    values = np.zeros(block, np.float32)
    filled = np.zeros(scores.shape[0], np.int64)
    for first in range(0, words.size, block):
        inverse_norms(words, vectors, first, block, band, inverses)
        reach = min(words.size - first, block + longest - 1)
        for q in range(products.shape[0]):
            for i in range(reach):
                dots[i] = products[q, words[first + i]]
            sums[:] = 0.0
            for length in range(1, longest + 1):
                width = min(block, words.size - first - length + 1)
                if width <= 0:
                    break
                most = cosine_row(dots[length - 1 :], sums, inverses[length - 1], values, width)
                if length < shortest:
                    continue
                if filled[q] == top:
                    last = scores[q, top - 1]
                    if most < last or (most == last and starts[q, top - 1] < first):
                        continue
                    least = most if top == 1 else last
                else:
                    least = most if top == 1 else -np.inf
                for i in range(width):
                    if values[i] >= least:
                        filled[q] = insert(
                            scores[q], starts[q], lengths[q], filled[q], values[i], first + i, length
                        )
                        if top == 1:
                            break


@kernel
def cosine_table(words: Ints, vectors: Singles, products: Singles, block: int, table: Floats) -> None:
    """Write the cosine of every span with one question: ``table[length - 1, start]``."""
    longest = table.shape[0]
    band = np.zeros((block + longest, longest))
    inverses = np.zeros((longest, block), np.float32)
    sums = np.zeros(block, np.float32)
    for first in range(0, words.size, block):
        inverse_norms(words, vectors, first, block, band, inverses)
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
