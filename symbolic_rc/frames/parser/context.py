"""What the features of a predicate and of a candidate argument have in common: kernels over a `Tree`."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser.arrays import DEP, FILE, INDEX, LOWER, POS, TAG, TreeArrays
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
#: How many steps a subject may be away.
_STEPS = 6
#: Columns of a candidate argument: the token, and the steps up and down to it from the predicate.
TOKEN, UP, DOWN = range(3)
#: Columns of what all candidates of a predicate share: see `describe`.
(
    VOICE,
    PATTERN,
    ORDER,
    SUBJECT_CLASS,
    OBJECT_CLASS,
    SUBJECT,
    SUBJECT_WAY,
    ANTECEDENT,
    FACTS,
) = range(9)


@kernel
def candidates(t: TreeArrays, p: int, out: Any) -> int:
    """Write the candidate arguments of predicate `p` to `out`; return how many.

    They are the predicate's ancestors up to `MAX_UP`, the children of the predicate and of those ancestors,
    and the grandchildren below the predicate. Each row of `out` is (token, steps up, steps down).
    """
    count = 0
    capacity = out.shape[0]
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        if t.words[child, DEP] == t.ids[PUNCT]:
            continue
        if count < capacity:
            out[count, TOKEN], out[count, UP], out[count, DOWN] = child, 0, 1
            count += 1
        for g in range(t.first[child], t.first[child + 1]):
            grand = t.children[g]
            dep = t.words[grand, DEP]
            if dep == t.ids[PUNCT] or dep == t.ids[CASE] or dep == t.ids[DET] or count >= capacity:
                continue
            out[count, TOKEN], out[count, UP], out[count, DOWN] = grand, 0, 2
            count += 1
    below = p
    for up in range(1, MAX_UP + 1):
        node = t.heads[below]
        if node == below:
            break
        if count < capacity:
            out[count, TOKEN], out[count, UP], out[count, DOWN] = node, up, 0
            count += 1
        for j in range(t.first[node], t.first[node + 1]):
            child = t.children[j]
            if child == below or t.words[child, DEP] == t.ids[PUNCT] or count >= capacity:
                continue
            out[count, TOKEN], out[count, UP], out[count, DOWN] = child, up, 1
            count += 1
        below = node
    return count


@kernel
def marker(t: TreeArrays, h: int) -> np.uint64:
    """Return a hash of the lemmas of a token's case and mark children before it, 0 without any."""
    found = ZERO
    for j in range(t.first[h], t.first[h + 1]):
        child = t.children[j]
        if child > h:
            break
        dep = t.words[child, DEP]
        if dep == t.ids[CASE] or dep == t.ids[MARK]:
            found = t.words[child, LOWER] if found == ZERO else mix(found, t.words[child, LOWER])
            for g in range(t.first[child], t.first[child + 1]):
                if t.words[t.children[g], DEP] == t.ids[FIXED]:
                    found = mix(found, t.words[t.children[g], LOWER])
    return found


@kernel
def voice(t: TreeArrays, p: int) -> int:
    """Return a verb's voice: 0 active or no verb, 1 passive with auxiliary, 2 bare participle, 3 perfect."""
    if t.words[p, TAG] != t.ids[VBN]:
        return 0
    auxiliary = 0
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        dep = t.words[child, DEP]
        if dep == t.ids[AUX_PASS] or dep == t.ids[NSUBJ_PASS]:
            return 1
        if dep == t.ids[AUX]:
            auxiliary = 3
    if auxiliary:
        return auxiliary
    if t.words[p, DEP] == t.ids[CONJ] and t.heads[p] != p and t.words[t.heads[p], TAG] == t.ids[VBN]:
        head = t.heads[p]
        for j in range(t.first[head], t.first[head + 1]):
            dep = t.words[t.children[j], DEP]
            if dep == t.ids[AUX_PASS] or dep == t.ids[NSUBJ_PASS]:
                return 1
            if dep == t.ids[AUX]:
                return 3
    return 2


@kernel
def clause(t: TreeArrays, h: int) -> np.uint64:
    """Return a hash of a phrase's form: marker, tag, and whether it has subject, copula, auxiliary."""
    flags = np.uint64(0)
    for j in range(t.first[h], t.first[h + 1]):
        dep = t.words[t.children[j], DEP]
        if dep == t.ids[NSUBJ] or dep == t.ids[NSUBJ_PASS] or dep == t.ids[CSUBJ]:
            flags |= np.uint64(1)
        elif dep == t.ids[COP]:
            flags |= np.uint64(2)
        elif dep == t.ids[AUX] or dep == t.ids[AUX_PASS]:
            flags |= np.uint64(4)
    return mix3(marker(t, h), t.words[h, TAG], flags)


