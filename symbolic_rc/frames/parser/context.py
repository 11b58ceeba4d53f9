"""What the features of a predicate and of a candidate argument have in common: kernels over a `Tree`."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.frames.parser.arrays import INDEX
from symbolic_rc.frames.parser.hashing import mix, mix3

ZERO = np.uint64(0)
MAX_UP = 4

PUNCT, CASE, MARK, CC, CONJ = (INDEX[name] for name in ("punct", "case", "mark", "cc", "conj"))
AUX, AUX_PASS, NSUBJ, NSUBJ_PASS = (INDEX[name] for name in ("aux", "aux:pass", "nsubj", "nsubj:pass"))
CSUBJ, OBJ, IOBJ, CCOMP, XCOMP, OBL = (
    INDEX[name] for name in ("csubj", "obj", "iobj", "ccomp", "xcomp", "obl")
)
COP, PRT, ACL, RELCL, AMOD = (INDEX[name] for name in ("cop", "compound:prt", "acl", "acl:relcl", "amod"))
AGENT, EXPL, DET, POSS, FIXED = (INDEX[name] for name in ("obl:agent", "expl", "det", "nmod:poss", "fixed"))
ADVMOD, ADVCL, PARATAXIS = (INDEX[name] for name in ("advmod", "advcl", "parataxis"))
VBN, VBG, VERB, NOUN, ADJ, WP, WDT = (
    INDEX[name] for name in ("VBN", "VBG", "VERB", "NOUN", "ADJ", "WP", "WDT")
)
#: How many steps a subject may be away, and the length of `Facts` of a predicate.
_STEPS = 6
FACTS = 8


@kernel
def candidates(words: Any, heads: Any, first: Any, children: Any, k: Any, p: int, out: Any) -> int:
    """Write the candidate arguments of predicate `p` to `out`; return how many.

    They are the predicate's ancestors up to `MAX_UP`, the children of the predicate and of those ancestors,
    and the grandchildren below the predicate. Each row of `out` is (token, steps up, steps down).
    """
    count = 0
    capacity = out.shape[0]
    for j in range(first[p], first[p + 1]):
        child = children[j]
        if words[child, 4] == k[PUNCT]:
            continue
        if count < capacity:
            out[count, 0], out[count, 1], out[count, 2] = child, 0, 1
            count += 1
        for g in range(first[child], first[child + 1]):
            grand = children[g]
            dep = words[grand, 4]
            if dep == k[PUNCT] or dep == k[CASE] or dep == k[DET] or count >= capacity:
                continue
            out[count, 0], out[count, 1], out[count, 2] = grand, 0, 2
            count += 1
    below = p
    for up in range(1, MAX_UP + 1):
        node = heads[below]
        if node == below:
            break
        if count < capacity:
            out[count, 0], out[count, 1], out[count, 2] = node, up, 0
            count += 1
        for j in range(first[node], first[node + 1]):
            child = children[j]
            if child == below or words[child, 4] == k[PUNCT] or count >= capacity:
                continue
            out[count, 0], out[count, 1], out[count, 2] = child, up, 1
            count += 1
        below = node
    return count


@kernel
def marker(words: Any, first: Any, children: Any, k: Any, h: int) -> np.uint64:
    """Return a hash of the lemmas of a token's case and mark children before it, 0 without any."""
    found = ZERO
    for j in range(first[h], first[h + 1]):
        child = children[j]
        if child > h:
            break
        dep = words[child, 4]
        if dep == k[CASE] or dep == k[MARK]:
            found = words[child, 0] if found == ZERO else mix(found, words[child, 0])
            for g in range(first[child], first[child + 1]):
                if words[children[g], 4] == k[FIXED]:
                    found = mix(found, words[children[g], 0])
    return found


@kernel
def voice(words: Any, heads: Any, first: Any, children: Any, k: Any, p: int) -> int:
    """Return a verb's voice: 0 active or no verb, 1 passive with auxiliary, 2 bare participle, 3 perfect."""
    if words[p, 2] != k[VBN]:
        return 0
    auxiliary = 0
    for j in range(first[p], first[p + 1]):
        child = children[j]
        dep = words[child, 4]
        if dep == k[AUX_PASS] or dep == k[NSUBJ_PASS]:
            return 1
        if dep == k[AUX]:
            auxiliary = 3
    if auxiliary:
        return auxiliary
    if words[p, 4] == k[CONJ] and heads[p] != p and words[heads[p], 2] == k[VBN]:
        head = heads[p]
        for j in range(first[head], first[head + 1]):
            dep = words[children[j], 4]
            if dep == k[AUX_PASS] or dep == k[NSUBJ_PASS]:
                return 1
            if dep == k[AUX]:
                return 3
    return 2


@kernel
def clause(words: Any, first: Any, children: Any, k: Any, h: int) -> np.uint64:
    """Return a hash of a phrase's form: marker, tag, and whether it has subject, copula, auxiliary."""
    flags = np.uint64(0)
    for j in range(first[h], first[h + 1]):
        dep = words[children[j], 4]
        if dep == k[NSUBJ] or dep == k[NSUBJ_PASS] or dep == k[CSUBJ]:
            flags |= np.uint64(1)
        elif dep == k[COP]:
            flags |= np.uint64(2)
        elif dep == k[AUX] or dep == k[AUX_PASS]:
            flags |= np.uint64(4)
    return mix3(marker(words, first, children, k, h), words[h, 2], flags)


