"""Features of candidates that depend on the question, in two layers: of the head's place, and of the span."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.rules import layout as L
from symbolic_rc.rules.atoms import bucket, mix
from symbolic_rc.rules.atoms import hash_rows as _hash
from symbolic_rc.rules.atoms import put as _put

#: Names of the hashed features of a candidate's head, as they appear in traces.
HEAD_NAMES = (
    "path to match",
    "path to predicate",
    "relations",
    "asked and head word",
    "asked and sense",
    "asked and entity type",
    "asked and tag",
    "asked and mention",
    "prepositions",
    "tree nearness",
    "nearest in tree",
    "clause cover",
    "predicates",
    "predicate senses",
    "named in question",
    "head in question",
    "head word",
    "focus and head",
    "frame agreement",
    "siblings",
    "predicate near",
    "focus and sense",
    "same sense as focus",
)
#: Names of the hashed features of the span.
SPAN_NAMES = (
    "sentence rank",
    "sentence share",
    "sentence cover",
    "sentence before",
    "word distance",
    "match on the left",
    "match on the right",
    "repeats question",
    "asked and length",
    "asked and first word",
    "asked and word before",
    "asked and shape",
    "asked and tags",
    "gap neighbours",
    "repeated answer",
    "left word role",
    "resolved",
    "asked and last tag",
    "new words",
    "asked and edge",
    "context",
)
#: Names of the numeric features, as the second look sees them.
DENSE_NAMES = (
    "cover",
    "cover share",
    "cover before",
    "cover after",
    "rank",
    "word distance",
    "left gap",
    "right gap",
    "repeats",
    "new words",
    "length",
    "mentions",
    "place",
    "same answers",
    "predicate match",
    "relation match",
    "tree nearness",
    "nearest in tree",
    "clause cover",
    "frame agreement",
    "head in question",
    "named in question",
    "focus match",
    "siblings",
    "gap left",
    "gap right",
    "shape whole",
    "resolved",
    "words before",
    "best cover",
    "frame predicate",
    "frame role",
    "frame others",
    "defines",
)
HEADS, SPANS, DENSE = len(HEAD_NAMES), len(SPAN_NAMES), len(DENSE_NAMES)
HEAD_DENSE = 14
_CAP = 8.0


@kernel
def _bin(value: float, step: float) -> int:
    v = int(value / step + 0.5)
    return v if v < 12 else 12


@kernel
def _depths(tok: NDArray[np.int32], base: int, stop: int, depth: NDArray[np.int32]) -> None:
    for t in range(base, stop):
        d, x = 0, t
        while tok[L.HEAD, x] != x and base <= tok[L.HEAD, x] < stop and d < 64:
            x = tok[L.HEAD, x]
            d += 1
        depth[t - base] = d


@kernel
def _route(tok: NDArray[np.int32], base: int, depth: NDArray[np.int32], a: int, b: int) -> tuple[int, int]:
    """Return the number of arcs between two tokens of a sentence, and a hash of the way."""
    up, steps = np.uint32(1), 0
    down = np.uint32(2)
    while a != b and steps < 40:
        if depth[a - base] >= depth[b - base]:
            up = mix(up, tok[L.DEP, a] + 100)
            a = tok[L.HEAD, a]
        else:
            down = mix(down, tok[L.DEP, b] + 200)
            b = tok[L.HEAD, b]
        steps += 1
    return steps, mix(up, down)


@kernel
def head_features(
    tok: NDArray[np.int32],
    base: int,
    stop: int,
    ent: NDArray[np.int32],
    frames: NDArray[np.int32],
    q_tok: NDArray[np.int32],
    info: NDArray[np.int32],
    words: NDArray[np.int32],
    best: NDArray[np.float32],
    weight: NDArray[np.float32],
    total: float,
    asked_entities: NDArray[np.int32],
    ids: NDArray[np.uint32],
    dense: NDArray[np.float32],
) -> None:
    """Fill the features of every token of a sentence as the head of a candidate.

    `ids` has shape (stop - base, HEADS), `dense` (stop - base, HEAD_DENSE): predicate match, relation match,
    tree nearness, arcs to the nearest match, clause cover, frame agreement, own match, named, focus,
    siblings, then the frame's predicate, role and others, and whether the head defines.
    """
    size = stop - base
    count = weight.shape[0]
    depth = np.zeros(size, np.int32)
    _depths(tok, base, stop, depth)
    qclass, fine, gap_rel = info[L.QCLASS], info[L.FINE], info[L.GAP_REL]
    gov_word = -1  # the content word that governs the gap
    for i in range(count):
        if words[i] == info[L.GAP_GOV]:
            gov_word = i
    # matched tokens of the sentence
    hit_t = np.empty(size, np.int32)
    hit_w = np.empty(size, np.float32)
    hit_i = np.empty(size, np.int32)
    hits = 0
    for t in range(base, stop):
        most, which = np.float32(0.0), -1
        for i in range(count):
            value = best[i, t] * weight[i]
            if value > most:
                most, which = value, i
        if which >= 0:
            hit_t[hits] = t
            hit_w[hits] = best[which, t]
            hit_i[hits] = which
            hits += 1
    close = np.zeros(count, np.float32)
    raw = np.zeros((HEADS, 4), np.int64)
    for x in range(size):
        t = base + x
        gov = tok[L.HEAD, t]
        relation = tok[L.DEP, t]
        hops = 0
        while relation == L.D_CONJ and hops < 4 and tok[L.HEAD, gov] != gov:
            relation = tok[L.DEP, gov]
            gov = tok[L.HEAD, gov]
            hops += 1
        own, own_i = np.float32(0.0), -1
        for i in range(count):
            if best[i, t] > own:
                own, own_i = best[i, t], i
        governed = np.float32(0.0)
        if gov_word >= 0 and gov != t:
            governed = best[gov_word, gov]
        agrees = _same_relation(relation, gap_rel)
        # the nearest match in the tree, and all of them
        for i in range(count):
            close[i] = 0.0
        nearest, nearest_path, nearest_i = 12, np.uint32(0), -1
        gov_path, gov_steps = np.uint32(0), 12
        for h in range(hits):
            if hit_t[h] == t:
                continue
            steps, way = _route(tok, base, depth, t, hit_t[h])
            value = np.float32(max(0.0, 1.0 - (steps - 1) / 6.0)) * hit_w[h]
            if value > close[hit_i[h]]:
                close[hit_i[h]] = value
            if steps < nearest:
                nearest, nearest_path, nearest_i = steps, way, hit_i[h]
            if hit_i[h] == gov_word and steps < gov_steps:
                gov_path, gov_steps = way, steps
        nearness = 0.0
        for i in range(count):
            nearness += close[i] * weight[i]
        nearness /= total
        # the clause around: the nearest verb above, and what of the question is in it
        verb = t
        hops = 0
        while tok[L.POS, verb] != L.P_VERB and tok[L.HEAD, verb] != verb and hops < 20:
            verb = tok[L.HEAD, verb]
            hops += 1
        if verb == t and tok[L.HEAD, t] != t and tok[L.DEP, t] in (L.D_RELCL, L.D_ADVCL):
            verb = tok[L.HEAD, t]
        cover, siblings = 0.0, 0.0
        for i in range(count):
            most, beside = np.float32(0.0), np.float32(0.0)
            for h in range(hits):
                u = hit_t[h]
                if best[i, u] <= 0.0 or u == t:
                    continue
                if tok[L.HEAD, u] == verb or u == verb:
                    beside = max(beside, best[i, u])
                y = u
                for _ in range(4):
                    if y == verb:
                        most = max(most, best[i, u])
                        break
                    y = tok[L.HEAD, y]
            cover += most * weight[i]
            siblings += beside * weight[i]
        cover /= total
        siblings /= total
        said, fits, among = _frame_agreement(frames, t, tok, best, weight, total, gov_word, info[L.OPEN_ROLE])
        frame = 0.5 * said + 0.25 * fits + among
        named = 0
        entity = tok[L.ENTITY, t]
        for k in range(asked_entities.shape[0]):
            if entity >= 0 and asked_entities[k] == entity:
                named = 1
        focus = 0
        if info[L.FOCUS] != 0 and tok[L.LEMMA, t] == info[L.FOCUS]:
            focus = 1
        prep = tok[L.CASE, t]
        prepword = tok[L.LEMMA, prep] if prep >= 0 else 0
        gov_lemma = tok[L.LEMMA, gov] if gov != t else 0
        kind = mix(0, 0)
        if entity >= 0:
            kind = mix(mix(ent[entity, 0], ent[entity, 1]), mix(ent[entity, 2], tok[L.MENTION, t]))
        strong = 2 if governed >= 0.9 else 1 if governed > 0 else 0
        _put(raw, 0, qclass, nearest_path if nearest < 5 else nearest, 0, 0)
        _put(raw, 1, gap_rel, gov_path if gov_steps < 5 else gov_steps, 0, 0)
        _put(raw, 2, relation, gap_rel, strong, qclass)
        _put(raw, 3, fine, tok[L.LEMMA, t], 0, 0)
        _put(raw, 4, fine, tok[L.SENSE, t], 0, 0)
        _put(raw, 5, fine, tok[L.ENT_TYPE, t], tok[L.POS, t], 0)
        _put(raw, 6, fine, tok[L.TAG, t], 0, 0)
        _put(raw, 7, fine, kind, 0, 0)
        _put(raw, 8, prepword, info[L.GAP_PREP], qclass, 0)
        _put(raw, 9, qclass, _bin(nearness, 0.08), 0, 0)
        _put(raw, 10, qclass, nearest, nearest_i if nearest_i < 0 else q_tok[L.DEP, words[nearest_i]], 0)
        _put(raw, 11, qclass, _bin(cover, 0.1), 0, 0)
        _put(raw, 12, gov_lemma, info[L.GOV_LEMMA], relation, gap_rel)
        _put(raw, 13, tok[L.SENSE, gov], info[L.GOV_SENSE], relation, gap_rel)
        _put(raw, 14, qclass, named, tok[L.MENTION, t], 0)
        _put(raw, 15, qclass, _bin(own, 0.25), own_i if own_i < 0 else q_tok[L.DEP, words[own_i]], 0)
        _put(raw, 16, info[L.KIND], tok[L.LEMMA, t], tok[L.POS, t], 0)
        _put(raw, 17, info[L.FOCUS], tok[L.LEMMA, t], 0, 0)
        _put(raw, 18, qclass, _bin(frame, 0.15), 0, 0)
        _put(raw, 19, qclass, _bin(siblings, 0.1), strong, 0)
        _put(raw, 20, qclass, gov_steps, strong, 0)
        _put(raw, 21, info[L.FOCUS], tok[L.SENSE, t], tok[L.ENT_TYPE, t], 0)
        agreed = info[L.FOCUS_SENSE] != 0 and tok[L.SENSE, t] == info[L.FOCUS_SENSE]
        _put(raw, 22, 1 if agreed else 0, tok[L.MENTION, t], qclass, 0)
        _hash(raw, 100, ids[x])
        dense[x, 0] = governed
        dense[x, 1] = agrees
        dense[x, 2] = nearness
        dense[x, 3] = nearest
        dense[x, 4] = cover
        dense[x, 5] = frame
        dense[x, 6] = own
        dense[x, 7] = named
        dense[x, 8] = focus
        dense[x, 9] = siblings
        dense[x, 10], dense[x, 11], dense[x, 12] = said, fits, among
        dense[x, 13] = _defines(tok, t, best, base, stop)


@kernel
def _same_relation(a: int, b: int) -> int:
    if a == b:
        return 2
    subject = a == L.D_OBLAGENT and b == L.D_NSUBJ
    thing = (a == L.D_NSUBJPASS and b == L.D_OBJ) or (a == L.D_OBJ and b == L.D_NSUBJPASS)
    return 1 if subject or thing or (a == L.D_NSUBJ and b == L.D_OBLAGENT) else 0


@kernel
def _frame_agreement(
    frames: NDArray[np.int32],
    t: int,
    tok: NDArray[np.int32],
    best: NDArray[np.float32],
    weight: NDArray[np.float32],
    total: float,
    gov_word: int,
    role: int,
) -> tuple[float, float, float]:
    """How a frame that has `t` as an argument's head agrees with what is asked: predicate, role, others."""
    most, predicate, same_role, among = -1.0, 0.0, 0.0, 0.0
    low, high = 0, frames.shape[0]
    sentence = tok[L.SENT, t]
    while low < high:  # frames are ordered by predicate: find the sentence's first
        middle = (low + high) // 2
        if tok[L.SENT, frames[middle, 1]] < sentence:
            low = middle + 1
        else:
            high = middle
    for k in range(low, frames.shape[0]):
        if tok[L.SENT, frames[k, 1]] != sentence:
            break
        if frames[k, 6] != t:
            continue
        said = best[gov_word, frames[k, 1]] if gov_word >= 0 else np.float32(0.0)
        fits = 1.0 if role > 0 and frames[k, 3] == role else 0.0
        others = 0.0
        j = k
        while j > 0 and frames[j - 1, 0] == frames[k, 0]:
            j -= 1
        while j < frames.shape[0] and frames[j, 0] == frames[k, 0]:
            if frames[j, 6] != t:
                for i in range(weight.shape[0]):
                    if best[i, frames[j, 6]] > 0:
                        others += float(best[i, frames[j, 6]] * weight[i])
            j += 1
        others = float(min(1.0, others / total))
        value = said + 0.5 * fits + others
        if value > most:
            most, predicate = float(value), float(said)
            same_role, among = float(fits), float(others)
    return predicate, same_role, among


