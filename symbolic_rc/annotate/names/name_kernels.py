"""The compiled loops of the name finder: runs of name words, and their features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.linear.kernels import Frozen, add_frozen, mix


@kernel
def find_spans(
    name: NDArray[np.bool_],
    bits: NDArray[np.int64],
    bounds: NDArray[np.int64],
    single: NDArray[np.bool_],
    capital: NDArray[np.bool_],
    is_of: NDArray[np.bool_],
    is_the: NDArray[np.bool_],
    keyed: int,
    calendar: int,
    title: int,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> int:
    """Find runs of name words; returns their number. `single` words stand alone (``@entity3``)."""
    count = 0
    for s in range(len(bounds) - 1):
        i = bounds[s]
        stop = bounds[s + 1]
        while i < stop:
            if not name[i]:
                i += 1
                continue
            j = i + 1
            if not single[i]:
                while j < stop and not single[j]:
                    if name[j]:
                        # a date ends a name and is none
                        if (bits[j] & calendar != 0) != (bits[j - 1] & calendar != 0):
                            break
                        j += 1
                    elif (
                        is_of[j]
                        and j + 1 < stop
                        and (bits[j - 1] & keyed)
                        and (name[j + 1] or (is_the[j + 1] and j + 2 < stop and name[j + 2]))
                    ):
                        j += 2 if name[j + 1] else 3
                    else:
                        break
            starts[count], ends[count] = i, j
            count += 1
            i = j
    return count


@kernel
def _features(
    codes: NDArray[np.uint32],
    bits: NDArray[np.int64],
    tags: NDArray[np.int64],
    gazetteer: int,
    gazetteer_last: int,
    following: int,
    start: int,
    end: int,
    first: int,
    stop: int,
    keys: NDArray[np.uint32],
) -> int:
    """Fill `keys` with a span's features; returns how many."""
    k = 0
    size = min(end - start, 5)
    out = np.uint32(11)
    last = end - 1
    any_bits = 0
    for i in range(start, end):
        any_bits |= bits[i]
    opens = start == first
    before = codes[start - 1, 0] if start > first else out
    before2 = codes[start - 2, 0] if start - 1 > first else out
    after = codes[end, 0] if end < stop else out
    after2 = codes[end + 1, 0] if end + 1 < stop else out
    for i in range(start, min(end, start + 6)):
        keys[k] = mix(np.uint32(1), codes[i, 0])
        k += 1
        keys[k] = mix(np.uint32(2), codes[i, 10])
        k += 1
    keys[k] = mix(np.uint32(3), codes[start, 0])
    k += 1
    keys[k] = mix(np.uint32(4), codes[last, 0])
    k += 1
    keys[k] = mix(np.uint32(5), codes[last, 4])
    k += 1
    keys[k] = mix(np.uint32(6), codes[last, 5])
    k += 1
    keys[k] = mix(mix(np.uint32(7), codes[start, 9]), codes[last, 9])
    k += 1
    keys[k] = mix(np.uint32(8), np.uint32(size))
    k += 1
    keys[k] = mix(mix(np.uint32(9), np.uint32(bits[start])), np.uint32(size))
    k += 1
    keys[k] = mix(mix(np.uint32(10), np.uint32(bits[last])), np.uint32(size))
    k += 1
    keys[k] = mix(np.uint32(11), np.uint32(any_bits))
    k += 1
    keys[k] = mix(np.uint32(12), np.uint32(gazetteer))
    k += 1
    keys[k] = mix(mix(np.uint32(13), np.uint32(gazetteer)), np.uint32(bits[last] & 2))
    k += 1
    keys[k] = mix(np.uint32(14), np.uint32(gazetteer_last))
    k += 1
    keys[k] = mix(np.uint32(15), before)
    k += 1
    keys[k] = mix(mix(np.uint32(16), before2), before)
    k += 1
    keys[k] = mix(np.uint32(17), after)
    k += 1
    keys[k] = mix(mix(np.uint32(18), after), after2)
    k += 1
    keys[k] = mix(mix(np.uint32(19), before), after)
    k += 1
    keys[k] = mix(mix(np.uint32(20), before), np.uint32(size))
    k += 1
    keys[k] = mix(np.uint32(21), codes[start - 1, 10] if start > first else out)
    k += 1
    keys[k] = mix(np.uint32(22), codes[end, 10] if end < stop else out)
    k += 1
    keys[k] = mix(np.uint32(23), codes[end, 11] if end < stop else out)
    k += 1
    keys[k] = mix(np.uint32(24), np.uint32(tags[end]) if end < stop else out)
    k += 1
    keys[k] = mix(mix(np.uint32(25), np.uint32(tags[last])), np.uint32(opens))
    k += 1
    keys[k] = mix(mix(np.uint32(26), codes[start, 14]), codes[last, 14])
    k += 1
    keys[k] = mix(mix(np.uint32(27), codes[last, 13]), np.uint32(opens))
    k += 1
    keys[k] = mix(np.uint32(28), codes[last, 11])
    k += 1
    keys[k] = mix(mix(np.uint32(29), before), codes[last, 11])
    k += 1
    keys[k] = mix(mix(np.uint32(30), after), codes[last, 11])
    k += 1
    keys[k] = mix(np.uint32(31), before2)
    k += 1
    keys[k] = mix(mix(np.uint32(32), before), codes[start - 1, 14] if start > first else out)
    k += 1
    keys[k] = mix(mix(np.uint32(33), np.uint32(following)), np.uint32(size))
    k += 1
    keys[k] = mix(mix(np.uint32(34), codes[last, 14]), np.uint32(size))
    k += 1
    return k


@kernel
def span_keys(
    codes: NDArray[np.uint32],
    bits: NDArray[np.int64],
    tags: NDArray[np.int64],
    gazetteer: NDArray[np.int64],
    gazetteer_last: NDArray[np.int64],
    following: NDArray[np.int64],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    bounds: NDArray[np.int64],
    keys: NDArray[np.uint32],
) -> None:
    """Fill the row of each span in `keys` (spans, FEATURES) with its features, 0 where there are no more."""
    s = 0
    for m in range(len(starts)):
        while s + 1 < len(bounds) - 1 and bounds[s + 1] <= starts[m]:
            s += 1
        _features(
            codes,
            bits,
            tags,
            gazetteer[m],
            gazetteer_last[m],
            following[m],
            starts[m],
            ends[m],
            bounds[s],
            bounds[s + 1],
            keys[m],
        )


@kernel
def score_spans(frozen: Frozen, keys: NDArray[np.uint32], out: NDArray[np.int32]) -> None:
    """Add the scores of each span's features to its row of `out` (spans, types)."""
    for m in range(len(keys)):
        for k in range(keys.shape[1]):
            if keys[m, k] == 0:
                break
            add_frozen(frozen, keys[m, k], out[m])
