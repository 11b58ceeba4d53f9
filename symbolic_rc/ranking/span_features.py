"""Features of a candidate's span: its sentence's evidence, the words around it, its shape."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.shape_features import bucket, hash_rows, mix, put, step_of
from symbolic_rc.ranking.entity_evidence import COVER, DESCRIBED, PREDICATE, SHARE, SINGLE
from symbolic_rc.ranking.feature_names import SPANS

_CAP = 8.0


@kernel
def span_features(
    tok: NDArray[np.int32],
    cand: NDArray[np.int32],
    first: int,
    last: int,
    at: int,
    base: int,
    stop: int,
    ent: NDArray[np.int32],
    q_tok: NDArray[np.int32],
    info: NDArray[np.int32],
    words: NDArray[np.int32],
    best: NDArray[np.float32],
    weight: NDArray[np.float32],
    total: float,
    context: NDArray[np.float32],
    entities: NDArray[np.float32],
    atoms: NDArray[np.uint32],
    heads: NDArray[np.float32],
    ids: NDArray[np.uint32],
    dense: NDArray[np.float32],
) -> None:
    """Fill the features of the candidates ``first`` to ``last`` of one sentence, in rows from `at`.

    `context` holds the sentence's rank, its cover, those of its neighbours, the best one, the cover of the
    best, and the number of sentences; `entities` what the story says of each, as `entity_evidence` fills it.
    """
    n = tok.shape[1]
    count = weight.shape[0]
    qclass, fine = info[C.QCLASS], info[C.FINE]
    gov_word = -1
    for i in range(count):
        if words[i] == info[C.GAP_GOV]:
            gov_word = i
    # distance from each token of the sentence to the nearest match of each word, seen a little beyond it
    low, high = max(0, base - 12), min(n, stop + 6)
    width = high - low
    left = np.full((count, width + 1), 99, np.int32)
    right = np.full((count, width + 1), 99, np.int32)
    for i in range(count):
        run = 99
        for x in range(width):
            run = 0 if best[i, low + x] > 0 else run + 1
            left[i, x] = run
        run = 99
        for x in range(width - 1, -1, -1):
            run = 0 if best[i, low + x] > 0 else run + 1
            right[i, x] = run
    rank, cover, before, after = context[0], context[1], context[2], context[3]
    share = cover / max(1e-6, context[4])
    raw = np.zeros((SPANS, 4), np.int64)
    for k in range(first, last):
        row = at + k - first
        s, e, h = cand[k, C.START], cand[k, C.END], cand[k, C.TOP]
        x = h - base
        distance, near_left, near_right, which_left = 0.0, 99, 99, -1
        inside, content, fresh = 0.0, 0, 0
        for i in range(count):
            d_left = left[i, s - 1 - low] + 1 if s - 1 >= low else 99
            d_right = right[i, e - low] + 1 if e < high else 99
            if d_left < near_left:
                near_left, which_left = d_left, i
            near_right = min(near_right, d_right)
            nearest = min(d_left, d_right)
            distance += weight[i] * max(0.0, 1.0 - (nearest - 1) / _CAP)
        distance /= total
        for t in range(s, e):
            if tok[C.FUNC, t] == 1:
                continue
            content += 1
            most = np.float32(0.0)
            for i in range(count):
                most = max(most, best[i, t])
            inside += float(most)
            if most < 0.5:
                fresh += 1
        repeats = inside / max(1, content)
        if cand[k, C.A_START] != s or cand[k, C.A_END] != e:
            # a pronoun does not repeat the question, but the name behind it may
            inside, named = 0.0, 0
            for t in range(cand[k, C.A_START], cand[k, C.A_END]):
                if tok[C.FUNC, t] == 0:
                    named += 1
                    most = np.float32(0.0)
                    for i in range(count):
                        most = max(most, best[i, t])
                    inside += float(most)
            repeats = max(repeats, inside / max(1, named))
        gap_left, gap_right = np.float32(0.0), np.float32(0.0)
        if gov_word >= 0:
            for t in range(max(base, s - 3), s):
                gap_left = max(gap_left, best[gov_word, t] * np.float32(1.0 - 0.2 * (s - 1 - t)))
            for t in range(e, min(stop, e + 3)):
                gap_right = max(gap_right, best[gov_word, t] * np.float32(1.0 - 0.2 * (t - e)))
        resolved = 1 if cand[k, C.SHAPE] & C.RESOLVED else 0
        entity = cand[k, C.C_ENTITY]
        mentions = ent[entity, 3] if entity >= 0 else 0
        length = bucket(e - s)
        left_word = tok[C.LOWER, s - 1] if s > base else 0
        put(raw, 0, qclass, int(rank), 0, 0)
        put(raw, 1, qclass, step_of(share, 0.1), 0, 0)
        put(raw, 2, qclass, step_of(cover / total, 0.1), 0, 0)
        put(raw, 3, step_of(before / total, 0.15), step_of(cover / total, 0.15), 0, 0)
        put(raw, 4, qclass, step_of(distance, 0.08), 0, 0)
        put(
            raw,
            5,
            qclass,
            min(near_left, 8),
            which_left if which_left < 0 else q_tok[C.DEP, words[which_left]],
            0,
        )
        put(raw, 6, qclass, min(near_right, 8), 0, 0)
        put(raw, 7, qclass, step_of(repeats, 0.2), min(content, 4), 0)
        put(raw, 8, fine, length, 0, 0)
        put(raw, 9, fine, atoms[k, 4], 0, 0)
        put(raw, 10, fine, left_word, 0, 0)
        put(raw, 11, fine, atoms[k, 10], 0, 0)
        put(raw, 12, fine, atoms[k, 16], 0, 0)
        put(raw, 13, info[C.GAP_REL], info[C.KIND], step_of(gap_left, 0.2), step_of(gap_right, 0.2))
        put(raw, 15, qclass, info[C.GAP_PREP], left_word, 0)
        put(raw, 16, qclass, resolved, tok[C.MENTION, h], 0)
        put(raw, 17, fine, atoms[k, 24], 0, 0)
        put(raw, 18, qclass, min(fresh, 5), min(content, 6), 0)
        put(raw, 19, fine, atoms[k, 23], 0, 0)
        put(raw, 20, qclass, step_of(heads[x, 2], 0.12), step_of(share, 0.2), 0)
        if entity >= 0:
            said = entities[entity]
            described = step_of(said[DESCRIBED], 0.5)
            put(raw, 21, qclass, step_of(said[COVER], 0.1), step_of(said[SHARE], 0.2), 0)
            put(raw, 22, qclass, step_of(said[PREDICATE], 0.2), step_of(said[SINGLE], 0.15), 0)
            put(raw, 23, info[C.KIND], described, tok[C.MENTION, h], 0)
            put(raw, 24, info[C.GENDER], ent[entity, 1], info[C.KIND], 0)
        else:
            for f in range(21, 25):
                put(raw, f, qclass, -1, 0, 0)
        hash_rows(raw, 200, ids[row])
        d = dense[row]
        d[0], d[1], d[2], d[3], d[4] = cover / total, share, before / total, after / total, rank
        d[5], d[6], d[7], d[8], d[9] = distance, min(near_left, 12), min(near_right, 12), repeats, fresh
        d[10], d[11], d[12], d[13] = e - s, mentions, cand[k, C.C_SENT] / max(1.0, context[6]), 0.0
        d[14], d[15], d[16], d[17], d[18] = heads[x, 0], heads[x, 1], heads[x, 2], heads[x, 3], heads[x, 4]
        d[19], d[20], d[21], d[22], d[23] = heads[x, 5], heads[x, 6], heads[x, 7], heads[x, 8], heads[x, 9]
        d[24], d[25], d[26], d[27] = gap_left, gap_right, cand[k, C.SHAPE] & 15, resolved
        d[28], d[29] = s - base, context[4] / total
        d[30], d[31], d[32], d[33] = heads[x, 10], heads[x, 11], heads[x, 12], heads[x, 13]


@kernel
def same_answers(
    cand: NDArray[np.int32],
    selected: NDArray[np.int32],
    qclass: int,
    ids: NDArray[np.uint32],
    dense: NDArray[np.float32],
) -> None:
    """Count for each selected candidate how many others would give the same answer."""
    m = selected.shape[0]
    size = 1
    while size < 2 * m + 2:
        size *= 2
    keys = np.full(size, -1, np.int64)
    counts = np.zeros(size, np.int32)
    slots = np.empty(m, np.int32)
    for k in range(m):
        key = cand[selected[k], C.SAME]
        slot = key & (size - 1)
        while keys[slot] >= 0 and keys[slot] != key:
            slot = (slot + 1) & (size - 1)
        keys[slot] = key
        counts[slot] += 1
        slots[k] = slot
    for k in range(m):
        same = counts[slots[k]]
        dense[k, 13] = same
        ids[k, 14] = mix(215, mix(qclass, min(same, 6)))
