"""Features of *he* and *she* and the name that they may stand for: syntax, parallelism, position, rivals.

They look at an entity's last name, not only at its last mention, as the baselines of GAP do (Webster et
al. 2018: syntactic distance, parallelism), and at the way through the tree between the two (Hobbs 1978;
Lappin and Leass 1994).
"""

from __future__ import annotations

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.ranker import proposals as P
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.arrays import Ints, Longs
from symbolic_rc.coref.ranker.slots import bucket, fill
from symbolic_rc.coref.ranker.templates import FIRST_OF_NAME, NAME_TEMPLATES, atoms_of, compiled

(
    X_NONE, X_BEFORE, X_BEHIND, X_BEHIND_ROLE, X_CLAUSE_X, X_CLAUSES, X_COUNT, X_DEPTH_X, X_DISTANCE,
    X_DISTANCE_SUBJECT, X_DISTANCE_SUBJECT_X, X_DOWN, X_EARLIER, X_FORM, X_FORM_ROLE, X_GOVERNOR,
    X_GOVERNOR_X, X_KIND, X_MAIN, X_NAMED, X_NAMES, X_NEARER, X_NESTED_X, X_OWN, X_PRONOUNS, X_RELATION,
    X_RELATION_BEFORE, X_RIVAL_BEFORE, X_RIVAL_ROLES, X_RIVALS, X_ROLE, X_ROLE_X, X_ROLES, X_STARTS,
    X_STARTS_X, X_SUBJECT, X_SUBJECT_X, X_SUBJECTS, X_THERE, X_TOKENS, X_UP, X_WORD_AFTER, X_WORD_BEFORE,
    X_ATOMS,
) = range(len(atoms_of(NAME_TEMPLATES)) + 1)  # fmt: skip
_ROWS = compiled(NAME_TEMPLATES)
#: Added to the numbers of the templates when the choice is between two names: it has weights of its own.
CHOOSING = 100
#: Steps that are looked at from a word up to its root.
REACH = 7


@kernel(allocates=False)
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


@kernel(allocates=False)
def rivals_of(found: Ints, table: Ints, state: Ints, m: int, c: int, count: int) -> tuple[int, int]:
    """Return the nearest name of another person who agrees (or -1), and how many lie nearer than c's."""
    e = found[c, P.WHO]
    own = state[e, S.LATEST_NAME] if state[e, S.LATEST_NAME] >= 0 else state[e, S.LATEST]
    steps_own = abs(table[m, A.HEAD] - table[own, A.HEAD])
    rival, far, nearer = -1, 1 << 30, 0
    for o in range(count):
        x = state[found[o, P.WHO], S.LATEST_NAME]
        if o == c or x < 0 or not P.agrees(found, o) or state[found[o, P.WHO], S.CLASS] > 1:
            continue
        steps = abs(table[m, A.HEAD] - table[x, A.HEAD])
        if steps < steps_own:
            nearer += 1
        if steps < far:
            rival, far = x, steps
    return rival, nearer


@kernel(allocates=False)
def name_features(
    out: Longs, a: Longs, table: Ints, hashes: Longs, heads: Ints, state: Ints, m: int, e: int,
    rivals: tuple[int, int, int], choosing: bool,
) -> None:  # fmt: skip
    """Fill the end of `out` with the places of the features of (pronoun m, the last name of entity e).

    `a` holds the atoms; those of the pronoun itself are there already (`pronoun_atoms`). `rivals` are the
    name of the nearest other entity that agrees, or -1; how many have names nearer to the pronoun; and how
    many there are near.
    """
    rival, nearer, near = rivals
    x = state[e, S.LATEST_NAME] if state[e, S.LATEST_NAME] >= 0 else state[e, S.LATEST]
    _name(a, table, hashes, heads, state, m, e, x)
    _way(a, table, heads, m, x)
    a[X_NEARER], a[X_RIVALS] = min(nearer, 4), min(near, 3)
    role = -1
    a[X_THERE] = 0
    if rival >= 0:
        distance = table[m, A.SENTENCE] - table[x, A.SENTENCE]
        gap = table[m, A.SENTENCE] - table[rival, A.SENTENCE]
        a[X_THERE] = 1 + (gap == distance) + 2 * (gap < distance)
        role = table[rival, A.ROLE]
    a[X_RIVAL_ROLES], a[X_RIVAL_BEFORE] = a[X_ROLE_X] * 32 + role, rival >= 0 and rival < x
    fill(out[FIRST_OF_NAME:], FIRST_OF_NAME + (CHOOSING if choosing else 0), _ROWS[0], a)