@kernel
def _defines(tok: NDArray[np.int32], t: int, best: NDArray[np.float32], base: int, stop: int) -> float:
    """Whether `t` says what something of the question is: in apposition to it, or as its predicate."""
    most = np.float32(0.0)
    gov = tok[L.HEAD, t]
    if tok[L.DEP, t] == L.D_APPOS:
        for i in range(best.shape[0]):
            most = max(most, best[i, gov])
    for u in range(base, stop):
        if tok[L.HEAD, u] == t and u != t and tok[L.DEP, u] in (L.D_NSUBJ, L.D_APPOS):
            for i in range(best.shape[0]):
                most = max(most, best[i, u])
    return float(most)


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
    atoms: NDArray[np.uint32],
    heads: NDArray[np.float32],
    ids: NDArray[np.uint32],
    dense: NDArray[np.float32],
) -> None:
    """Fill the features of the candidates ``first`` to ``last`` of one sentence, in rows from `at`.

    `context` holds the sentence's rank, its cover, those of its neighbours, the best one, the cover of the
    best, and the number of sentences.
    """
    n = tok.shape[1]
    count = weight.shape[0]
    qclass, fine = info[L.QCLASS], info[L.FINE]
    gov_word = -1
    for i in range(count):
        if words[i] == info[L.GAP_GOV]:
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
        s, e, h = cand[k, L.START], cand[k, L.END], cand[k, L.TOP]
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
            if tok[L.FUNC, t] == 1:
                continue
            content += 1
            most = np.float32(0.0)
            for i in range(count):
                most = max(most, best[i, t])
            inside += float(most)
            if most < 0.5:
                fresh += 1
        repeats = inside / max(1, content)
        gap_left, gap_right = np.float32(0.0), np.float32(0.0)
        if gov_word >= 0:
            for t in range(max(base, s - 3), s):
                gap_left = max(gap_left, best[gov_word, t] * np.float32(1.0 - 0.2 * (s - 1 - t)))
            for t in range(e, min(stop, e + 3)):
                gap_right = max(gap_right, best[gov_word, t] * np.float32(1.0 - 0.2 * (t - e)))
        resolved = 1 if cand[k, L.SHAPE] & L.RESOLVED else 0
        entity = cand[k, L.C_ENTITY]
        mentions = ent[entity, 3] if entity >= 0 else 0
        length = bucket(e - s)
        left_word = tok[L.LOWER, s - 1] if s > base else 0
        _put(raw, 0, qclass, int(rank), 0, 0)
        _put(raw, 1, qclass, _bin(share, 0.1), 0, 0)
        _put(raw, 2, qclass, _bin(cover / total, 0.1), 0, 0)
        _put(raw, 3, _bin(before / total, 0.15), _bin(cover / total, 0.15), 0, 0)
        _put(raw, 4, qclass, _bin(distance, 0.08), 0, 0)
        _put(
            raw,
            5,
            qclass,
            min(near_left, 8),
            which_left if which_left < 0 else q_tok[L.DEP, words[which_left]],
            0,
        )
        _put(raw, 6, qclass, min(near_right, 8), 0, 0)
        _put(raw, 7, qclass, _bin(repeats, 0.2), min(content, 4), 0)
        _put(raw, 8, fine, length, 0, 0)
        _put(raw, 9, fine, atoms[k, 4], 0, 0)
        _put(raw, 10, fine, left_word, 0, 0)
        _put(raw, 11, fine, atoms[k, 10], 0, 0)
        _put(raw, 12, fine, atoms[k, 16], 0, 0)
        _put(raw, 13, info[L.GAP_REL], info[L.KIND], _bin(gap_left, 0.2), _bin(gap_right, 0.2))
        _put(raw, 15, qclass, info[L.GAP_PREP], left_word, 0)
        _put(raw, 16, qclass, resolved, tok[L.MENTION, h], 0)
        _put(raw, 17, fine, atoms[k, 24], 0, 0)
        _put(raw, 18, qclass, min(fresh, 5), min(content, 6), 0)
        _put(raw, 19, fine, atoms[k, 23], 0, 0)
        _put(raw, 20, qclass, _bin(heads[x, 2], 0.12), _bin(share, 0.2), 0)
        _hash(raw, 200, ids[row])
        d = dense[row]
        d[0], d[1], d[2], d[3], d[4] = cover / total, share, before / total, after / total, rank
        d[5], d[6], d[7], d[8], d[9] = distance, min(near_left, 12), min(near_right, 12), repeats, fresh
        d[10], d[11], d[12], d[13] = e - s, mentions, cand[k, L.C_SENT] / max(1.0, context[6]), 0.0
        d[14], d[15], d[16], d[17], d[18] = heads[x, 0], heads[x, 1], heads[x, 2], heads[x, 3], heads[x, 4]
        d[19], d[20], d[21], d[22], d[23] = heads[x, 5], heads[x, 6], heads[x, 7], heads[x, 8], heads[x, 9]
        d[24], d[25], d[26], d[27] = gap_left, gap_right, cand[k, L.SHAPE] & 15, resolved
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
        key = cand[selected[k], L.SAME]
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
