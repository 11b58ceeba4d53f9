"""Syntactic properties of predicates and candidate arguments: kernels over a `Forest`."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.arrays import DEP, FILE, INDEX, LOWER, POS, TAG, Forest
from symbolic_rc.frames.templates import mix, mix3

ZERO = np.uint64(0)
MAX_UP = 4

(
    PUNCT, CASE, MARK, CC, CONJ, AUX, AUX_PASS, NSUBJ, NSUBJ_PASS, CSUBJ, OBJ, IOBJ, CCOMP, XCOMP,
    COP, PRT, ACL, RELCL, ADVCL, VBN, VERB, ADJ, WP, WDT, DET, FIXED,
) = (
    INDEX[name]
    for name in """
        punct case mark cc conj aux aux:pass nsubj nsubj:pass csubj obj iobj ccomp xcomp
        cop compound:prt acl acl:relcl advcl VBN VERB ADJ WP WDT det fixed
    """.split()
)  # fmt: skip
#: Maximum number of steps to a subject.
_STEPS = 6
#: Columns of a candidate argument: the token, and the steps up and down to it from the predicate.
TOKEN, UP, DOWN = range(3)
#: Columns of what all candidates of a predicate share: see `describe`.
(
    VOICE, PATTERN, ORDER, SUBJECT_CLASS, OBJECT_CLASS, SUBJECT, SUBJECT_WAY, ANTECEDENT, FACTS,
) = range(9)  # fmt: skip

#: The bits of an argument pattern by relation, and the relations that pattern and order skip.
_PATTERN = np.array([
    (INDEX[name], bit)
    for bit, names in enumerate((
        "nsubj nsubj:pass csubj", "obj", "iobj", "ccomp", "xcomp", "obl obl:agent", "compound:prt", "expl",
        "nmod:poss",
    ))
    for name in names.split()
], np.int64)  # fmt: skip
_SKIPPED = np.array([INDEX[name] for name in "punct aux cc conj mark".split()], np.int64)
_UNORDERED = np.array([INDEX[name] for name in "advmod advcl parataxis det".split()], np.int64)


@kernel
def is_one_of(t: Forest, name: np.uint64, some: Longs) -> bool:
    """Whether a word or relation is one of some of `NAMES`, given by their places."""
    for i in range(len(some)):  # noqa: SIM110 (a kernel)
        if name == t.ids[some[i]]:
            return True
    return False


@kernel
def _is_subject(t: Forest, dep: np.uint64) -> bool:
    return bool(dep == t.ids[NSUBJ] or dep == t.ids[NSUBJ_PASS])


@kernel
def _add(out: Any, count: int, token: int, up: int, down: int) -> int:
    """Add a candidate if there is room; return how many there are."""
    if count >= out.shape[0]:
        return count
    out[count, TOKEN], out[count, UP], out[count, DOWN] = token, up, down
    return count + 1


@kernel
def candidates(t: Forest, p: int, out: Any) -> int:
    """Write the candidate arguments of predicate `p` to `out`; return how many.

    They are the predicate's ancestors up to `MAX_UP`, the children of the predicate and of those ancestors,
    and the grandchildren of the predicate. Each row of `out` is (token, steps up, steps down).
    """
    count = 0
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        if t.words[child, DEP] == t.ids[PUNCT]:
            continue
        count = _add(out, count, child, 0, 1)
        for g in range(t.first[child], t.first[child + 1]):
            grand = t.children[g]
            dep = t.words[grand, DEP]
            if dep != t.ids[PUNCT] and dep != t.ids[CASE] and dep != t.ids[DET]:
                count = _add(out, count, grand, 0, 2)
    below = p
    for up in range(1, MAX_UP + 1):
        node = t.heads[below]
        if node == below:
            break
        count = _add(out, count, node, up, 0)
        for j in range(t.first[node], t.first[node + 1]):
            child = t.children[j]
            if child != below and t.words[child, DEP] != t.ids[PUNCT]:
                count = _add(out, count, child, up, 1)
        below = node
    return count


@kernel
def marker(t: Forest, h: int) -> np.uint64:
    """Return a hash of the words of a token's case and mark children before it, 0 without any."""
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
def _auxiliaries(t: Forest, p: int, first: bool) -> int:
    """Return 1 for a passive auxiliary or subject among a verb's children, 3 for another auxiliary, or 0."""
    found = 0
    for j in range(t.first[p], t.first[p + 1]):
        dep = t.words[t.children[j], DEP]
        if dep == t.ids[AUX_PASS] or dep == t.ids[NSUBJ_PASS]:
            return 1
        if dep == t.ids[AUX]:
            found = 3
            if first:
                return found
    return found


@kernel
def voice(t: Forest, p: int) -> int:
    """Return a verb's voice: 0 active or no verb, 1 passive with auxiliary, 2 bare participle, 3 perfect."""
    if t.words[p, TAG] != t.ids[VBN]:
        return 0
    found, head = _auxiliaries(t, p, False), t.heads[p]
    if found == 0 and t.words[p, DEP] == t.ids[CONJ] and head != p and t.words[head, TAG] == t.ids[VBN]:
        found = _auxiliaries(t, head, True)
    return found if found else 2


