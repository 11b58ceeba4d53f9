"""The features of the entity ranker, as hash buckets; `templates` lists them.

Those of *he* and *she* use an entity's last name, not only its last mention, as the baselines of GAP do
(Webster et al. 2018: syntactic distance, parallelism), and the path through the tree between the two (Hobbs
1978; Lappin and Leass 1994).
"""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.ranker import candidates as P
from symbolic_rc.coref.ranker import entity_state as S
from symbolic_rc.coref.ranker import templates as T
from symbolic_rc.coref.ranker.arrays import CandidateContext, Ints, LinkWorkspace, Longs, RankerInput

(
    P_NONE, P_AGREEMENT, P_AT_START, P_CLASS_A, P_CLAUSE, P_CLAUSES, P_DEFINITE_A, P_DEFINITE_A_DISTANCE,
    P_DISTANCE, P_EARLIEST_ROLE, P_FORM, P_FREQUENCY, P_GENDER, P_GOVERNOR, P_GOVERNORS, P_HEAD, P_HEAD_A,
    P_HEAD_MATCH, P_IN_PREVIOUS, P_IN_SENTENCE, P_KIND, P_KIND_FORM, P_KIND_A, P_KINDS, P_KINDS_SIZE,
    P_KINDS_TITLED, P_LINKED, P_MODIFIED, P_NAME_DISTANCE, P_NAME_MATCH, P_NARRATOR, P_NESTED, P_NUMBER,
    P_NUMBER_A, P_PARAGRAPHS, P_PARALLEL, P_QUOTATION, P_RANK, P_RANK_ROLE_A, P_RELATION, P_RELATION_FORM_A,
    P_RELATION_ROLE_A, P_RIVALS, P_ROLE, P_ROLE_A, P_ROLE_A_DISTANCE, P_ROLES, P_SALIENCE, P_SALIENCE_RANK,
    P_SAME_CLAUSE, P_SAME_PRONOUN, P_SENSE, P_SENSE_A, P_SIZE, P_SPEAKER, P_SUBJECTS, P_TITLED,
    P_TITLED_NAME, P_TOKENS, P_TOPIC, P_TYPE, P_TYPE_E, P_ATOMS,
) = range(len(T.atoms_of(T.PAIR_TEMPLATES)) + 1)  # fmt: skip
(
    N_NONE, N_AGREEING, N_AGREES, N_BEST_HEAD, N_BEST_NAME, N_CANDIDATES, N_CLASS, N_COORDINATED,
    N_DEFINITE, N_FORM, N_FREQUENCY, N_GENDER, N_GOVERNOR, N_HEAD, N_KIND, N_LENGTH, N_LINK, N_MODIFIED,
    N_MODIFIER, N_NESTED, N_NUMBER, N_QUOTED, N_ROLE, N_SENTENCE, N_STRING, N_TYPE, N_ATOMS,
) = range(len(T.atoms_of(T.START_TEMPLATES)) + 1)  # fmt: skip
(
    X_NONE, X_BEFORE, X_BEHIND, X_BEHIND_ROLE, X_CLAUSE_X, X_CLAUSES, X_COUNT, X_DEPTH_X, X_DISTANCE,
    X_DISTANCE_SUBJECT, X_DISTANCE_SUBJECT_X, X_DOWN, X_EARLIER, X_FORM, X_FORM_ROLE, X_GOVERNOR,
    X_GOVERNOR_X, X_KIND, X_MAIN, X_NAMED, X_NAMES, X_NEARER, X_NESTED_X, X_OWN, X_PRONOUNS, X_RELATION,
    X_RELATION_BEFORE, X_RIVAL_BEFORE, X_RIVAL_ROLES, X_RIVALS, X_ROLE, X_ROLE_X, X_ROLES, X_STARTS,
    X_STARTS_X, X_SUBJECT, X_SUBJECT_X, X_SUBJECTS, X_THERE, X_TOKENS, X_UP, X_WORD_AFTER, X_WORD_BEFORE,
    X_ATOMS,
) = range(len(T.atoms_of(T.NAME_TEMPLATES)) + 1)  # fmt: skip
_PAIR_ROWS, _NAME_ROWS, _START_ROWS = (
    T.compiled(text) for text in (T.PAIR_TEMPLATES, T.NAME_TEMPLATES, T.START_TEMPLATES)
)
#: Templates whose first atom is not of the mention itself.
_OWN = (P_KIND, P_KIND_FORM, P_FORM, P_HEAD, P_GOVERNOR)
_LATE = np.array(
    [t for t in range(T.FIRST_OF_NAME) if not np.isin(_PAIR_ROWS[:, t, 0], _OWN).all()], np.uint64
)
#: Added to the numbers of the templates when the choice is between two names: it has weights of its own.
CHOOSING = 100
#: Maximum number of steps up the tree from a clause, and from a word.
_CLAUSES, REACH = 12, 7


