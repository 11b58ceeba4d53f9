"""Features of *he* and *she* and the name that they may stand for: syntax, parallelism, position, rivals.

They look at an entity's last name, not only at its last mention, as the baselines of GAP do (Webster et
al. 2018: syntactic distance, parallelism), and at the way through the tree between the two (Hobbs 1978;
Lappin and Leass 1994).
"""

from __future__ import annotations

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions.attributes import (
    AFTER,
    BEFORE,
    CLAUSE,
    CLAUSE_KIND,
    DEPTH,
    FORM,
    GOVERNOR,
    GOVERNOR_LEMMA,
    HEAD,
    NAME_COUNT,
    PARENT,
    PRO,
    ROLE,
    SENTENCE,
)
from symbolic_rc.coref.ranker import proposals as P
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.features import bucket, slot
from symbolic_rc.coref.ranker.state import Ints, Longs
from symbolic_rc.coref.ranker.templates import FIRST_OF_NAME

#: Added to the numbers of the templates when the choice is between two names: it has weights of its own.
CHOOSING = 100
#: Steps that are looked at from a word up to its root.
REACH = 7


@kernel
def way(heads: Ints, a: int, b: int) -> tuple[int, int]:
    """Return the steps from two words up to the word above both; more than `REACH` if none is near."""
    i = a
    for up in range(REACH + 1):
        j = b
        for down in range(REACH + 1):
            if i == j:
                return up, down
            if heads[j] == j:
                break
            j = heads[j]
        if heads[i] == i:
            break
        i = heads[i]
    return REACH + 1, REACH + 1


@kernel
def rivals_of(found: Ints, table: Ints, state: Ints, m: int, c: int, count: int) -> tuple[int, int]:
    """Return the nearest name of another person who agrees (or -1), and how many lie nearer than c's."""
    e = found[c, P.WHO]
    own = state[e, S.LATEST_NAME] if state[e, S.LATEST_NAME] >= 0 else state[e, S.LATEST]
    steps_own = abs(table[m, HEAD] - table[own, HEAD])
    rival, far, nearer = -1, 1 << 30, 0
    for o in range(count):
        x = state[found[o, P.WHO], S.LATEST_NAME]
        if o == c or x < 0 or not P.agrees(found, o) or state[found[o, P.WHO], S.CLASS] > 1:
            continue
        steps = abs(table[m, HEAD] - table[x, HEAD])
        if steps < steps_own:
            nearer += 1
        if steps < far:
            rival, far = x, steps
    return rival, nearer


@kernel
def name_features(
    out: Longs,
    table: Ints,
    hashes: Longs,
    heads: Ints,
    state: Ints,
    m: int,
    e: int,
    rival: int,
    nearer: int,
    rivals: int,
    choosing: bool,
) -> None:
    """Fill the end of `out` with the places of the features of (pronoun m, the last name of entity e).

    `rival` is the name of the nearest other entity that agrees, or -1; `nearer` counts those entities whose
    names lie nearer to the pronoun.
    """
    x = state[e, S.LATEST_NAME] if state[e, S.LATEST_NAME] >= 0 else state[e, S.LATEST]
    named = state[e, S.LATEST_NAME] >= 0
    mc = table[m, PRO] * 2 + named
    form, role_m, role = table[m, FORM], table[m, ROLE], table[x, ROLE]
    distance = table[m, SENTENCE] - table[x, SENTENCE]
    d = min(max(distance, -1), 4)
    before = table[x, HEAD] < table[m, HEAD]
    tokens = bucket(abs(table[m, HEAD] - table[x, HEAD]))
    up = down = REACH + 2
    relation = 0
    if distance == 0:
        up, down = way(heads, table[m, HEAD], table[x, HEAD])
        relation = 1
        if table[m, CLAUSE] == table[x, CLAUSE]:
            relation = 2
        elif down == 0:
            relation = 3
        elif down == 1:
            relation = 4
    subject = role == 1 or role == 2
    subject_m = role_m == 1 or role_m == 2
    first = FIRST_OF_NAME
    t = first + (CHOOSING if choosing else 0)
    out[first + 0] = slot(t + 0, form, role, d)
    out[first + 1] = slot(t + 1, role_m * 32 + role, d, named)
    out[first + 2] = slot(t + 2, up, down, before)
    out[first + 3] = slot(t + 3, up, down, form)
    out[first + 4] = slot(t + 4, relation * 2 + before, role, form * 32 + role_m)
    out[first + 5] = slot(t + 5, table[x, CLAUSE_KIND], role, d)
    out[first + 6] = slot(t + 6, table[m, CLAUSE_KIND] * 16 + table[x, CLAUSE_KIND], relation, subject)
    out[first + 7] = slot(t + 7, table[x, DEPTH], d, subject_m)
    out[first + 8] = slot(t + 8, hashes[table[x, GOVERNOR_LEMMA]], role, subject_m)
    out[first + 9] = slot(t + 9, hashes[table[m, GOVERNOR_LEMMA]], subject, role_m)
    out[first + 10] = slot(t + 10, tokens, before, d)
    out[first + 11] = slot(t + 11, min(nearer, 4), before, named)
    out[first + 12] = slot(
        t + 12, min(state[e, S.NAMES], 4), bucket(table[x, NAME_COUNT] - state[e, S.NAMES]), mc
    )
    out[first + 13] = slot(t + 13, hashes[table[x, AFTER]] if table[x, AFTER] >= 0 else 0, d > 0)
    out[first + 14] = slot(t + 14, hashes[table[x, BEFORE]] if table[x, BEFORE] >= 0 else 0, d > 0)
    out[first + 15] = slot(t + 15, table[x, BEFORE] < 0, table[m, BEFORE] < 0, d * 2 + subject)
    out[first + 16] = slot(t + 16, table[x, PARENT] >= 0, role, d)
    # an object is not the subject of its own clause; a possessor often is
    own = (state[e, S.SUBJECT_CLAUSE] == table[m, CLAUSE]) * 2 + (
        table[state[e, S.LATEST], CLAUSE] == table[m, CLAUSE]
    )
    out[first + 17] = slot(t + 17, own, form, role_m)
    behind = state[e, S.LATEST]
    out[first + 18] = slot(
        t + 18, min(table[m, SENTENCE] - table[behind, SENTENCE], 4), table[behind, ROLE], form
    )
    there = 0
    if rival >= 0:
        gap = table[m, SENTENCE] - table[rival, SENTENCE]
        there = 1 + (gap == distance) + 2 * (gap < distance)
        role_o = table[rival, ROLE]
    else:
        role_o = -1
    out[first + 19] = slot(t + 19, role * 32 + role_o, there, rival >= 0 and rival < x)
    out[first + 20] = slot(t + 20, role * 32 + role_o, form, role_m)
    out[first + 21] = slot(t + 21, there, d, min(rivals, 3))
    out[first + 22] = slot(t + 22, min(state[e, S.PRONOUNS], 4), min(state[e, S.SUBJECTS], 4), min(rivals, 3))
    out[first + 23] = slot(
        t + 23, heads[table[x, GOVERNOR]] == table[x, GOVERNOR], subject, d * 2 + subject_m
    )
