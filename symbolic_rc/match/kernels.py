"""The kernel that joins what question words seek with what a story's words offer."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.match.kinds import Kind

_PHRASE = np.uint8(Kind.PHRASE)
_ANTONYM = np.uint8(Kind.ANTONYM)


@kernel
def join(  # type: ignore[no-untyped-def]
    keys, owners, bounds, positions, phrases, phrase_weight,
    seek_starts, seek_ends, seek_keys, seek_weights, seek_kinds,
    row_bounds, row_units, n_tokens,
):  # fmt: skip
    """Match every row of question units with the story.

    Parameters
    ----------
    keys, owners : ndarray of int64 and int32, shape (k,)
        The story's keys, rising, and the distinct word (unit) that offers each.
    bounds, positions : ndarrays of int32
        Unit u stands at the tokens ``positions[bounds[u]:bounds[u + 1]]``.
    phrases : ndarray of uint8, shape (units,)
        Which units are entries of several words; their matches count `phrase_weight` times.
    seek_starts, seek_ends, seek_keys, seek_weights, seek_kinds : ndarrays
        What each question unit seeks: see `keys.Sought`.
    row_bounds, row_units : ndarrays of int32
        The units that each question word belongs to: itself, and entries of several words.
    n_tokens : int

    Returns
    -------
    indptr, found, weights, kinds : ndarrays
        The relation: positions rising in each row; the strongest match of each token.
        An antonym's entry has weight zero.
    """
    units = len(bounds) - 1
    rows = len(row_bounds) - 1
    unit_weight = np.zeros(units, np.float32)
    unit_kind = np.zeros(units, np.uint8)
    opposed = np.zeros(units, np.uint8)
    touched = np.empty(units, np.int32)
    token_weight = np.zeros(n_tokens, np.float32)
    token_kind = np.zeros(n_tokens, np.uint8)
    seen = np.zeros(n_tokens, np.uint8)
    hit = np.empty(n_tokens, np.int32)
    capacity = 256
    found = np.empty(capacity, np.int32)
    weights = np.empty(capacity, np.float32)
    kinds = np.empty(capacity, np.uint8)
    indptr = np.zeros(rows + 1, np.int32)
    count = 0
    for row in range(rows):
        hits = 0
        for k in range(row_bounds[row], row_bounds[row + 1]):
            sought = row_units[k]
            many = 0
            for s in range(seek_starts[sought], seek_ends[sought]):
                wanted = seek_keys[s]
                place = 0
                past = len(keys)
                while place < past:
                    middle = (place + past) >> 1
                    if keys[middle] < wanted:
                        place = middle + 1
                    else:
                        past = middle
                while place < len(keys) and keys[place] == wanted:
                    unit = owners[place]
                    place += 1
                    if unit_weight[unit] == 0 and opposed[unit] == 0:
                        touched[many] = unit
                        many += 1
                    kind = seek_kinds[s]
                    weight = seek_weights[s]
                    if kind == _ANTONYM:
                        opposed[unit] = 1
                        continue
                    if phrases[unit]:
                        weight *= phrase_weight
                        kind = _PHRASE
                    if weight > unit_weight[unit] or (weight == unit_weight[unit] and kind < unit_kind[unit]):
                        unit_weight[unit] = weight
                        unit_kind[unit] = kind
            for t in range(many):
                unit = touched[t]
                weight = unit_weight[unit]
                kind = unit_kind[unit]
                # words that are opposites are near in many other ways; that is no match
                if opposed[unit] and (weight == 0 or kind > _PHRASE):
                    weight = np.float32(0.0)
                    kind = _ANTONYM
                unit_weight[unit] = 0
                opposed[unit] = 0
                for p in range(bounds[unit], bounds[unit + 1]):
                    token = positions[p]
                    if not seen[token]:
                        seen[token] = 1
                        hit[hits] = token
                        hits += 1
                        token_weight[token] = weight
                        token_kind[token] = kind
                    elif weight > token_weight[token] or (
                        weight == token_weight[token] and kind < token_kind[token]
                    ):
                        token_weight[token] = weight
                        token_kind[token] = kind
        rising = True
        for h in range(1, hits):
            if hit[h] < hit[h - 1]:
                rising = False
                break
        if not rising:  # several words matched, each with rising positions: one pass puts them in order
            hits = 0
            for token in range(n_tokens):
                if seen[token]:
                    hit[hits] = token
                    hits += 1
        if count + hits > capacity:
            capacity = 2 * (count + hits)
            more = np.empty(capacity, np.int32)
            more[:count] = found[:count]
            found = more
            heavier = np.empty(capacity, np.float32)
            heavier[:count] = weights[:count]
            weights = heavier
            other = np.empty(capacity, np.uint8)
            other[:count] = kinds[:count]
            kinds = other
        for h in range(hits):
            token = hit[h]
            found[count] = token
            weights[count] = token_weight[token]
            kinds[count] = token_kind[token]
            seen[token] = 0
            count += 1
        indptr[row + 1] = count
    return indptr, found[:count], weights[:count], kinds[:count]