@kernel
def kind_of(table: Ints, m: int) -> int:
    """Return the class of a mention: the pronoun's, or name, or nominal with its definiteness."""
    if table[m, A.KIND] == A.PRONOUN:
        return table[m, A.PRO]
    if table[m, A.KIND] == A.NAME:
        return 12
    return 22 if table[m, A.COORDINATED] == 1 else 13 + table[m, A.DEFINITE]


@kernel
def mention_atoms(w: LinkWorkspace, d: RankerInput, m: int) -> None:
    """Fill in the atoms of the mention itself, and begin the templates with them."""
    table, a = d.table, w.pair
    a[P_NONE] = 0
    a[P_KIND], a[P_FORM] = kind_of(table, m), table[m, A.FORM]
    a[P_KIND_FORM] = a[P_KIND] * 6 + a[P_FORM]
    a[P_ROLE], a[P_CLAUSE] = table[m, A.ROLE], table[m, A.CLAUSE_KIND]
    a[P_HEAD], a[P_GOVERNOR] = d.hashes[table[m, A.LEMMA]], d.hashes[table[m, A.GOVERNOR_LEMMA]]
    a[P_SENSE], a[P_TITLED] = table[m, A.SUPERSENSE], table[m, A.TITLE] >= 0
    T.begin(w.begun, 0, _PAIR_ROWS[1 if table[m, A.KIND] == A.PRONOUN else 0], a)


@kernel
def pair_features(
    w: LinkWorkspace, d: RankerInput, state: Ints, m: int, c: int, context: CandidateContext
) -> None:
    """Fill in the features of mention m and its candidate c; `mention_atoms` come first."""
    e, a, out = w.found[c, P.WHO], w.pair, w.places[c]
    _entity_atoms(a, d.table, d.hashes, state, m, e)
    _relation_atoms(a, d.table, d.heads, m, state[e, S.LATEST])
    pronoun = d.table[m, A.KIND] == A.PRONOUN
    rank = min(context.rank, 6) if pronoun else w.found[c, P.RANKS]
    a[P_RANK], a[P_RANK_ROLE_A] = rank, rank * 32 + a[P_ROLE_A]
    a[P_SALIENCE], a[P_SALIENCE_RANK] = T.bucket(int(context.salience * 4)), min(context.salience_rank, 4)
    a[P_RIVALS] = min(context.rivals, 4)
    a[P_NAME_MATCH], a[P_HEAD_MATCH] = w.found[c, P.NAMES], w.found[c, P.HEADS]
    a[P_GENDER], a[P_NUMBER] = w.found[c, P.GENDERS], w.found[c, P.NUMBERS]
    a[P_AGREEMENT] = a[P_GENDER] * 4 + a[P_NUMBER]
    a[P_SPEAKER], a[P_NARRATOR] = context.speaker, context.narrator
    rows = _PAIR_ROWS[1 if pronoun else 0]
    T.begin_some(w.begun, _LATE, rows, a)
    T.finish(out, w.begun, rows, a)
    for i in range(len(a)):
        w.pairs[c, i] = a[i]


