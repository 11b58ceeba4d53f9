"""GloVe in numba: co-occurrence counts, weighted least squares, AdaGrad (Pennington et al. 2014)."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.kernels import kernel


@kernel
def group_positions(stream, size):  # type: ignore[no-untyped-def]
    """Return the positions of each word in the stream: CSR bounds and positions (counting sort)."""
    bounds = np.zeros(size + 1, np.int64)
    for word in stream:
        if word >= 0:
            bounds[word + 1] += 1
    for i in range(size):
        bounds[i + 1] += bounds[i]
    fill = bounds[:-1].copy()
    positions = np.empty(bounds[size], np.int32)
    for p in range(len(stream)):
        word = stream[p]
        if word >= 0:
            positions[fill[word]] = p
            fill[word] += 1
    return bounds, positions


@kernel
def cooccurrences(stream, bounds, positions, window, least):  # type: ignore[no-untyped-def]
    """Count, for each word, the words within `window` on either side, weighted by 1 / distance.

    Entries below `least` are dropped. Minus one in the stream ends a document; no window crosses it.

    Returns
    -------
    rows, columns : ndarray of int32
    values : ndarray of float32
    """
    size = len(bounds) - 1
    total = np.zeros(size, np.float32)
    seen = np.empty(size, np.int32)
    capacity = 1 << 24
    rows = np.empty(capacity, np.int32)
    columns = np.empty(capacity, np.int32)
    values = np.empty(capacity, np.float32)
    count = 0
    for word in range(size):
        touched = 0
        for k in range(bounds[word], bounds[word + 1]):
            for side in (-1, 1):
                for d in range(1, window + 1):
                    q = positions[k] + side * d
                    if q < 0 or q >= len(stream) or stream[q] < 0:
                        break
                    other = stream[q]
                    if total[other] == 0:
                        seen[touched] = other
                        touched += 1
                    total[other] += np.float32(1.0 / d)
        if count + touched > capacity:
            capacity = 2 * capacity
            grown = np.empty(capacity, np.int32)
            grown[:count] = rows[:count]
            rows = grown
            grown = np.empty(capacity, np.int32)
            grown[:count] = columns[:count]
            columns = grown
            wider = np.empty(capacity, np.float32)
            wider[:count] = values[:count]
            values = wider
        for k in range(touched):
            other = seen[k]
            if total[other] >= least:
                rows[count] = word
                columns[count] = other
                values[count] = total[other]
                count += 1
            total[other] = 0
    return rows[:count].copy(), columns[:count].copy(), values[:count].copy()


@kernel
def shuffle(rows, columns, values, seed):  # type: ignore[no-untyped-def]
    """Shuffle the entries in place (Fisher and Yates), with xorshift so that the order never changes."""
    state = np.uint64(seed)
    for i in range(len(rows) - 1, 0, -1):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        j = np.int64(state % np.uint64(i + 1))
        rows[i], rows[j] = rows[j], rows[i]
        columns[i], columns[j] = columns[j], columns[i]
        values[i], values[j] = values[j], values[i]


@kernel(fastmath=True, error_model="numpy")
def epoch(rows, columns, values, main, context, main_square, context_square, rate, top, power):  # type: ignore[no-untyped-def]
    """Go once through the entries, updating both sets of vectors; their last column is the bias.

    As in the published program, the sums of squares are those of gradients times the rate, so that
    steps shrink slowly. Loss of an entry: ``f(x) (w . c + b_w + b_c - log x)^2`` with
    ``f(x) = min(1, (x / top) ** power)`` (equations 8 and 9). Returns the mean loss.
    """
    size = main.shape[1] - 1
    loss = 0.0
    for k in range(len(rows)):
        w = main[rows[k]]
        c = context[columns[k]]
        ws = main_square[rows[k]]
        cs = context_square[columns[k]]
        difference = w[size] + c[size] - np.log(values[k])
        for d in range(size):
            difference += w[d] * c[d]
        weighted = difference if values[k] >= top else difference * (values[k] / top) ** power
        loss += 0.5 * weighted * difference
        step = np.float32(min(max(rate * weighted, -100.0), 100.0))
        for d in range(size):
            wg = step * c[d]
            cg = step * w[d]
            w[d] -= wg / np.sqrt(ws[d])
            c[d] -= cg / np.sqrt(cs[d])
            ws[d] += wg * wg
            cs[d] += cg * cg
        w[size] -= step / np.sqrt(ws[size])
        c[size] -= step / np.sqrt(cs[size])
        ws[size] += step * step
        cs[size] += step * step
    return loss / max(1, len(rows))
