"""Kernels of linear models: hashing, weight tables under training, frozen tables.

A table maps 32-bit keys to rows of weights by open addressing: place ``key & (places - 1)``, then the next
ones; key 0 marks an empty place. In training, a feature gets its row at its first update, so a table holds
only features that helped to correct a mistake.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel


class WeightTable(NamedTuple):
    """Weights under training.

    Attributes
    ----------
    keys, rows : ndarray of uint32 and of int32, shape (places,)
    used : ndarray of int64, shape (1,)
        How many rows are in use.
    weights, totals : ndarray of float32 and of float64, shape (capacity, classes)
        Totals are of (update * step), from which the average follows: ``weights - totals / steps``.
    """

    keys: NDArray[np.uint32]
    rows: NDArray[np.int32]
    used: NDArray[np.int64]
    weights: NDArray[np.float32]
    totals: NDArray[np.float64]


class Frozen(NamedTuple):
    """Weights for inference; in models of up to five classes, each feature has a row of `full`.

    Attributes
    ----------
    entries : ndarray of uint64, shape (places,)
        Upper half: the key of a place. Lower half: where its weights begin, or for a feature with many
        weights the complement of its row of `full`. One memory access gives both.
    weights : ndarray of uint32, shape (n,)
        Class, weight and whether it is the feature's last, packed by `fill_frozen`.
    full : ndarray of int16, shape (features with many weights, classes)
    filter : ndarray of uint8, length a power of two
        A Bloom filter with one hash: most look-ups fail, and this small table, which stays in the
        processor's cache, rejects them.
    """

    entries: NDArray[np.uint64]
    weights: NDArray[np.uint32]
    full: NDArray[np.int16]
    filter: NDArray[np.uint8]


#: Bits of a packed weight: the weight plus 32,768, the class, the flag of a feature's last weight.
_CLASS, _LAST = np.uint32(16), np.uint32(31)
_WEIGHT, _CLASSES, _ZERO = np.uint32(0xFFFF), np.uint32(0x7FFF), np.int32(1 << 15)


#: Constants of the hash, created once: a kernel that runs as plain Python would create them at every call.
_GOLDEN, _OFFSET, _FOLD = np.uint64(0x9E3779B1), np.uint64(0x7F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_HALF, _LOWER, _NEVER_ZERO = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint32(1)


@kernel(inline="always")
def mix(state: np.uint32, value: np.uint32) -> np.uint32:
    """Return a hash of two 32-bit numbers, never 0 (multiply and fold; after Knuth's golden ratio)."""
    product = (np.uint64(state) * _GOLDEN + np.uint64(value) + _OFFSET) * _FOLD
    return np.uint32(product >> _HALF) | _NEVER_ZERO


@kernel
def combine_keys(left: NDArray[np.uint32], right: NDArray[np.uint32]) -> None:
    """Overwrite `left` with the hash of each pair of two parallel arrays."""
    for i in range(len(left)):
        left[i] = mix(left[i], right[i])


@kernel(inline="always")
def find(keys: NDArray[np.uint32], key: np.uint32) -> np.int64:
    """Return the place of a key, or of the empty place where it belongs."""
    mask = np.uint32(len(keys) - 1)
    place = key & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + np.uint32(1)) & mask
    return np.int64(place)


@kernel(inline="always")
def _first_of(entry: np.uint64) -> int:
    """Return where an entry's weights begin (see `Frozen`)."""
    return int(np.int32(np.uint32(entry & _LOWER)))


@kernel(inline="always")
def look_up(entries: NDArray[np.uint64], key: np.uint32) -> np.int64:
    """Return the place of a key in a frozen table, or of the empty place where it would be.

    Places ascend with the keys, so that a table is filled from its beginning to its end.
    """
    place = np.int64(np.uint64(key) * np.uint64(len(entries)) >> _HALF)
    while entries[place] != 0 and np.uint32(entries[place] >> _HALF) != key:
        place += np.int64(1) if place + 1 < len(entries) else -place
    return place


@kernel(inline="always")
def full_row(frozen: Frozen, key: np.uint32) -> int:
    """Return a feature's row of `full` in a model of up to five classes, or -1."""
    entry = frozen.entries[look_up(frozen.entries, key)]
    return ~_first_of(entry) if entry != 0 else -1