@kernel
def _entity_atoms(a: Longs, table: Ints, hashes: Longs, state: Ints, m: int, e: int) -> None:
    """Fill in the atoms of the entity, in relation to the mention."""
    sentence = table[m, A.SENTENCE]
    a[P_SIZE], a[P_SUBJECTS] = T.bucket(state[e, S.SIZE]), T.bucket(state[e, S.SUBJECTS])
    kinds = (state[e, S.NAMES] > 0) * 4 + (state[e, S.NOMINALS] > 0) * 2 + (state[e, S.PRONOUNS] > 0)
    a[P_KINDS], a[P_KINDS_SIZE], a[P_KINDS_TITLED] = kinds, kinds * 16 + a[P_SIZE], kinds * 4 + a[P_TITLED]
    name = state[e, S.LATEST_NAME]
    a[P_FREQUENCY] = T.bucket(table[name, A.NAME_COUNT]) if name >= 0 else -1
    a[P_NAME_DISTANCE] = T.bucket(sentence - table[name, A.SENTENCE]) if name >= 0 else -1
    a[P_TITLED_NAME] = name >= 0 and table[name, A.TITLE] >= 0
    nominal = state[e, S.LATEST_NOMINAL]
    a[P_HEAD_A] = hashes[table[nominal, A.LEMMA]] if nominal >= 0 else 0
    a[P_SENSE_A] = table[nominal, A.SUPERSENSE] if nominal >= 0 else -1
    a[P_SAME_PRONOUN] = 0
    p = state[e, S.LATEST_PRONOUN]
    if table[m, A.KIND] == A.PRONOUN and p >= 0:
        same = table[p, A.PRO] == table[m, A.PRO]
        a[P_SAME_PRONOUN] = 1 + same * 2 + (sentence - table[p, A.SENTENCE] < 3)
    kind, type_e = table[m, A.TYPE], state[e, S.CLASS]
    a[P_TYPE_E] = type_e
    a[P_TYPE] = (1 if kind == type_e else 2) if kind > 0 and type_e > 0 else 0
    a[P_IN_SENTENCE] = a[P_IN_PREVIOUS] = 0
    if state[e, S.HERE_AT] == sentence:
        a[P_IN_SENTENCE], a[P_IN_PREVIOUS] = min(state[e, S.HERE], 2), min(state[e, S.BEFORE_HERE], 2)
    elif state[e, S.HERE_AT] == sentence - 1:
        a[P_IN_PREVIOUS] = min(state[e, S.HERE], 2)
    earliest = state[e, S.EARLIEST]
    a[P_AT_START], a[P_EARLIEST_ROLE] = table[earliest, A.SENTENCE] == 0, table[earliest, A.ROLE]


@kernel
def _relation_atoms(a: Longs, table: Ints, heads: Ints, m: int, b: int) -> None:
    """Fill in the atoms of the mention and the entity's last one, b."""
    distance = table[m, A.SENTENCE] - table[b, A.SENTENCE]
    near = min(max(distance, -2), 12)
    near = near if near < 4 else (4 if near < 6 else (5 if near < 12 else 6))
    role, definite = table[b, A.ROLE], table[b, A.DEFINITE]
    relation = _clauses(table, heads, m, b, distance)
    a[P_DISTANCE], a[P_TOKENS] = near, T.bucket(abs(table[m, A.HEAD] - table[b, A.HEAD]))
    a[P_KIND_A], a[P_CLASS_A], a[P_ROLE_A] = kind_of(table, b), table[b, A.KIND], role
    a[P_DEFINITE_A], a[P_DEFINITE_A_DISTANCE] = definite, definite * 16 + near
    a[P_NUMBER_A] = table[b, A.COORDINATED] * 4 + table[b, A.NUMBER]
    a[P_ROLES], a[P_ROLE_A_DISTANCE] = a[P_ROLE] * 32 + role, role * 16 + near
    a[P_SAME_CLAUSE] = table[m, A.CLAUSE] == table[b, A.CLAUSE]
    a[P_RELATION], a[P_RELATION_ROLE_A] = relation, relation * 32 + role
    a[P_RELATION_FORM_A] = relation * 16 + table[b, A.FORM]
    a[P_CLAUSES] = a[P_CLAUSE] * 16 + table[b, A.CLAUSE_KIND]
    a[P_PARALLEL] = 1 + (distance == 0) + 2 * (distance == 1) if a[P_ROLE] == role else 0
    a[P_GOVERNORS] = table[m, A.GOVERNOR_LEMMA] == table[b, A.GOVERNOR_LEMMA]
    a[P_TOPIC] = (distance == 0) * 2 + (role == 1 or role == 2)
    a[P_LINKED] = table[m, A.LINK_KIND] if table[m, A.LINKED] >= 0 and table[m, A.LINKED] == b else 0
    a[P_MODIFIED] = (table[m, A.MODIFIER_B] >= 0) * 2 + (table[b, A.MODIFIER_B] >= 0)
    a[P_PARAGRAPHS] = min(table[m, A.PARAGRAPH] - table[b, A.PARAGRAPH], 4)
    a[P_NESTED], a[P_QUOTATION] = _nesting(table, m, b), _quotations(table[m, A.QUOTE], table[b, A.QUOTE])


