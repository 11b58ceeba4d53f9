"""Features of a candidate's head: what of the question is near it in tree, clause and frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.shape_features import hash_rows, mix, put, step_of
from symbolic_rc.ranking.feature_names import HEADS


@kernel
def _depths(tok: NDArray[np.int32], base: int, stop: int, depth: NDArray[np.int32]) -> None:
    for t in range(base, stop):
        d, x = 0, t
        while tok[C.HEAD, x] != x and base <= tok[C.HEAD, x] < stop and d < 64:
            x = tok[C.HEAD, x]
            d += 1
        depth[t - base] = d


@kernel
def _route(tok: NDArray[np.int32], base: int, depth: NDArray[np.int32], a: int, b: int) -> int:
    """Return a hash of the way between two tokens of a sentence."""
    up, steps = np.uint32(1), 0
    down = np.uint32(2)
    while a != b and steps < 40:
        if depth[a - base] >= depth[b - base]:
            up = mix(up, tok[C.DEP, a] + 100)
            a = tok[C.HEAD, a]
        else:
            down = mix(down, tok[C.DEP, b] + 200)
            b = tok[C.HEAD, b]
        steps += 1
    return mix(up, down)


@kernel
def _arcs(tok: NDArray[np.int32], base: int, depth: NDArray[np.int32], a: int, b: int) -> int:
    """Return the number of arcs between two tokens of a sentence, as `_route` does."""
    steps = 0
    while a != b and steps < 40:
        if depth[a - base] >= depth[b - base]:
            a = tok[C.HEAD, a]
        else:
            b = tok[C.HEAD, b]
        steps += 1
    return steps


@kernel
def head_features(
    tok: NDArray[np.int32],
    base: int,
    stop: int,
    wanted: NDArray[np.bool_],
    ent: NDArray[np.int32],
    frames: NDArray[np.int32],
    q_tok: NDArray[np.int32],
    info: NDArray[np.int32],
    words: NDArray[np.int32],
    best: NDArray[np.float32],
    weight: NDArray[np.float32],
    total: float,
    asked_entities: NDArray[np.int32],
    of_kind: NDArray[np.bool_],
    likeness: NDArray[np.float32],
    ids: NDArray[np.uint32],
    dense: NDArray[np.float32],
) -> None:
    """Fill the features of every token of a sentence that is `wanted`, as the head of a candidate.

    `ids` has shape (stop - base, HEADS), `dense` (stop - base, HEAD_DENSE): predicate match, relation match,
    tree nearness, arcs to the nearest match, clause cover, frame agreement, own match, named, focus,
    siblings, then the frame's predicate, role and others, and whether the head defines.
    """
    size = stop - base
    count = weight.shape[0]
    depth = np.zeros(size, np.int32)
    _depths(tok, base, stop, depth)
    qclass, fine, gap_rel = info[C.QCLASS], info[C.FINE], info[C.GAP_REL]
    gov_word = -1  # the content word that governs the gap
    for i in range(count):
        if words[i] == info[C.GAP_GOV]:
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
    covers = np.full((size, 2), -1.0)  # of a clause, by its verb, for tokens that match nothing themselves
    for x in range(size):
        if not wanted[x]:
            continue
        t = base + x
        gov = tok[C.HEAD, t]
        relation = tok[C.DEP, t]
        hops = 0
        while relation == C.D_CONJ and hops < 4 and tok[C.HEAD, gov] != gov:
            relation = tok[C.DEP, gov]
            gov = tok[C.HEAD, gov]
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
        nearest, nearest_path, nearest_h = 12, np.uint32(0), -1
        gov_path, gov_steps, gov_h = np.uint32(0), 12, -1
        matched = False
        for h in range(hits):
            if hit_t[h] == t:
                matched = True
                continue
            steps = _arcs(tok, base, depth, t, hit_t[h])
            value = np.float32(max(0.0, 1.0 - (steps - 1) / 6.0)) * hit_w[h]
            if value > close[hit_i[h]]:
                close[hit_i[h]] = value
            if steps < nearest:
                nearest, nearest_h = steps, h
            if hit_i[h] == gov_word and steps < gov_steps:
                gov_steps, gov_h = steps, h
        nearest_i = hit_i[nearest_h] if nearest_h >= 0 else -1
        if nearest < 5:
            nearest_path = _route(tok, base, depth, t, hit_t[nearest_h])
        if gov_steps < 5:
            gov_path = nearest_path if gov_h == nearest_h else _route(tok, base, depth, t, hit_t[gov_h])
        nearness = 0.0
        for i in range(count):
            nearness += close[i] * weight[i]
        nearness /= total
        # the clause around: the nearest verb above, and what of the question is in it
        verb = t
        hops = 0
        while tok[C.POS, verb] != C.P_VERB and tok[C.HEAD, verb] != verb and hops < 20:
            verb = tok[C.HEAD, verb]
            hops += 1
        if verb == t and tok[C.HEAD, t] != t and tok[C.DEP, t] in (C.D_RELCL, C.D_ADVCL):
            verb = tok[C.HEAD, t]
        own_verb = verb - base
        inside = 0 <= own_verb < size and not matched
        if inside and covers[own_verb, 0] >= 0:
            cover, siblings = covers[own_verb, 0], covers[own_verb, 1]
        else:
            cover, siblings = _clause_cover(tok, t, verb, best, weight, total, hit_t[:hits])
            if inside:
                covers[own_verb, 0], covers[own_verb, 1] = cover, siblings
        said, fits, among = _frame_agreement(frames, t, tok, best, weight, total, gov_word, info[C.OPEN_ROLE])
        frame = 0.5 * said + 0.25 * fits + among
        named = 0
        entity = tok[C.ENTITY, t]
        for k in range(asked_entities.shape[0]):
            if entity >= 0 and asked_entities[k] == entity:
                named = 1
        focus = 0
        if info[C.FOCUS] != 0 and tok[C.LEMMA, t] == info[C.FOCUS]:
            focus = 1
        prep = tok[C.CASE, t]
        prepword = tok[C.LEMMA, prep] if prep >= 0 else 0
        gov_lemma = tok[C.LEMMA, gov] if gov != t else 0
        kind = mix(0, 0)
        if entity >= 0:
            kind = mix(mix(ent[entity, 0], ent[entity, 1]), mix(ent[entity, 2], tok[C.MENTION, t]))
        strong = 2 if governed >= 0.9 else 1 if governed > 0 else 0
        put(raw, 0, qclass, nearest_path if nearest < 5 else nearest, 0, 0)
        put(raw, 1, gap_rel, gov_path if gov_steps < 5 else gov_steps, 0, 0)
        put(raw, 2, relation, gap_rel, strong, qclass)
        put(raw, 3, fine, tok[C.LEMMA, t], 0, 0)
        put(raw, 4, fine, tok[C.SENSE, t], 0, 0)
        put(raw, 5, fine, tok[C.ENT_TYPE, t], tok[C.POS, t], 0)
        put(raw, 6, fine, tok[C.TAG, t], 0, 0)
        put(raw, 7, fine, kind, 0, 0)
        put(raw, 8, prepword, info[C.GAP_PREP], qclass, 0)
        put(raw, 9, qclass, step_of(nearness, 0.08), 0, 0)
        put(raw, 10, qclass, nearest, nearest_i if nearest_i < 0 else q_tok[C.DEP, words[nearest_i]], 0)
        put(raw, 11, qclass, step_of(cover, 0.1), 0, 0)
        put(raw, 12, gov_lemma, info[C.GOV_LEMMA], relation, gap_rel)
        put(raw, 13, tok[C.SENSE, gov], info[C.GOV_SENSE], relation, gap_rel)
        put(raw, 14, qclass, named, tok[C.MENTION, t], 0)
        put(raw, 15, qclass, step_of(own, 0.25), own_i if own_i < 0 else q_tok[C.DEP, words[own_i]], 0)
        put(raw, 16, info[C.KIND], tok[C.LEMMA, t], tok[C.POS, t], 0)
        put(raw, 17, info[C.FOCUS], tok[C.LEMMA, t], 0, 0)
        put(raw, 18, qclass, step_of(frame, 0.15), 0, 0)
        put(raw, 19, qclass, step_of(siblings, 0.1), strong, 0)
        put(raw, 20, qclass, gov_steps, strong, 0)
        put(raw, 21, info[C.FOCUS], tok[C.SENSE, t], tok[C.ENT_TYPE, t], 0)
        agreed = info[C.FOCUS_SENSE] != 0 and tok[C.SENSE, t] == info[C.FOCUS_SENSE]
        put(raw, 22, 1 if agreed else 0, tok[C.MENTION, t], qclass, 0)
        put(raw, 23, 1 if of_kind[t] else 0, tok[C.MENTION, t], qclass, 0)
        asked_class = info[C.FOCUS_SENSE] if info[C.FOCUS_SENSE] else info[C.KIND]
        put(
            raw, 24, asked_class, tok[C.ENT_TYPE, t], ent[entity, 0] if entity >= 0 else -1, tok[C.MENTION, t]
        )
        put(raw, 25, asked_class, tok[C.SENSE, t], tok[C.POS, t], info[C.FORM])
        put(raw, 26, step_of(max(np.float32(0.0), likeness[0, t]), 0.1), agrees, info[C.KIND], 0)
        put(raw, 27, step_of(max(np.float32(0.0), likeness[1, t]), 0.1), tok[C.MENTION, t], info[C.KIND], 0)
        hash_rows(raw, 100, ids[x])
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
def _clause_cover(
    tok: NDArray[np.int32],
    t: int,
    verb: int,
    best: NDArray[np.float32],
    weight: NDArray[np.float32],
    total: float,
    hits: NDArray[np.int32],
) -> tuple[float, float]:
    """How much of the question is below a verb, and on it or right below it; `t` itself left out."""
    cover, siblings = 0.0, 0.0
    for i in range(weight.shape[0]):
        most, beside = np.float32(0.0), np.float32(0.0)
        for u in hits:
            if best[i, u] <= 0.0 or u == t:
                continue
            if tok[C.HEAD, u] == verb or u == verb:
                beside = max(beside, best[i, u])
            y = u
            for _ in range(4):
                if y == verb:
                    most = max(most, best[i, u])
                    break
                y = tok[C.HEAD, y]
        cover += most * weight[i]
        siblings += beside * weight[i]
    return cover / total, siblings / total


@kernel
def _same_relation(a: int, b: int) -> int:
    if a == b:
        return 2
    subject = a == C.D_OBLAGENT and b == C.D_NSUBJ
    thing = (a == C.D_NSUBJPASS and b == C.D_OBJ) or (a == C.D_OBJ and b == C.D_NSUBJPASS)
    return 1 if subject or thing or (a == C.D_NSUBJ and b == C.D_OBLAGENT) else 0


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
    sentence = tok[C.SENT, t]
    while low < high:  # frames are ordered by predicate: find the sentence's first
        middle = (low + high) // 2
        if tok[C.SENT, frames[middle, 1]] < sentence:
            low = middle + 1
        else:
            high = middle
    for k in range(low, frames.shape[0]):
        if tok[C.SENT, frames[k, 1]] != sentence:
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
    gov = tok[C.HEAD, t]
    if tok[C.DEP, t] == C.D_APPOS:
        for i in range(best.shape[0]):
            most = max(most, best[i, gov])
    for u in range(base, stop):
        if tok[C.HEAD, u] == t and u != t and tok[C.DEP, u] in (C.D_NSUBJ, C.D_APPOS):
            for i in range(best.shape[0]):
                most = max(most, best[i, u])
    return float(most)