@kernel
def frame(t: TreeArrays, p: int) -> Any:
    """Return (core pattern as bits, hash of the ordered labels of a predicate's children)."""
    bits = np.uint64(0)
    order = ZERO
    passed = False
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        dep = t.words[child, DEP]
        if child > p and not passed:
            order = mix(order, np.uint64(7))
            passed = True
        if (
            dep == t.ids[PUNCT]
            or dep == t.ids[AUX]
            or dep == t.ids[CC]
            or dep == t.ids[CONJ]
            or dep == t.ids[MARK]
        ):
            continue
        if dep == t.ids[NSUBJ] or dep == t.ids[NSUBJ_PASS] or dep == t.ids[CSUBJ]:
            bits |= np.uint64(1)
        elif dep == t.ids[OBJ]:
            bits |= np.uint64(2)
        elif dep == t.ids[IOBJ]:
            bits |= np.uint64(4)
        elif dep == t.ids[CCOMP]:
            bits |= np.uint64(8)
        elif dep == t.ids[XCOMP]:
            bits |= np.uint64(16)
        elif dep == t.ids[OBL] or dep == t.ids[AGENT]:
            bits |= np.uint64(32)
        elif dep == t.ids[PRT]:
            bits |= np.uint64(64)
        elif dep == t.ids[EXPL]:
            bits |= np.uint64(128)
        elif dep == t.ids[POSS]:
            bits |= np.uint64(256)
        if dep != t.ids[ADVMOD] and dep != t.ids[ADVCL] and dep != t.ids[PARATAXIS] and dep != t.ids[DET]:
            order = mix(order, dep)
    return bits, order


@kernel
def _child(t: TreeArrays, h: int, one: Any, other: Any) -> int:
    """Return the first child of `h` with either of two relations, or -1."""
    for j in range(t.first[h], t.first[h + 1]):
        dep = t.words[t.children[j], DEP]
        if dep == one or dep == other:  # noqa: SIM109 (a tuple costs compilation)
            return int(t.children[j])
    return -1


@kernel
def shared_subject(t: TreeArrays, p: int) -> Any:
    """Return (token, way) of the subject that a predicate has by the grammar, own or shared; -1 without one.

    The ways: 0 its own, 1 the copula's, 2 that of the verb it is coordinated with, 3 the object and 4 the
    subject of a governing verb (control, raising), 5 that of the clause it modifies, 6 the noun that it
    modifies, 7 that of the verb whose object it is (light verbs).
    """
    node, way = p, 0
    for _ in range(_STEPS):
        own = _child(t, node, t.ids[NSUBJ], t.ids[NSUBJ_PASS])
        if own >= 0 and (node != p or t.words[p, POS] == t.ids[VERB] or t.words[p, POS] == t.ids[ADJ]):
            return own, way
        dep, head = t.words[node, DEP], t.heads[node]
        if head == node:
            break
        if dep == t.ids[COP] or dep == t.ids[AUX]:
            way = max(way, 1)
        elif dep == t.ids[CONJ]:
            way = max(way, 2)
        elif dep == t.ids[XCOMP]:
            thing = _child(t, head, t.ids[OBJ], t.ids[IOBJ])
            if thing >= 0 and thing != node:
                return thing, 3
            way = 4
        elif dep == t.ids[ADVCL]:
            way = 5
        elif dep == t.ids[ACL] or dep == t.ids[RELCL]:
            return int(head), 6
        elif dep == t.ids[OBJ] and node == p:
            way = 7
        else:
            break
        node = head
    return -1, 0


@kernel
def relative(t: TreeArrays, p: int) -> Any:
    """Return (antecedent, kind) of the relative clause of a verb; -1 without one.

    The kind says whether the clause has a subject, whether that is a relative pronoun, and whether it has an
    object.
    """
    node = p
    for _ in range(3):
        if (
            t.words[node, DEP] != t.ids[XCOMP]
            and t.words[node, DEP] != t.ids[CONJ]
            and t.words[node, DEP] != t.ids[CCOMP]
        ):
            break
        node = t.heads[node]
    if t.words[node, DEP] != t.ids[RELCL] or t.heads[node] == node:
        return -1, 0
    kind = 0
    own = _child(t, node, t.ids[NSUBJ], t.ids[NSUBJ_PASS])
    if own >= 0:
        kind += 1
        if t.words[own, TAG] == t.ids[WP] or t.words[own, TAG] == t.ids[WDT]:
            kind += 2
    if _child(t, p, t.ids[OBJ], t.ids[CCOMP]) >= 0:
        kind += 4
    return int(t.heads[node]), kind + (8 if node != p else 0)


@kernel
def describe(t: TreeArrays, p: int, facts: Any) -> None:
    """Write what all candidates of a predicate share to `facts`; uint64, length `FACTS`.

    Voice, core pattern, order of children, classes of subject and object (0: none), shared subject's token
    plus one and way, antecedent's token plus one and kind of relative clause in one number.
    """
    facts[VOICE] = np.uint64(voice(t, p))
    bits, order = frame(t, p)
    facts[PATTERN], facts[ORDER] = bits, order
    facts[SUBJECT_CLASS], facts[OBJECT_CLASS] = ZERO, ZERO
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        dep = t.words[child, DEP]
        if dep == t.ids[NSUBJ] or dep == t.ids[NSUBJ_PASS]:
            facts[SUBJECT_CLASS] = np.uint64(1) + t.words[child, FILE]
        elif dep == t.ids[OBJ]:
            facts[OBJECT_CLASS] = np.uint64(1) + t.words[child, FILE]
    subject, way = shared_subject(t, p)
    facts[SUBJECT], facts[SUBJECT_WAY] = np.uint64(subject + 1), np.uint64(way)
    antecedent, kind = relative(t, p)
    facts[ANTECEDENT] = np.uint64((antecedent + 1) * 16 + kind)
