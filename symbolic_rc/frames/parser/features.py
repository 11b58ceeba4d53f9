"""The features of a candidate argument: one kernel that writes 64-bit hashes.

Parts of a feature are string ids, clusters, paths and patterns of the dependency tree; each template mixes
its own number with its parts. What stands behind them: Xue & Palmer 2004, Pradhan et al. 2005, Johansson &
Nugues 2008, Björkelund et al. 2009.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.frames.parser.context import (
    PUNCT,
    RELCL,
    VERB,
    ZERO,
    clause,
    frame,
    marker,
    voice,
)
from symbolic_rc.frames.parser.hashing import crossed, mix, mix3, put
from symbolic_rc.frames.parser.spans import default_span

#: No candidate has more features than this.
CAPACITY = 168


@kernel
def _distance(a: int, b: int) -> int:
    """Return the distance of two tokens in few classes."""
    d = b - a if b > a else a - b
    if d <= 3:
        return d
    if d <= 5:
        return 4
    if d <= 8:
        return 5
    return 6 if d <= 15 else 7


@kernel
def argument_features(
    words: Any,
    heads: Any,
    first: Any,
    children: Any,
    left: Any,
    right: Any,
    k: Any,
    p: int,
    roleset: Any,
    group: Any,
    group2: Any,
    kind: int,
    facts: Any,
    h: int,
    up: int,
    down: int,
    out: Any,
) -> int:
    """Write the hashes of the features of candidate `h` of predicate `p` to `out`; return how many.

    `roleset`, `group` and `group2` are the predicate's roleset, class and coarser class as numbers; `kind`
    is 0 for a verb, 1 for a noun, 2 for an adjective; `facts` are what `context.describe` says of it.
    """
    u = np.uint64
    n = 0
    v, bits, order, subject, thing = facts[0], facts[1], facts[2], facts[3], facts[4]
    kv = u(kind * 8) + v
    after = u(1) if h > p else u(0)
    pl, pt, pd, pc = words[p, 1], words[p, 2], words[p, 4], words[p, 6]
    al, aw, at, ap, ad, ne = words[h, 1], words[h, 0], words[h, 2], words[h, 3], words[h, 4], words[h, 5]
    ac, af = words[h, 6], words[h, 7]
    # the path: labels up from the predicate, then down to the candidate
    path = u(11)
    ppath = words[p, 3]
    node = p
    for _ in range(up):
        path = mix(path, words[node, 4])
        node = heads[node]
        ppath = mix(ppath, words[node, 3])
    top = node
    path = mix(path, u(5))
    if down == 2:
        middle = heads[h]
        path = mix3(path, words[middle, 4], ad)
        ppath = mix3(ppath, words[middle, 3], ap)
    elif down == 1:
        path = mix(path, ad)
        ppath = mix(ppath, ap)
    where = mix3(path, after, kv)
    prep = marker(words, first, children, k, h)
    form = clause(words, first, children, k, h)
    start, end = default_span(words, first, children, left, right, k, h, p)
    fw, lw, ft, lt = words[start, 0], words[end - 1, 0], words[start, 2], words[end - 1, 2]
    # the neighbours among the children of the same head, and how many have the same label
    parent = heads[h]
    before, behind, rank = ZERO, ZERO, u(0)
    seen = False
    if down > 0:
        for j in range(first[parent], first[parent + 1]):
            child = children[j]
            dep = words[child, 4]
            if child == h:
                seen = True
            elif dep != k[PUNCT]:
                if not seen:
                    before = mix(dep, marker(words, first, children, k, child))
                    if dep == ad:
                        rank += u(1)
                else:
                    behind = mix(dep, marker(words, first, children, k, child))
                    break
    comma = u(0)  # punctuation between, and the tags between where these are few
    between, verbs = ZERO, u(0)
    lo, hi = (end, p) if h < p else (p + 1, start)
    for j in range(lo, min(hi, lo + 30)):
        if words[j, 4] == k[PUNCT]:
            comma = u(1)
        elif words[j, 3] == k[VERB]:
            verbs += u(1)
        if hi - lo <= 4:
            between = mix(between, words[j, 2])
    if hi - lo > 4:
        between = u(3)
    verbs = min(verbs, u(2))
    past = words[start - 1, 1] if start > 0 else ZERO
    # relation of the predicate to its head: control, raising, coordination, light verbs
    outer, outer_tag = words[top, 1], words[top, 2]
    gap = u(0)
    if pd == k[RELCL]:
        gap = u(1) + bits
    topvoice = u(0)
    if up > 0:
        topvoice = u(voice(words, heads, first, children, k, top) + 1)
    frame_key = mix3(bits, kv, v)
    # what the grammar says: the subject, own or shared, and the antecedent of a relative clause
    deep = u(0)
    if facts[5] == u(h + 1):
        deep = u(1) + facts[6]
    elif facts[5] != u(0):
        deep = u(16) + (u(1) if facts[6] > u(0) else u(0))
    if facts[7] // u(16) == u(h + 1):
        deep += u(32) + u(32) * (facts[7] % u(16))
    short = mix3(ad, prep, mix3(after, kv, u(up * 3 + down)))
    place = mix3(u(_distance(p, h)), after, u(up * 3 + down))

    begin = n
    n = put(out, n, ZERO)
    n = put(out, n, ap)
    n = put(out, n, at)
    n = put(out, n, prep)
    n = put(out, n, form)
    n = put(out, n, ac)
    n = put(out, n, al)
    n = put(out, n, mix(prep, ac))
    n = put(out, n, mix(prep, ne))
    n = put(out, n, pl)
    n = put(out, n, mix(pl, prep))
    n = put(out, n, roleset)
    n = put(out, n, group)
    n = put(out, n, mix(group, prep))
    n = put(out, n, pc)
    n = put(out, n, mix(pc, prep))
    n = put(out, n, bits)
    n = put(out, n, mix(bits, prep))
    n = put(out, n, place)
    n = put(out, n, pt)
    n = put(out, n, mix(before, behind))
    n = put(out, n, mix(before, prep))
    n = put(out, n, mix(behind, prep))
    n = put(out, n, mix(group, ac))
    n = put(out, n, mix(group2, prep))
    n = put(out, n, mix(group2, bits))
    crossed(out, begin, n, u(1000), where)

    begin = n
    n = put(out, n, ZERO)
    n = put(out, n, al)
    n = put(out, n, ac)
    n = put(out, n, af)
    n = put(out, n, ne)
    n = put(out, n, pl)
    n = put(out, n, roleset)
    n = put(out, n, mix(roleset, ac))
    n = put(out, n, mix(roleset, bits))
    n = put(out, n, mix(group, bits))
    n = put(out, n, order)
    n = put(out, n, mix(group, order))
    n = put(out, n, mix(pc, ac))
    n = put(out, n, mix(pc, bits))
    n = put(out, n, fw)
    n = put(out, n, lw)
    n = put(out, n, mix(ft, lt))
    n = put(out, n, form)
    n = put(out, n, mix(group, form))
    n = put(out, n, mix(pl, form))
    n = put(out, n, mix(rank, comma))
    n = put(out, n, mix(group2, ac))
    n = put(out, n, mix(words[p, 7], ZERO))
    n = put(out, n, mix(group2, form))
    n = put(out, n, mix(subject, ac))
    n = put(out, n, mix(thing, ac))
    crossed(out, begin, n, u(1100), short)

    a = u(1200)
    n = put(out, n, mix3(a, al, kv))
    n = put(out, n, mix3(a + u(1), aw, after))
    n = put(out, n, mix3(a + u(2), prep, al))
    n = put(out, n, mix3(a + u(3), prep, ac))
    n = put(out, n, mix3(a + u(4), prep, mix(ne, lt)))
    n = put(out, n, mix3(a + u(5), fw, lw))
    n = put(out, n, mix3(a + u(6), form, ac))
    n = put(out, n, mix3(a + u(7), ppath, after))
    n = put(out, n, mix3(a + u(8), ppath, mix(prep, kv)))
    n = put(out, n, mix3(a + u(9), pl, mix(prep, ap)))
    n = put(out, n, mix3(a + u(10), roleset, mix(prep, ap)))
    n = put(out, n, mix3(a + u(11), roleset, al))
    n = put(out, n, mix3(a + u(12), group, mix(prep, al)))
    n = put(out, n, mix3(a + u(13), group, mix(prep, ap)))
    n = put(out, n, mix3(a + u(14), pl, mix(al, after)))
    n = put(out, n, mix3(a + u(15), prep, mix(af, ap)))
    n = put(out, n, mix3(a + u(16), fw, mix(ft, ap)))
    n = put(out, n, mix3(a + u(17), prep, mix(fw, words[min(start + 1, end - 1), 0])))
    n = put(out, n, mix3(a + u(18), u(end - start if end - start < 12 else 12), mix(ad, after)))
    n = put(out, n, mix3(a + u(19), place, mix(ap, pt)))

    a = u(1250)
    surface = mix3(after, kv, ap)
    n = put(out, n, mix3(a, mix(surface, between), ZERO))
    n = put(out, n, mix3(a + u(1), mix(surface, between), fw))
    n = put(out, n, mix3(a + u(2), mix(surface, between), pl))
    n = put(out, n, mix3(a + u(3), mix(surface, between), mix(group, ad)))
    n = put(out, n, mix3(a + u(4), surface, mix(comma, verbs)))
    n = put(out, n, mix3(a + u(5), mix(surface, ad), mix(comma, verbs)))
    n = put(out, n, mix3(a + u(6), mix(surface, fw), mix(comma, verbs)))
    n = put(out, n, mix3(a + u(7), mix(surface, prep), pl))
    n = put(out, n, mix3(a + u(8), mix(surface, past), ad))
    n = put(out, n, mix3(a + u(9), mix(surface, fw), al))
    n = put(out, n, mix3(a + u(10), mix(surface, bits), mix(prep, comma)))
    n = put(out, n, mix3(a + u(11), short, mix(between, bits)))
    n = put(out, n, mix3(a + u(12), short, mix(pl, al)))
    n = put(out, n, mix3(a + u(13), short, mix(words[p, 7], ac)))
    n = put(out, n, mix3(a + u(14), short, mix(pl, af)))
    n = put(out, n, mix3(a + u(15), fw, mix(lw, ad)))

    deep = mix(deep, mix(kv, after))
    begin = n
    n = put(out, n, ZERO)
    n = put(out, n, roleset)
    n = put(out, n, group)
    n = put(out, n, mix(bits, ap))
    n = put(out, n, ac)
    n = put(out, n, mix(ad, prep))
    n = put(out, n, mix(group2, bits))
    crossed(out, begin, n, u(1280), deep)
    if up > 0:
        n = put(out, n, mix3(u(1287), deep, mix(outer, pd)))

    a = u(1300)
    if up > 0:
        n = put(out, n, mix3(a, where, outer))
        n = put(out, n, mix3(a + u(1), where, outer_tag))
        n = put(out, n, mix3(a + u(2), where, mix(outer, prep)))
        n = put(out, n, mix3(a + u(3), where, mix(topvoice, bits)))
        n = put(out, n, mix3(a + u(4), where, mix(gap, form)))
        n = put(out, n, mix3(a + u(5), where, mix(gap, roleset)))
        n = put(out, n, mix3(a + u(6), where, mix(gap, group)))
        n = put(out, n, mix3(a + u(7), short, mix(outer, pd)))
        n = put(out, n, mix3(a + u(8), short, mix(pd, bits)))
        n = put(out, n, mix3(a + u(9), short, mix(pd, mix(bits, topvoice))))
        n = put(out, n, mix3(a + u(10), pl, mix3(outer, ad, after)))
        pmark = marker(words, first, children, k, p)
        n = put(out, n, mix3(a + u(11), where, mix(pmark, bits)))
        n = put(out, n, mix3(a + u(12), where, mix(pmark, outer)))
        tbits, _ = frame(words, first, children, k, top)
        n = put(out, n, mix3(a + u(13), where, mix(tbits, pmark)))
        n = put(out, n, mix3(a + u(14), where, mix(tbits, outer)))
        n = put(out, n, mix3(a + u(15), where, mix(words[top, 6], pmark)))
        pform = clause(words, first, children, k, p)
        n = put(out, n, mix3(a + u(16), where, mix(pform, bits)))
        n = put(out, n, mix3(a + u(17), where, mix(pform, comma)))
        n = put(out, n, mix3(a + u(18), where, mix(frame_key, group)))
    if down == 2:
        middle = heads[h]
        n = put(out, n, mix3(a + u(30), where, words[middle, 1]))
        n = put(out, n, mix3(a + u(31), where, mix(words[middle, 1], prep)))
        n = put(out, n, mix3(a + u(32), where, mix(words[middle, 6], prep)))
        n = put(out, n, mix3(a + u(33), pl, mix3(words[middle, 1], prep, ad)))
        n = put(out, n, mix3(a + u(34), where, mix(marker(words, first, children, k, middle), prep)))
    return n
