"""Training of the role classifier: softmax over roles whose scores are sums of several columns of weights.

A numbered role means little by itself: ARG2 is a recipient for *give* and an instrument for *cut*. The
frame files say what it is for each roleset (a function tag, a VerbNet role). So the score of a role is the
sum of the column of its label and the columns of what the label stands for in the roleset at hand; what
is learned of recipients helps with verbs that were never seen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import find

#: A candidate whose role has this probability already teaches nothing more in this pass.
SURE = 0.995


@kernel(fastmath=True)
def epoch(
    starts: NDArray[np.int64],
    ids: NDArray[np.int32],
    labels: NDArray[np.int32],
    columns: NDArray[np.int32],
    table: NDArray[np.int32],
    importance: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    squares: NDArray[np.float32],
    rate: float,
    l1: float,
    keep: float,
    seed: int,
) -> float:
    """One pass of AdaGrad (one rate a feature) with soft thresholding; returns the mean loss.

    Parameters
    ----------
    starts, ids : arrays
        Features (rows of `weights`; -1 for unknown) of each candidate, compressed.
    labels : ndarray of int32, shape (rows,)
    columns : ndarray of int32, shape (sets, labels, width)
        The columns whose weights add up for each label, -1 for none; a label whose first is -2 cannot be.
    table : ndarray of int32, shape (rows,)
        Which set of columns a candidate uses.
    importance : ndarray of float32, shape (rows,)
    weights : ndarray of float32, shape (features, columns)
        Changed in place.
    squares : ndarray of float32, shape (features,)
        Sums of squared gradients, one a feature; changed in place.
    keep : float
        Share of a candidate's features that a step sees (dropout, against feature co-adaptation).
    """
    np.random.seed(seed)
    count, width = columns.shape[1], columns.shape[2]
    total_columns = weights.shape[1]
    sums = np.zeros(total_columns, np.float32)
    slope = np.zeros(total_columns, np.float32)
    probability = np.zeros(count, np.float32)
    active = np.zeros(512, np.int32)
    loss = 0.0
    for i in order:
        sums[:] = 0
        n = 0
        for j in range(starts[i], starts[i + 1]):
            if ids[j] >= 0 and (keep >= 1.0 or np.random.random() < keep):
                active[n] = ids[j]
                n += 1
        for a in range(n):
            row = weights[active[a]]
            for c in range(total_columns):
                sums[c] += row[c]
        own = columns[table[i]]
        best = np.float32(-1e30)
        for label in range(count):
            if own[label, 0] == -2:
                probability[label] = -1e30
                continue
            score = np.float32(0.0)
            for w in range(width):
                if own[label, w] >= 0:
                    score += sums[own[label, w]]
            probability[label] = score
            best = max(best, score)
        z = np.float32(0.0)
        for label in range(count):
            probability[label] = np.exp(probability[label] - best)
            z += probability[label]
        slope[:] = 0
        gold = labels[i]
        loss -= np.log(max(probability[gold] / z, np.float32(1e-9)))
        for label in range(count):
            g = probability[label] / z - (np.float32(1.0) if label == gold else np.float32(0.0))
            if g > 1e-4 or g < -1e-4:
                for w in range(width):
                    if own[label, w] >= 0:
                        slope[own[label, w]] += g * importance[i]
        if probability[gold] / z > SURE:
            continue
        square = np.float32(0.0)
        for c in range(total_columns):
            square += slope[c] * slope[c]
        for a in range(n):
            row = weights[active[a]]
            squares[active[a]] += square
            step = np.float32(rate) / np.sqrt(squares[active[a]])
            shrink = step * np.float32(l1)
            for c in range(total_columns):
                value = row[c] - step * slope[c]
                size = abs(value) - (shrink if slope[c] != 0.0 else np.float32(0.0))
                row[c] = np.copysign(max(size, np.float32(0.0)), value)
    return loss / max(1, len(order))


@kernel
def look_up(
    table: NDArray[np.uint32], rows: NDArray[np.int32], keys: NDArray[np.uint32], out: NDArray[np.int32]
) -> None:
    """Fill `out` with the row of each key in an index (see `linear.kernels.build_index`), -1 without one."""
    for i in range(len(keys)):
        place = find(table, keys[i])
        out[i] = rows[place] if table[place] == keys[i] else -1