@kernel
def form(t: Forest, h: int) -> np.uint64:
    """Return a hash of a phrase's form: marker, tag, and whether it has subject, copula, auxiliary."""
    flags = np.uint64(0)
    for j in range(t.first[h], t.first[h + 1]):
        dep = t.words[t.children[j], DEP]
        if _is_subject(t, dep) or dep == t.ids[CSUBJ]:
            flags |= np.uint64(1)
        elif dep == t.ids[COP]:
            flags |= np.uint64(2)
        elif dep == t.ids[AUX] or dep == t.ids[AUX_PASS]:
            flags |= np.uint64(4)
    return mix3(marker(t, h), t.words[h, TAG], flags)


@kernel
def pattern(t: Forest, p: int) -> Any:
    """Return (core arguments as bits, hash of the ordered labels of a predicate's children)."""
    bits = np.uint64(0)
    order = ZERO
    passed = False
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        dep = t.words[child, DEP]
        if child > p and not passed:
            order = mix(order, np.uint64(7))
            passed = True
        if is_one_of(t, dep, _SKIPPED):
            continue
        for i in range(len(_PATTERN)):
            if dep == t.ids[_PATTERN[i, 0]]:
                bits |= np.uint64(1) << np.uint64(_PATTERN[i, 1])
        if not is_one_of(t, dep, _UNORDERED):
            order = mix(order, dep)
    return bits, order


@kernel
def _child(t: Forest, h: int, one: Any, other: Any) -> int:
    """Return the first child of `h` with either of two relations, or -1."""
    for j in range(t.first[h], t.first[h + 1]):
        dep = t.words[t.children[j], DEP]
        if dep == one or dep == other:  # noqa: SIM109 (a tuple costs compilation)
            return int(t.children[j])
    return -1


@kernel
def shared_subject(t: Forest, p: int) -> Any:
    """Return (token, way) of the grammatical subject of a predicate, own or shared; -1 without one.

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
def relative(t: Forest, p: int) -> Any:
    """Return (antecedent, kind) of the relative clause of a verb; -1 without one.

    The kind encodes whether the clause has a subject, whether that is a relative pronoun, and whether it has
    an object.
    """
    node = p
    for _ in range(3):
        dep = t.words[node, DEP]
        if dep != t.ids[XCOMP] and dep != t.ids[CONJ] and dep != t.ids[CCOMP]:
            break
        node = t.heads[node]
    if t.words[node, DEP] != t.ids[RELCL] or t.heads[node] == node:
        return -1, 0
    own = _child(t, node, t.ids[NSUBJ], t.ids[NSUBJ_PASS])
    pronoun = own >= 0 and (t.words[own, TAG] == t.ids[WP] or t.words[own, TAG] == t.ids[WDT])
    kind = (own >= 0) + 2 * pronoun + 4 * (_child(t, p, t.ids[OBJ], t.ids[CCOMP]) >= 0)
    return int(t.heads[node]), kind + (8 if node != p else 0)


@kernel
def describe(t: Forest, p: int, facts: Any) -> None:
    """Write what all candidates of a predicate share to `facts`; uint64, length `FACTS`.

    Voice, core pattern, order of children, classes of subject and object (0: none), shared subject's token
    plus one and way, antecedent's token plus one and kind of relative clause in one number.
    """
    facts[VOICE] = np.uint64(voice(t, p))
    facts[PATTERN], facts[ORDER] = pattern(t, p)
    facts[SUBJECT_CLASS], facts[OBJECT_CLASS] = ZERO, ZERO
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        dep = t.words[child, DEP]
        if _is_subject(t, dep):
            facts[SUBJECT_CLASS] = np.uint64(1) + t.words[child, FILE]
        elif dep == t.ids[OBJ]:
            facts[OBJECT_CLASS] = np.uint64(1) + t.words[child, FILE]
    subject, way = shared_subject(t, p)
    facts[SUBJECT], facts[SUBJECT_WAY] = np.uint64(subject + 1), np.uint64(way)
    antecedent, kind = relative(t, p)
    facts[ANTECEDENT] = np.uint64((antecedent + 1) * 16 + kind)


@kernel
def roles_of(facts: Any, h: int) -> Any:
    """Return how a candidate is the predicate's subject, own or shared, and its antecedent; 0 if it is not.

    Beside a predicate with another subject, the first number is 16, or 17 where that one is shared.
    """
    u = np.uint64
    shared, antecedent = ZERO, ZERO
    if facts[SUBJECT] == u(h + 1):
        shared = u(1) + facts[SUBJECT_WAY]
    elif facts[SUBJECT] != ZERO:
        shared = u(17) if facts[SUBJECT_WAY] > ZERO else u(16)
    if facts[ANTECEDENT] // u(16) == u(h + 1):
        antecedent = u(1) + facts[ANTECEDENT] % u(16)
    return shared, antecedent
