"""The features of a candidate argument: templates over atoms of the candidate, the predicate and the path.

The features follow Xue & Palmer 2004, Pradhan et al. 2005, Johansson & Nugues 2008, Björkelund et al. 2009.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames import context as C
from symbolic_rc.frames.arrays import CLUSTER, DEP, FILE, LEMMA, LOWER, NER, POS, TAG, Forest
from symbolic_rc.frames.context import PUNCT, RELCL, VERB, ZERO, form, marker, pattern, voice
from symbolic_rc.frames.spans import default_span
from symbolic_rc.frames.templates import Hashes, compile_templates, fill, mix, mix3

#: Columns of the numbers of a roleset: itself, its class, its coarser class.
ID, CLASS, WIDE = range(3)
#: Maximum number of tokens between predicate and candidate that are counted, and whose tags are features.
_BETWEEN, _TAGS = 30, 4
#: The largest length of a span.
_LONGEST = 12

#: Atoms: of the candidate, of the predicate (p.), of the word at the top of the path (top.), of the word
#: between (middle.); then combinations.
ATOMS = """
    none pos tag marker form class lemma word dep entity cluster p.lemma p.tag p.dep p.class p.cluster
    p.marker p.form roleset group wide pattern order subject object kind+voice pattern+voice after place
    before behind rank comma verbs between past size first last first.tag last.tag second p.path
    top.lemma top.tag top.class top.pattern top.voice pattern+top.voice gap middle.lemma middle.class
    middle.marker where short deep surface surface+between surface+dep surface+first surface+marker
    surface+past surface+pattern