@kernel(inline="always")
def may_contain(filter_: NDArray[np.uint8], key: np.uint32) -> bool:
    """Whether a key may be in a frozen table; False is certain."""
    place = key >> np.uint32(3) & np.uint32(len(filter_) - 1)
    return filter_[place] >> (key >> np.uint32(29)) & 1 != 0


@kernel
def filter_keys(filter_: NDArray[np.uint8], keys: NDArray[np.uint32], out: NDArray[np.uint32]) -> int:
    """Fill `out` with the keys that may be in a frozen table; return how many.

    Free of branches: the processor would mispredict half of them.
    """
    count = 0
    for k in range(len(keys)):
        out[count] = keys[k]
        count += may_contain(filter_, keys[k])
    return count


@kernel
def fill_frozen(
    frozen: Frozen,
    keys: NDArray[np.uint32],
    starts: NDArray[np.uint32],
    classes: NDArray[np.uint16],
    values: NDArray[np.int16],
    most: float,
) -> None:
    """Fill in features; feature i has weights ``starts[i]`` to ``starts[i + 1]``, in `full` over `most`."""
    row, used = 0, 0
    for i in range(len(keys)):
        first, end, begin = np.int64(starts[i]), np.int64(starts[i + 1]), used
        if first == end:
            continue
        if end - first > most:
            begin = ~row
            for j in range(first, end):
                frozen.full[row, classes[j]] = values[j]
            row += 1
        else:
            for j in range(first, end):
                weight = np.uint32(values[j] + _ZERO) | np.uint32(classes[j]) << _CLASS
                frozen.weights[used] = weight | np.uint32(j == end - 1) << _LAST
                used += 1
        key = keys[i]
        frozen.entries[look_up(frozen.entries, key)] = np.uint64(key) << _HALF | np.uint64(begin & 0xFFFFFFFF)
        frozen.filter[key >> np.uint32(3) & np.uint32(len(frozen.filter) - 1)] |= np.uint8(1) << (
            key >> np.uint32(29)
        )


def new_table(classes: int, rows: int) -> WeightTable:
    """Return an empty table with room for `rows` features."""
    places = 1 << max(10, int(rows * 2 - 1).bit_length())
    return WeightTable(
        np.zeros(places, np.uint32),
        np.zeros(places, np.int32),
        np.zeros(1, np.int64),
        np.zeros((rows, classes), np.float32),
        np.zeros((rows, classes), np.float64),
    )


@kernel
def update(table: WeightTable, key: np.uint32, label: int, change: float, step: float) -> None:
    """Add `change` to a feature's weight for a class; a full table ignores new features."""
    place = find(table.keys, key)
    if table.keys[place] == 0:
        if table.used[0] >= len(table.weights):
            return
        table.keys[place] = key
        table.rows[place] = table.used[0]
        table.used[0] += 1
    row = table.rows[place]
    table.weights[row, label] += change
    table.totals[row, label] += change * step


@kernel
def add_scores(table: WeightTable, key: np.uint32, value: float, scores: NDArray[np.float32]) -> None:
    """Add a feature's weights, times its value, to the scores of all classes."""
    place = find(table.keys, key)
    if table.keys[place] != 0:
        row = table.weights[table.rows[place]]
        for label in range(len(scores)):
            scores[label] += row[label] * value


@kernel
def learn(table: WeightTable, keys: NDArray[np.uint32], right: int, rival: int, step: float) -> None:
    """Update the weights of the right class and of its rival."""
    for k in range(len(keys)):
        update(table, keys[k], right, 1.0, step)
        update(table, keys[k], rival, -1.0, step)


@kernel
def fill_scores(table: WeightTable, keys: NDArray[np.uint32], scores: NDArray[np.float32]) -> None:
    """Fill in the scores of the classes."""
    scores[:] = 0
    for k in range(len(keys)):
        add_scores(table, keys[k], 1.0, scores)


@kernel
def best_but(scores: NDArray[np.float32], without: int) -> int:
    """Return the class with the highest score, but one."""
    best = -1
    for c in range(len(scores)):
        if c != without and (best < 0 or scores[c] > scores[best]):
            best = c
    return best