@kernel
def frame(words: Any, first: Any, children: Any, k: Any, p: int) -> Any:
    """Return (core pattern as bits, hash of the ordered labels of a predicate's children)."""
    bits = np.uint64(0)
    order = ZERO
    passed = False
    for j in range(first[p], first[p + 1]):
        child = children[j]
        dep = words[child, 4]
        if child > p and not passed:
            order = mix(order, np.uint64(7))
            passed = True
        if dep == k[PUNCT] or dep == k[AUX] or dep == k[CC] or dep == k[CONJ] or dep == k[MARK]:
            continue
        if dep == k[NSUBJ] or dep == k[NSUBJ_PASS] or dep == k[CSUBJ]:
            bits |= np.uint64(1)
        elif dep == k[OBJ]:
            bits |= np.uint64(2)
        elif dep == k[IOBJ]:
            bits |= np.uint64(4)
        elif dep == k[CCOMP]:
            bits |= np.uint64(8)
        elif dep == k[XCOMP]:
            bits |= np.uint64(16)
        elif dep == k[OBL] or dep == k[AGENT]:
            bits |= np.uint64(32)
        elif dep == k[PRT]:
            bits |= np.uint64(64)
        elif dep == k[EXPL]:
            bits |= np.uint64(128)
        elif dep == k[POSS]:
            bits |= np.uint64(256)
        if dep != k[ADVMOD] and dep != k[ADVCL] and dep != k[PARATAXIS] and dep != k[DET]:
            order = mix(order, dep)
    return bits, order


@kernel
def _child(words: Any, first: Any, children: Any, h: int, one: Any, other: Any) -> int:
    """Return the first child of `h` with either of two relations, or -1."""
    for j in range(first[h], first[h + 1]):
        dep = words[children[j], 4]
        if dep == one or dep == other:  # noqa: SIM109 (a tuple costs compilation)
            return int(children[j])
    return -1


@kernel
def shared_subject(words: Any, heads: Any, first: Any, children: Any, k: Any, p: int) -> Any:
    """Return (token, way) of the subject that a predicate has by the grammar, own or shared; -1 without one.

    The ways: 0 its own, 1 the copula's, 2 that of the verb it is coordinated with, 3 the object and 4 the
    subject of a governing verb (control, raising), 5 that of the clause it modifies, 6 the noun that it
    modifies, 7 that of the verb whose object it is (light verbs).
    """
    node, way = p, 0
    for _ in range(_STEPS):
        own = _child(words, first, children, node, k[NSUBJ], k[NSUBJ_PASS])
        if own >= 0 and (node != p or words[p, 3] == k[VERB] or words[p, 3] == k[ADJ]):
            return own, way
        dep, head = words[node, 4], heads[node]
        if head == node:
            break
        if dep == k[COP] or dep == k[AUX]:
            way = max(way, 1)
        elif dep == k[CONJ]:
            way = max(way, 2)
        elif dep == k[XCOMP]:
            thing = _child(words, first, children, head, k[OBJ], k[IOBJ])
            if thing >= 0 and thing != node:
                return thing, 3
            way = 4
        elif dep == k[ADVCL]:
            way = 5
        elif dep == k[ACL] or dep == k[RELCL]:
            return int(head), 6
        elif dep == k[OBJ] and node == p:
            way = 7
        else:
            break
        node = head
    return -1, 0


@kernel
def relative(words: Any, heads: Any, first: Any, children: Any, k: Any, p: int) -> Any:
    """Return (antecedent, kind) of the relative clause of a verb; -1 without one.

    The kind says whether the clause has a subject, whether that is a relative pronoun, and whether it has an
    object.
    """
    node = p
    for _ in range(3):
        if words[node, 4] != k[XCOMP] and words[node, 4] != k[CONJ] and words[node, 4] != k[CCOMP]:
            break
        node = heads[node]
    if words[node, 4] != k[RELCL] or heads[node] == node:
        return -1, 0
    kind = 0
    own = _child(words, first, children, node, k[NSUBJ], k[NSUBJ_PASS])
    if own >= 0:
        kind += 1
        if words[own, 2] == k[WP] or words[own, 2] == k[WDT]:
            kind += 2
    if _child(words, first, children, p, k[OBJ], k[CCOMP]) >= 0:
        kind += 4
    return int(heads[node]), kind + (8 if node != p else 0)


@kernel
def describe(words: Any, heads: Any, first: Any, children: Any, k: Any, p: int, facts: Any) -> None:
    """Write what all candidates of a predicate share to `facts`; uint64, length `FACTS`.

    Voice, core pattern, order of children, classes of subject and object (0: none), shared subject's token
    plus one and way, antecedent's token plus one and kind of relative clause in one number.
    """
    facts[0] = np.uint64(voice(words, heads, first, children, k, p))
    bits, order = frame(words, first, children, k, p)
    facts[1], facts[2] = bits, order
    facts[3], facts[4] = ZERO, ZERO
    for j in range(first[p], first[p + 1]):
        child = children[j]
        dep = words[child, 4]
        if dep == k[NSUBJ] or dep == k[NSUBJ_PASS]:
            facts[3] = np.uint64(1) + words[child, 6]
        elif dep == k[OBJ]:
            facts[4] = np.uint64(1) + words[child, 6]
    subject, way = shared_subject(words, heads, first, children, k, p)
    facts[5], facts[6] = np.uint64(subject + 1), np.uint64(way)
    antecedent, kind = relative(words, heads, first, children, k, p)
    facts[7] = np.uint64((antecedent + 1) * 16 + kind)