@kernel(allocates=False)
def pronoun_atoms(a: Longs, table: Ints, hashes: Longs, m: int) -> None:
    """Fill in what the pronoun shows."""
    a[X_NONE] = 0
    a[X_FORM], a[X_ROLE] = table[m, A.FORM], table[m, A.ROLE]
    a[X_FORM_ROLE] = a[X_FORM] * 32 + a[X_ROLE]
    a[X_SUBJECT], a[X_STARTS] = a[X_ROLE] == 1 or a[X_ROLE] == 2, table[m, A.BEFORE] < 0
    a[X_GOVERNOR] = hashes[table[m, A.GOVERNOR_LEMMA]]


@kernel(allocates=False)
def _name(a: Longs, table: Ints, hashes: Longs, heads: Ints, state: Ints, m: int, e: int, x: int) -> None:
    """Fill in what the name x and its entity show."""
    role, behind = table[x, A.ROLE], state[e, S.LATEST]
    a[X_NAMED] = state[e, S.LATEST_NAME] >= 0
    a[X_KIND] = table[m, A.PRO] * 2 + a[X_NAMED]
    a[X_ROLE_X], a[X_ROLES] = role, a[X_ROLE] * 32 + role
    a[X_SUBJECT_X] = role == 1 or role == 2
    a[X_CLAUSE_X] = table[x, A.CLAUSE_KIND]
    a[X_CLAUSES] = table[m, A.CLAUSE_KIND] * 16 + table[x, A.CLAUSE_KIND]
    a[X_DEPTH_X], a[X_NESTED_X] = table[x, A.DEPTH], table[x, A.PARENT] >= 0
    a[X_GOVERNOR_X] = hashes[table[x, A.GOVERNOR_LEMMA]]
    a[X_MAIN] = heads[table[x, A.GOVERNOR]] == table[x, A.GOVERNOR]
    a[X_NAMES] = min(state[e, S.NAMES], 4)
    a[X_COUNT] = bucket(table[x, A.NAME_COUNT] - state[e, S.NAMES])
    a[X_PRONOUNS], a[X_SUBJECTS] = min(state[e, S.PRONOUNS], 4), min(state[e, S.SUBJECTS], 4)
    a[X_WORD_AFTER] = hashes[table[x, A.AFTER]] if table[x, A.AFTER] >= 0 else 0
    a[X_WORD_BEFORE] = hashes[table[x, A.BEFORE]] if table[x, A.BEFORE] >= 0 else 0
    a[X_STARTS_X] = table[x, A.BEFORE] < 0
    # an object is not the subject of its own clause; a possessor often is
    subject = state[e, S.SUBJECT_CLAUSE] == table[m, A.CLAUSE]
    a[X_OWN] = subject * 2 + (table[behind, A.CLAUSE] == table[m, A.CLAUSE])
    a[X_BEHIND] = min(table[m, A.SENTENCE] - table[behind, A.SENTENCE], 4)
    a[X_BEHIND_ROLE] = table[behind, A.ROLE]


@kernel(allocates=False)
def _way(a: Longs, table: Ints, heads: Ints, m: int, x: int) -> None:
    """Fill in how far the name is, and the way to it through the tree."""
    distance = table[m, A.SENTENCE] - table[x, A.SENTENCE]
    near = min(max(distance, -1), 4)
    a[X_DISTANCE], a[X_EARLIER] = near, near > 0
    a[X_DISTANCE_SUBJECT], a[X_DISTANCE_SUBJECT_X] = near * 2 + a[X_SUBJECT], near * 2 + a[X_SUBJECT_X]
    a[X_BEFORE] = table[x, A.HEAD] < table[m, A.HEAD]
    a[X_TOKENS] = bucket(abs(table[m, A.HEAD] - table[x, A.HEAD]))
    up = down = REACH + 2
    relation = 0
    if distance == 0:
        up, down = way(heads, table[m, A.HEAD], table[x, A.HEAD])
        relation = 1
        if table[m, A.CLAUSE] == table[x, A.CLAUSE]:
            relation = 2
        elif down == 0:
            relation = 3
        elif down == 1:
            relation = 4
    a[X_UP], a[X_DOWN] = up, down
    a[X_RELATION], a[X_RELATION_BEFORE] = relation, relation * 2 + a[X_BEFORE]