""".split()
(
    NONE_, POS_, TAG_, MARKER_, FORM_, CLASS_, LEMMA_, WORD_, DEP_, ENTITY_, CLUSTER_,
    P_LEMMA, P_TAG, P_DEP, P_CLASS, P_CLUSTER, P_MARKER, P_FORM, ROLESET_, GROUP_, WIDE_,
    PATTERN_, ORDER_, SUBJECT_, OBJECT_, KIND_VOICE, PATTERN_VOICE,
    AFTER, PLACE, BEFORE, BEHIND, RANK, COMMA, VERBS, BETWEEN, PAST, SIZE,
    FIRST, LAST, FIRST_TAG, LAST_TAG, SECOND, P_PATH,
    TOP_LEMMA, TOP_TAG, TOP_CLASS, TOP_PATTERN, TOP_VOICE, PATTERN_TOP_VOICE, GAP,
    MIDDLE_LEMMA, MIDDLE_CLASS, MIDDLE_MARKER,
    WHERE, SHORT, DEEP, SURFACE, SURFACE_BETWEEN, SURFACE_DEP, SURFACE_FIRST, SURFACE_MARKER,
    SURFACE_PAST, SURFACE_PATTERN,
) = range(len(ATOMS))  # fmt: skip

_ALWAYS = compile_templates(ATOMS, (
    (1000, "where", """
        none pos tag marker form class lemma marker|class marker|entity p.lemma p.lemma|marker roleset group
        group|marker p.class p.class|marker pattern pattern|marker place p.tag before|behind before|marker
        behind|marker group|class wide|marker wide|pattern
    """),
    (1100, "short", """
        none lemma class cluster entity p.lemma roleset roleset|class roleset|pattern group|pattern order
        group|order p.class|class p.class|pattern first last first.tag|last.tag form group|form p.lemma|form
        rank|comma wide|class p.cluster|none wide|form subject|class object|class
    """),
    (1200, "", """
        lemma:kind+voice word:after marker:lemma marker:class marker:entity|last.tag first:last form:class
        p.path:after p.path:marker|kind+voice p.lemma:marker|pos roleset:marker|pos roleset:lemma
        group:marker|lemma group:marker|pos p.lemma:lemma|after marker:cluster|pos first:first.tag|pos
        marker:first|second size:dep|after place:pos|p.tag
    """),
    (1250, "", """
        surface+between:none surface+between:first surface+between:p.lemma surface+between:group|dep
        surface:comma|verbs surface+dep:comma|verbs surface+first:comma|verbs surface+marker:p.lemma
        surface+past:dep surface+first:lemma surface+pattern:marker|comma short:between|pattern
        short:p.lemma|lemma short:p.cluster|class short:p.lemma|cluster first:last|dep
    """),
    (1280, "deep", "none roleset group pattern|pos class dep|marker wide|pattern"),
))  # fmt: skip
#: Of candidates whose path goes up.
_RAISED = compile_templates(ATOMS, (
    (1287, "deep", "top.lemma|p.dep"),
    (1300, "", """
        where:top.lemma where:top.tag where:top.lemma|marker where:top.voice|pattern where:gap|form
        where:gap|roleset where:gap|group short:top.lemma|p.dep short:p.dep|pattern
        short:p.dep|pattern+top.voice p.lemma:top.lemma|dep|after where:p.marker|pattern
        where:p.marker|top.lemma where:top.pattern|p.marker where:top.pattern|top.lemma
        where:top.class|p.marker where:p.form|pattern where:p.form|comma where:pattern+voice|group
    """),
))  # fmt: skip
#: Of candidates two steps below.
_BELOW = compile_templates(ATOMS, (
    (1330, "", """
        where:middle.lemma where:middle.lemma|marker where:middle.class|marker
        p.lemma:middle.lemma|marker|dep where:middle.marker|marker
    """),
))  # fmt: skip
#: The numbers of atoms, and of features at most.
ARGUMENT_ATOMS = len(ATOMS)
ARGUMENT_FEATURES = sum(len(table.numbers) for table in (_ALWAYS, _RAISED, _BELOW))


class PredicateContext(NamedTuple):
    """What all candidates of a predicate share."""

    token: Any
    #: The numbers of its roleset, of that roleset's class and of the coarser class
    roleset: Any
    group: Any
    wide: Any
    kind: Any  #: 0 for a verb, 1 for a noun, 2 for an adjective
    facts: Hashes  #: See `context.describe`


@kernel
def argument_features(
    t: Forest, predicate: PredicateContext, h: int, up: int, down: int, atoms: Hashes, out: Any
) -> int:
    """Write the hashes of the features of candidate `h` of a predicate to `out`; return how many.

    `up` and `down` are the steps to the candidate from the predicate.
    """
    _word_atoms(t, predicate, h, atoms)
    start, end = default_span(t, h, predicate.token)
    atoms[FIRST], atoms[FIRST_TAG] = t.words[start, LOWER], t.words[start, TAG]
    atoms[LAST], atoms[LAST_TAG] = t.words[end - 1, LOWER], t.words[end - 1, TAG]
    atoms[SECOND] = t.words[min(start + 1, end - 1), LOWER]
    atoms[SIZE] = np.uint64(min(end - start, _LONGEST))
    atoms[PAST] = t.words[start - 1, LEMMA] if start > 0 else ZERO
    _sibling_atoms(t, h, down, atoms)
    _between_atoms(t, predicate.token, h, start, end, atoms)
    _path_atoms(t, predicate, h, up, down, atoms)
    n = fill(_ALWAYS, atoms, out, 0)
    if up > 0:
        n = fill(_RAISED, atoms, out, n)
    if down == 2:
        n = fill(_BELOW, atoms, out, n)
    return n


@kernel
def _word_atoms(t: Forest, predicate: PredicateContext, h: int, atoms: Hashes) -> None:
    """Fill in the atoms of the predicate's word and of the candidate's."""
    p, facts = predicate.token, predicate.facts
    atoms[NONE_] = ZERO
    atoms[LEMMA_], atoms[WORD_], atoms[TAG_] = t.words[h, LEMMA], t.words[h, LOWER], t.words[h, TAG]
    atoms[POS_], atoms[DEP_], atoms[ENTITY_] = t.words[h, POS], t.words[h, DEP], t.words[h, NER]
    atoms[CLASS_], atoms[CLUSTER_] = t.words[h, FILE], t.words[h, CLUSTER]
    atoms[MARKER_], atoms[FORM_] = marker(t, h), form(t, h)
    atoms[P_LEMMA], atoms[P_TAG], atoms[P_DEP] = t.words[p, LEMMA], t.words[p, TAG], t.words[p, DEP]
    atoms[P_CLASS], atoms[P_CLUSTER] = t.words[p, FILE], t.words[p, CLUSTER]
    atoms[ROLESET_], atoms[GROUP_], atoms[WIDE_] = predicate.roleset, predicate.group, predicate.wide
    atoms[PATTERN_], atoms[ORDER_] = facts[C.PATTERN], facts[C.ORDER]
    atoms[SUBJECT_], atoms[OBJECT_] = facts[C.SUBJECT_CLASS], facts[C.OBJECT_CLASS]
    atoms[KIND_VOICE] = np.uint64(predicate.kind * 8) + facts[C.VOICE]
    atoms[PATTERN_VOICE] = mix3(facts[C.PATTERN], atoms[KIND_VOICE], facts[C.VOICE])
    atoms[AFTER] = np.uint64(1) if h > p else ZERO


@kernel
def _sibling_atoms(t: Forest, h: int, down: int, atoms: Hashes) -> None:
    """Fill in the siblings beside the candidate, and the number of earlier ones with its label."""
    before, behind, rank = ZERO, ZERO, ZERO
    passed = False
    parent = t.heads[h]
    if down > 0:
        for j in range(t.first[parent], t.first[parent + 1]):
            child = t.children[j]
            dep = t.words[child, DEP]
            if child == h:
                passed = True
            elif dep != t.ids[PUNCT]:
                if passed:
                    behind = mix(dep, marker(t, child))
                    break
                before = mix(dep, marker(t, child))
                if dep == t.words[h, DEP]:
                    rank += np.uint64(1)
    atoms[BEFORE], atoms[BEHIND], atoms[RANK] = before, behind, rank


@kernel
def _between_atoms(t: Forest, p: int, h: int, start: int, end: int, atoms: Hashes) -> None:
    """Fill in punctuation and verbs between predicate and candidate, and the tags of up to `_TAGS` tokens."""
    comma, between, verbs = ZERO, ZERO, ZERO
    low, high = (end, p) if h < p else (p + 1, start)
    for j in range(low, min(high, low + _BETWEEN)):
        if t.words[j, DEP] == t.ids[PUNCT]:
            comma = np.uint64(1)
        elif t.words[j, POS] == t.ids[VERB]:
            verbs += np.uint64(1)
        if high - low <= _TAGS:
            between = mix(between, t.words[j, TAG])
    if high - low > _TAGS:
        between = np.uint64(3)
    atoms[COMMA], atoms[BETWEEN], atoms[VERBS] = comma, between, min(verbs, np.uint64(2))
    surface = mix3(atoms[AFTER], atoms[KIND_VOICE], atoms[POS_])
    atoms[SURFACE], atoms[SURFACE_BETWEEN] = surface, mix(surface, between)
    atoms[SURFACE_DEP], atoms[SURFACE_FIRST] = mix(surface, atoms[DEP_]), mix(surface, atoms[FIRST])
    atoms[SURFACE_MARKER], atoms[SURFACE_PAST] = mix(surface, atoms[MARKER_]), mix(surface, atoms[PAST])
    atoms[SURFACE_PATTERN] = mix(surface, atoms[PATTERN_])


@kernel
def _path_atoms(t: Forest, predicate: PredicateContext, h: int, up: int, down: int, atoms: Hashes) -> None:
    """Fill in the path: labels up from the predicate, then down to the candidate, with the words on it."""
    u = np.uint64
    path, parts = u(11), t.words[predicate.token, POS]
    node = predicate.token
    for _ in range(up):
        path = mix(path, t.words[node, DEP])
        node = t.heads[node]
        parts = mix(parts, t.words[node, POS])
    path = mix(path, u(5))
    if down == 2:
        middle = t.heads[h]
        path = mix3(path, t.words[middle, DEP], atoms[DEP_])
        parts = mix3(parts, t.words[middle, POS], atoms[POS_])
        atoms[MIDDLE_LEMMA], atoms[MIDDLE_CLASS] = t.words[middle, LEMMA], t.words[middle, FILE]
        atoms[MIDDLE_MARKER] = marker(t, middle)
    elif down == 1:
        path = mix(path, atoms[DEP_])
        parts = mix(parts, atoms[POS_])
    after, kind, steps = atoms[AFTER], atoms[KIND_VOICE], u(up * 3 + down)
    atoms[P_PATH] = parts
    atoms[WHERE] = mix3(path, after, kind)
    atoms[SHORT] = mix3(atoms[DEP_], atoms[MARKER_], mix3(after, kind, steps))
    atoms[PLACE] = mix3(u(_distance(predicate.token, h)), after, steps)
    shared, antecedent = C.roles_of(predicate.facts, h)
    atoms[DEEP] = mix(shared + u(32) * antecedent, mix(kind, after))
    if up > 0:  # the word at the top: control, raising, coordination, light verbs
        atoms[TOP_LEMMA], atoms[TOP_TAG] = t.words[node, LEMMA], t.words[node, TAG]
        atoms[TOP_CLASS] = t.words[node, FILE]
        atoms[TOP_PATTERN], _ = pattern(t, node)
        atoms[TOP_VOICE] = u(voice(t, node) + 1)
        atoms[PATTERN_TOP_VOICE] = mix(atoms[PATTERN_], atoms[TOP_VOICE])
        atoms[GAP] = u(1) + atoms[PATTERN_] if t.words[predicate.token, DEP] == t.ids[RELCL] else ZERO
        atoms[P_MARKER], atoms[P_FORM] = marker(t, predicate.token), form(t, predicate.token)


@kernel
def _distance(a: int, b: int) -> int:
    """Return the distance of two tokens in eight classes."""
    d = b - a if b > a else a - b
    if d <= 3:
        return d
    if d <= 5:
        return 4
    return 5 if d <= 8 else 6 if d <= 15 else 7