@kernel
def _nesting(table: Ints, m: int, b: int) -> int:
    """Compare two spans: 1 b holds the mention, 2 the mention b, 0 neither."""
    if table[b, A.START] <= table[m, A.START] and table[m, A.END] <= table[b, A.END]:
        return 1
    return 2 if table[m, A.START] <= table[b, A.START] and table[b, A.END] <= table[m, A.END] else 0


@kernel
def _quotations(here: int, there: int) -> int:
    """Compare two quotations: 1 the same, 2 two, 3 and 4 only one, 0 none."""
    if here >= 0 and there >= 0:
        return 1 if here == there else 2
    return 3 if here >= 0 else 4 if there >= 0 else 0


@kernel
def _clauses(table: Ints, heads: Ints, m: int, b: int, distance: int) -> int:
    """Compare two clauses: 0 other sentences, 1 the same, 2 b's is above, 3 below, 4 unrelated."""
    if table[m, A.CLAUSE] == table[b, A.CLAUSE]:
        return 1
    if distance != 0:
        return 0
    if _is_above(heads, table[m, A.CLAUSE], table[b, A.CLAUSE], table[b, A.GOVERNOR]):
        return 2
    return 3 if _is_above(heads, table[b, A.CLAUSE], table[m, A.CLAUSE], -1) else 4


@kernel
def _is_above(heads: Ints, node: int, one: int, other: int) -> bool:
    """Whether one of two tokens is a near ancestor of a node."""
    for _ in range(_CLAUSES):
        if heads[node] == node:
            return False
        node = heads[node]
        if node == one or node == other:  # noqa: SIM109 (a tuple costs compilation)
            return True
    return False


@kernel
def new_features(
    w: LinkWorkspace, d: RankerInput, m: int, best_name: int, best_head: int, count: int, agreeing: int
) -> None:
    """Fill in the features of starting a new entity at mention m, as those of candidate `count`."""
    table, hashes, a = d.table, d.hashes, w.start
    modifier = table[m, A.MODIFIER_B]
    a[N_NONE] = 0
    a[N_KIND], a[N_FORM], a[N_CLASS] = kind_of(table, m), table[m, A.FORM], table[m, A.KIND]
    a[N_DEFINITE], a[N_COORDINATED] = table[m, A.DEFINITE], table[m, A.COORDINATED]
    a[N_HEAD], a[N_STRING] = hashes[table[m, A.LEMMA]], hashes[table[m, A.STRING]]
    a[N_TYPE], a[N_ROLE], a[N_LINK] = table[m, A.TYPE], table[m, A.ROLE], table[m, A.LINK_KIND]
    a[N_BEST_NAME], a[N_BEST_HEAD] = best_name, best_head
    a[N_CANDIDATES], a[N_AGREEING], a[N_AGREES] = T.bucket(count), T.bucket(agreeing), agreeing > 0
    a[N_QUOTED], a[N_NESTED] = table[m, A.QUOTE] >= 0, table[m, A.PARENT] >= 0
    a[N_SENTENCE], a[N_LENGTH] = min(table[m, A.SENTENCE], 6), T.bucket(table[m, A.LENGTH])
    a[N_GOVERNOR] = hashes[table[m, A.GOVERNOR_LEMMA]]
    a[N_MODIFIED], a[N_MODIFIER] = modifier >= 0, hashes[modifier] if modifier >= 0 else 0
    a[N_NUMBER], a[N_GENDER] = table[m, A.NUMBER], table[m, A.GENDER]
    a[N_FREQUENCY] = T.bucket(table[m, A.NAME_COUNT])
    T.fill(w.places[count], T.PAIR, _START_ROWS[0], a)


@kernel
def path_between(heads: Ints, a: int, b: int) -> tuple[int, int]:
    """Return the steps from two words up to their lowest common ancestor; more than `REACH` if it is far."""
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
def _rivals_of(found: Ints, table: Ints, state: Ints, m: int, c: int, count: int) -> tuple[int, int]:
    """Return the nearest name of another compatible person (or -1), and how many are nearer than c's."""
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


