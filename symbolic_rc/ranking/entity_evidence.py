"""What a story says of each entity, over all the sentences that mention it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C

#: Columns of what `entity_evidence` fills.
COVER, SINGLE, PREDICATE, SENTENCES, SHARE, DESCRIBED, ASKED, ALIKE = range(8)
ENTITY_COLUMNS = 8
_WINDOW = 14


@kernel
def of_kind(
    bounds: NDArray[np.int32], kinds: NDArray[np.int32], asked: NDArray[np.int32], out: NDArray[np.bool_]
) -> None:
    """Tell which nouns are of a kind that is asked for: one of the `asked` synsets is above them."""
    if asked.shape[0] == 0:
        return
    for t in range(out.shape[0]):
        for k in range(bounds[t], bounds[t + 1]):
            for a in range(asked.shape[0]):
                if kinds[k] == asked[a]:
                    out[t] = True


@kernel
def likenesses(
    vectors: NDArray[np.int8], asked: NDArray[np.int8], heads: NDArray[np.int32], out: NDArray[np.float32]
) -> None:
    """Fill the cosine of each token's governor with the first vector asked for, of each with the second."""
    n, d = vectors.shape
    own = np.zeros(n, np.float32)
    for a in range(2):
        if not asked[a].any():
            continue
        for t in range(n):
            own[t] = 0.0
            if vectors[t, 0] == 0 and vectors[t, 1] == 0:
                continue  # not a content word
            total = 0.0
            for k in range(d):
                total += float(vectors[t, k]) * float(asked[a, k])
            own[t] = total / 16129.0
        if a == 0:
            for t in range(n):
                out[0, t] = own[heads[t]] if heads[t] != t else 0.0
        else:
            out[1] = own


@kernel
def entity_evidence(
    tok: NDArray[np.int32],
    bounds: NDArray[np.int32],
    ent_bounds: NDArray[np.int32],
    ent_heads: NDArray[np.int32],
    said_bounds: NDArray[np.int32],
    said: NDArray[np.int32],
    fits: NDArray[np.bool_],
    likeness: NDArray[np.float32],
    info: NDArray[np.int32],
    words: NDArray[np.int32],
    best: NDArray[np.float32],
    weight: NDArray[np.float32],
    total: float,
    bound: NDArray[np.int32],
    out: NDArray[np.float32],
) -> None:
    """Fill what is said of each entity near its mentions, whatever they call it.

    Parameters
    ----------
    tok, bounds, ent_bounds, ent_heads, said_bounds, said : ndarray
        Of the story.
    fits : ndarray of bool, shape (n,)
        As `of_kind` fills it.
    likeness : ndarray of float32, shape (2, n)
        As `likenesses` fills it.
    info, words : ndarray
        Of the question.
    best : ndarray of float32, shape (words, n)
    weight : ndarray of float32, shape (words,)
    total : float
    bound : ndarray of int32, shape (b, 2)
        Entities that words of the question name or describe, as `evidence.spread` found them.
    out : ndarray of float32, shape (entities, ENTITY_COLUMNS)
        Filled with the share of the question's words that stand near some mention, the most that stands
        near one mention, how well a mention fills the gap of the question's predicate, the sentences with
        something near, the share of the best entity's cover, how well nouns that describe the entity fit the
        noun asked for, whether another word of the question names it, and how like a mention's governor is to
        the gap's.
    """
    count = weight.shape[0]
    n = tok.shape[1]
    gov_word, focus_word = -1, -1
    for i in range(count):
        if words[i] == info[C.GAP_GOV]:
            gov_word = i
        if words[i] == info[C.FOCUS_WORD]:
            focus_word = i
    hit = np.zeros(n, np.bool_)
    for i in range(count):
        for t in range(n):
            if best[i, t] > 0:
                hit[t] = True
    for b in range(bound.shape[0]):
        if bound[b, 1] == focus_word:
            out[bound[b, 0], DESCRIBED] = 1.0
        else:
            out[bound[b, 0], ASKED] = 1.0
    for e in range(said_bounds.shape[0] - 1):
        for k in range(said_bounds[e], said_bounds[e + 1]):
            match = best[focus_word, said[k]] if focus_word >= 0 else np.float32(0.0)
            if match >= 0.85:
                out[e, DESCRIBED] = 1.0
            elif fits[said[k]] or match > 0.5:
                out[e, DESCRIBED] = max(out[e, DESCRIBED], np.float32(0.6))
    ever = np.empty(count, np.float32)
    near = np.empty(count, np.float32)
    most = np.float32(1e-6)
    for e in range(ent_bounds.shape[0] - 1):
        ever[:] = 0.0
        last = -1
        for k in range(ent_bounds[e], ent_bounds[e + 1]):
            t = ent_heads[k]
            s = tok[C.SENT, t]
            near[:] = 0.0
            out[e, ALIKE] = max(out[e, ALIKE], likeness[0, t])
            for u in range(max(bounds[s], t - _WINDOW), min(bounds[s + 1], t + _WINDOW + 1)):
                if not hit[u] or u == t or tok[C.ENTITY, u] == e:
                    continue
                fade = np.float32(1.0 - (abs(u - t) - 1) / _WINDOW)
                for i in range(count):
                    near[i] = max(near[i], best[i, u] * fade)
            here = np.float32(0.0)
            for i in range(count):
                here += near[i] * weight[i]
                ever[i] = max(ever[i], near[i])
            out[e, SINGLE] = max(out[e, SINGLE], here / total)
            if here > 0.3 * total and s != last:
                out[e, SENTENCES] += 1
                last = s
            if gov_word >= 0:
                g, relation = tok[C.HEAD, t], tok[C.DEP, t]
                hops = 0
                while relation == C.D_CONJ and hops < 3:
                    relation, g = tok[C.DEP, g], tok[C.HEAD, g]
                    hops += 1
                if g != t:
                    agrees = 1.0 if relation == info[C.GAP_REL] else 0.5
                    out[e, PREDICATE] = max(out[e, PREDICATE], best[gov_word, g] * agrees)
        for i in range(count):
            out[e, COVER] += ever[i] * weight[i]
        out[e, COVER] /= total
        if out[e, ASKED] == 0.0:
            most = max(most, out[e, COVER])
    for e in range(ent_bounds.shape[0] - 1):
        out[e, SHARE] = out[e, COVER] / most