@kernel(inline="always")
def _class_of(weight: np.uint32) -> np.uint32:
    """Return the class of one of `Frozen.weights`."""
    return weight >> _CLASS & _CLASSES


@kernel(inline="always")
def _value_of(weight: np.uint32) -> np.int32:
    """Return the weight of one of `Frozen.weights`."""
    return np.int32(weight & _WEIGHT) - _ZERO


@kernel
def _add_weights(frozen: Frozen, first: int, scores: NDArray[np.int32]) -> None:
    """Add a feature's weights to the scores of its classes."""
    if first < 0:
        row = frozen.full[~first]
        for label in range(len(row)):
            scores[label] += row[label]
        return
    last = False
    while not last:
        weight = frozen.weights[first]
        last = weight >> _LAST != 0
        scores[_class_of(weight)] += _value_of(weight)
        first += 1


@kernel
def add_frozen(frozen: Frozen, key: np.uint32, scores: NDArray[np.int32]) -> None:
    """Add a plain feature's weights in a frozen model to the scores of its classes."""
    if not may_contain(frozen.filter, key):
        return
    entry = frozen.entries[look_up(frozen.entries, key)]
    if entry != 0:
        _add_weights(frozen, _first_of(entry), scores)


@kernel
def add_known(frozen: Frozen, known: NDArray[np.unsignedinteger], scores: NDArray[np.int32]) -> None:
    """Add the weights of all keys that `filter_keys` kept, overwriting `known`.

    All keys are looked up before any weight is added, so that no look-up waits for another's weights.
    """
    count = 0
    for k in range(len(known)):
        entry = frozen.entries[look_up(frozen.entries, np.uint32(known[k]))]
        known[count] = entry & _LOWER
        count += entry != 0
    for k in range(count):
        _add_weights(frozen, _first_of(np.uint64(known[k])), scores)


@kernel
def _add_valued(frozen: Frozen, first: int, value: float, scores: NDArray[np.float32]) -> None:
    """Add a feature's weights, times its value, to the scores of its classes."""
    if first < 0:
        for label in range(len(scores)):
            scores[label] += frozen.full[~first, label] * value
        return
    last = False
    while not last:
        weight = frozen.weights[first]
        last = weight >> _LAST != 0
        scores[_class_of(weight)] += _value_of(weight) * value
        first += 1


@kernel
def frozen_scores(
    frozen: Frozen,
    starts: NDArray[np.int64],
    keys: NDArray[np.uint32],
    values: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """Fill `out` (rows, classes) with the scores of rows of features."""
    for i in range(len(starts) - 1):
        for j in range(starts[i], starts[i + 1]):
            entry = frozen.entries[look_up(frozen.entries, keys[j])]
            if entry != 0:
                _add_valued(frozen, _first_of(entry), values[j], out[i])


@kernel
def build_index(sorted_keys: NDArray[np.uint32], keys: NDArray[np.uint32], rows: NDArray[np.int32]) -> None:
    """Fill an index (keys and rows, both of `places` entries) with the rows of sorted keys."""
    for row in range(len(sorted_keys)):
        place = find(keys, sorted_keys[row])
        keys[place] = sorted_keys[row]
        rows[place] = row


@kernel
def epoch_classifier(
    table: WeightTable,
    starts: NDArray[np.int64],
    keys: NDArray[np.uint32],
    values: NDArray[np.float32],
    labels: NDArray[np.int32],
    order: NDArray[np.int64],
    margin: float,
    step: float,
) -> tuple[float, int]:
    """Train a multiclass perceptron for one pass; return the step after it and the number of mistakes."""
    scores = np.zeros(table.weights.shape[1], np.float32)
    mistakes = 0
    for i in order:
        step += 1.0
        scores[:] = 0
        for j in range(starts[i], starts[i + 1]):
            add_scores(table, keys[j], values[j], scores)
        gold = labels[i]
        best = best_but(scores, gold)
        if best < 0:
            continue
        if scores[best] >= scores[gold]:
            mistakes += 1
        if scores[best] + margin >= scores[gold]:
            for j in range(starts[i], starts[i + 1]):
                update(table, keys[j], gold, values[j], step)
                update(table, keys[j], best, -values[j], step)
    return step, mistakes