@kernel
def name_features(
    w: LinkWorkspace, d: RankerInput, state: Ints, m: int, c: int, count: int, near: int, choosing: bool
) -> None:
    """Fill in the features of (pronoun m, the last name of candidate c); `pronoun_atoms` come first.

    `near` is the number of near rivals.
    """
    table, a, e = d.table, w.name, w.found[c, P.WHO]
    rival, nearer = _rivals_of(w.found, table, state, m, c, count)
    x = state[e, S.LATEST_NAME] if state[e, S.LATEST_NAME] >= 0 else state[e, S.LATEST]
    _name_atoms(a, d, state, m, e, x)
    _path_atoms(a, table, d.heads, m, x)
    a[X_NEARER], a[X_RIVALS] = min(nearer, 4), min(near, 3)
    role = -1
    a[X_THERE] = 0
    if rival >= 0:
        distance = table[m, A.SENTENCE] - table[x, A.SENTENCE]
        gap = table[m, A.SENTENCE] - table[rival, A.SENTENCE]
        a[X_THERE] = 1 + (gap == distance) + 2 * (gap < distance)
        role = table[rival, A.ROLE]
    a[X_RIVAL_ROLES], a[X_RIVAL_BEFORE] = a[X_ROLE_X] * 32 + role, rival >= 0 and rival < x
    number = T.FIRST_OF_NAME + (CHOOSING if choosing else 0)
    T.fill(w.places[c][T.FIRST_OF_NAME :], number, _NAME_ROWS[0], a)
    for i in range(len(a)):
        w.names[c, i] = a[i]


@kernel
def pronoun_atoms(w: LinkWorkspace, d: RankerInput, m: int) -> None:
    """Fill in the atoms of the pronoun itself."""
    table, a = d.table, w.name
    a[X_NONE] = 0
    a[X_FORM], a[X_ROLE] = table[m, A.FORM], table[m, A.ROLE]
    a[X_FORM_ROLE] = a[X_FORM] * 32 + a[X_ROLE]
    a[X_SUBJECT], a[X_STARTS] = a[X_ROLE] == 1 or a[X_ROLE] == 2, table[m, A.BEFORE] < 0
    a[X_GOVERNOR] = d.hashes[table[m, A.GOVERNOR_LEMMA]]


@kernel
def _name_atoms(a: Longs, d: RankerInput, state: Ints, m: int, e: int, x: int) -> None:
    """Fill in the atoms of the name x and its entity."""
    table, hashes, heads = d.table, d.hashes, d.heads
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
    a[X_COUNT] = T.bucket(table[x, A.NAME_COUNT] - state[e, S.NAMES])
    a[X_PRONOUNS], a[X_SUBJECTS] = min(state[e, S.PRONOUNS], 4), min(state[e, S.SUBJECTS], 4)
    a[X_WORD_AFTER] = hashes[table[x, A.AFTER]] if table[x, A.AFTER] >= 0 else 0
    a[X_WORD_BEFORE] = hashes[table[x, A.BEFORE]] if table[x, A.BEFORE] >= 0 else 0
    a[X_STARTS_X] = table[x, A.BEFORE] < 0
    # an object is not the subject of its own clause; a possessor often is
    subject = state[e, S.SUBJECT_CLAUSE] == table[m, A.CLAUSE]
    a[X_OWN] = subject * 2 + (table[behind, A.CLAUSE] == table[m, A.CLAUSE])
    a[X_BEHIND] = min(table[m, A.SENTENCE] - table[behind, A.SENTENCE], 4)
    a[X_BEHIND_ROLE] = table[behind, A.ROLE]


@kernel
def _path_atoms(a: Longs, table: Ints, heads: Ints, m: int, x: int) -> None:
    """Fill in the atoms of the distance to the name, and of the path to it through the tree."""
    distance = table[m, A.SENTENCE] - table[x, A.SENTENCE]
    near = min(max(distance, -1), 4)
    a[X_DISTANCE], a[X_EARLIER] = near, near > 0
    a[X_DISTANCE_SUBJECT], a[X_DISTANCE_SUBJECT_X] = near * 2 + a[X_SUBJECT], near * 2 + a[X_SUBJECT_X]
    a[X_BEFORE] = table[x, A.HEAD] < table[m, A.HEAD]
    a[X_TOKENS] = T.bucket(abs(table[m, A.HEAD] - table[x, A.HEAD]))
    up = down = REACH + 2
    relation = 0
    if distance == 0:
        up, down = path_between(heads, table[m, A.HEAD], table[x, A.HEAD])
        relation = 1
        if table[m, A.CLAUSE] == table[x, A.CLAUSE]:
            relation = 2
        elif down == 0:
            relation = 3
        elif down == 1:
            relation = 4
    a[X_UP], a[X_DOWN] = up, down
    a[X_RELATION], a[X_RELATION_BEFORE] = relation, relation * 2 + a[X_BEFORE]
