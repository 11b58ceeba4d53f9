"""Hashed features of candidates that no question changes: shape, edges, place in tree and story."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C

#: The names of the columns of `StoryIndex.atoms`, as they appear in traces.
NAMES = (
    "length", "head tag", "head relation", "first tag", "first word", "last tag", "word before", "tag before",
    "word after", "tag after", "shape", "head lemma", "entity type", "governor lemma", "governor tag",
    "preposition", "tags", "length and head tag", "edge tags", "mentions", "entity", "place in sentence",
    "place in story", "left edge", "right edge", "head sense", "governor sense", "capitals", "resolved",
    "length and shape", "bias",
)  # fmt: skip
ATOMS = len(NAMES)


@kernel
def mix(a: int, b: int) -> int:
    """Hash two integers into 32 bits (a round of murmur's finaliser)."""
    h = (np.uint32(a) * np.uint32(0x9E3779B1)) ^ (np.uint32(b) * np.uint32(0x85EBCA77))
    h ^= h >> np.uint32(15)
    h = np.uint32(h * np.uint32(0x2C1B3C6D))
    h ^= h >> np.uint32(13)
    return np.uint32(h)  # type: ignore[return-value]


@kernel
def bucket(length: int) -> int:
    """Bin a count: 1 to 6 as they are, then 7-8, 9-11, 12-15, 16 and more."""
    if length <= 6:
        return length
    if length <= 8:
        return 7
    if length <= 11:
        return 8
    if length <= 15:
        return 9
    return 10


@kernel
def step_of(value: float, step: float) -> int:
    """Return the nearest whole number of steps, at most 12."""
    v = int(value / step + 0.5)
    return v if v < 12 else 12


@kernel
def put(raw: NDArray[np.int64], f: int, a: int, b: int, c: int, d: int) -> None:
    """Note what feature `f` is made of."""
    raw[f, 0] = a
    raw[f, 1] = b
    raw[f, 2] = c
    raw[f, 3] = d


def _ends_of_hashes(count: int) -> NDArray[np.uint32]:
    """Return ``mix(mix(0, 0), number)`` for the first numbers, worked out without compiling anything."""
    h = np.arange(count, dtype=np.uint64) * np.uint64(0x85EBCA77)
    h = (h ^ (h >> np.uint64(15))) * np.uint64(0x2C1B3C6D) & np.uint64(0xFFFFFFFF)
    return (h ^ (h >> np.uint64(13))).astype(np.uint32)


#: Most features are made of two values at most: the half of their hash that depends on their number alone.
_ENDS = _ends_of_hashes(512)


@kernel
def hash_rows(raw: NDArray[np.int64], base: int, out: NDArray[np.uint32]) -> None:
    """Hash each feature's number (counted from `base`) with what it is made of."""
    for f in range(raw.shape[0]):
        if raw[f, 2] == 0 and raw[f, 3] == 0:
            end = _ENDS[base + f]
        else:
            end = mix(mix(raw[f, 2], raw[f, 3]), base + f)
        out[f] = mix(mix(raw[f, 0], raw[f, 1]), end)


@kernel
def static_atoms(
    tok: NDArray[np.int32],
    bounds: NDArray[np.int32],
    cand: NDArray[np.int32],
    ent: NDArray[np.int32],
    out: NDArray[np.uint32],
) -> None:
    """Fill the atoms of every candidate.

    Parameters
    ----------
    tok : ndarray of int32, shape (TOKEN_ROWS, n)
    bounds : ndarray of int32, shape (sentences + 1,)
    cand : ndarray of int32, shape (m, CAND_COLUMNS)
    ent : ndarray of int32, shape (entities, 6)
    out : ndarray of uint32, shape (m, ATOMS)
    """
    sentences = bounds.shape[0] - 1
    raw = np.zeros((ATOMS, 4), np.int64)
    for k in range(cand.shape[0]):
        s, e, h = cand[k, C.START], cand[k, C.END], cand[k, C.TOP]
        base, stop = bounds[cand[k, C.C_SENT]], bounds[cand[k, C.C_SENT] + 1]
        length = bucket(e - s)
        before = s - 1 if s > base else -1
        after = e if e < stop else -1
        g = tok[C.HEAD, h]
        governed = g != h
        tags = np.uint32(17)
        capitals = True
        for i in range(s, e):
            if i - s < 5:
                tags = mix(tags, tok[C.TAG, i])
            capitals = capitals and (tok[C.NAMED, i] == 1 or tok[C.FUNC, i] == 1)
        if e - s > 5:
            tags = mix(tags, 99)
        prep = tok[C.CASE, h]
        prepword = 0
        if prep >= 0:
            prepword = mix(tok[C.LEMMA, prep], 1 if s <= prep else 2)
        entity = cand[k, C.C_ENTITY]
        shape = cand[k, C.SHAPE]
        v = 0
        put(raw, 0, length, 0, 0, 0)
        put(raw, 1, tok[C.TAG, h], 0, 0, 0)
        put(raw, 2, tok[C.DEP, h], 0, 0, 0)
        put(raw, 3, tok[C.TAG, s], 0, 0, 0)
        put(raw, 4, tok[C.LOWER, s], 0, 0, 0)
        put(raw, 5, tok[C.TAG, e - 1], 0, 0, 0)
        put(raw, 6, tok[C.LOWER, before] if before >= 0 else 0, 0, 0, 0)
        put(raw, 7, tok[C.TAG, before] if before >= 0 else 0, 0, 0, 0)
        put(raw, 8, tok[C.LOWER, after] if after >= 0 else 0, 0, 0, 0)
        put(raw, 9, tok[C.TAG, after] if after >= 0 else 0, 0, 0, 0)
        put(raw, 10, shape, 0, 0, 0)
        put(raw, 11, tok[C.LEMMA, h], 0, 0, 0)
        put(raw, 12, tok[C.ENT_TYPE, h], tok[C.POS, h], 0, 0)
        put(raw, 13, tok[C.LEMMA, g] if governed else 0, 0, 0, 0)
        put(raw, 14, tok[C.TAG, g] if governed else 0, tok[C.DEP, h], 0, 0)
        put(raw, 15, prepword, 0, 0, 0)
        put(raw, 16, tags, 0, 0, 0)
        put(raw, 17, length, tok[C.TAG, h], 0, 0)
        put(raw, 18, tok[C.TAG, s], tok[C.TAG, e - 1], 0, 0)
        if entity >= 0:
            put(raw, 19, bucket(ent[entity, 3]), tok[C.MENTION, h], 0, 0)
            v = mix(mix(ent[entity, 0], ent[entity, 1]), mix(ent[entity, 2], tok[C.MENTION, h]))
            put(raw, 20, v, 0, 0, 0)
        else:
            put(raw, 19, 77, 0, 0, 0)
            put(raw, 20, 77, 0, 0, 0)
        where = 0 if s == base else 1 if e >= stop - 1 else 2 + (3 * (s - base)) // (stop - base)
        put(raw, 21, where, 0, 0, 0)
        put(raw, 22, (8 * cand[k, C.C_SENT]) // max(1, sentences), 0, 0, 0)
        put(raw, 23, tok[C.TAG, before] if before >= 0 else 0, tok[C.TAG, s], 0, 0)
        put(raw, 24, tok[C.TAG, e - 1], tok[C.TAG, after] if after >= 0 else 0, 0, 0)
        put(raw, 25, tok[C.SENSE, h], tok[C.POS, h], 0, 0)
        put(raw, 26, tok[C.SENSE, g] if governed else 0, tok[C.DEP, h], 0, 0)
        put(raw, 27, 1 if capitals else 0, length, 0, 0)
        resolved = 0
        if cand[k, C.A_START] != s or cand[k, C.A_END] != e:
            resolved = 1 + tok[C.MENTION, h]
        put(raw, 28, resolved, 0, 0, 0)
        put(raw, 29, length, shape, 0, 0)
        put(raw, 30, 1, 0, 0, 0)
        hash_rows(raw, 0, out[k])
