"""The features of the entity ranker, each a place among hashed weights; `templates` lists them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.ranker import proposals as P
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.arrays import Document, Ints, Longs, Standing
from symbolic_rc.coref.ranker.slots import again, begin, bucket, fill, finish
from symbolic_rc.coref.ranker.templates import (
    FIRST_OF_NAME,
    PAIR,
    PAIR_TEMPLATES,
    START_TEMPLATES,
    atoms_of,
    compiled,
)

(
    P_NONE, P_AGREEMENT, P_AT_START, P_CLASS_A, P_CLAUSE, P_CLAUSES, P_DEFINITE_A, P_DEFINITE_A_DISTANCE,
    P_DISTANCE, P_EARLIEST_ROLE, P_FORM, P_FREQUENCY, P_GENDER, P_GOVERNOR, P_GOVERNORS, P_HEAD, P_HEAD_A,
    P_HEAD_MATCH, P_IN_PREVIOUS, P_IN_SENTENCE, P_KIND, P_KIND_FORM, P_KIND_A, P_KINDS, P_KINDS_SIZE,
    P_KINDS_TITLED, P_LINKED, P_MODIFIED, P_NAME_DISTANCE, P_NAME_MATCH, P_NARRATOR, P_NESTED, P_NUMBER,
    P_NUMBER_A, P_PARAGRAPHS, P_PARALLEL, P_QUOTATION, P_RANK, P_RANK_ROLE_A, P_RELATION, P_RELATION_FORM_A,
    P_RELATION_ROLE_A, P_RIVALS, P_ROLE, P_ROLE_A, P_ROLE_A_DISTANCE, P_ROLES, P_SALIENCE, P_SALIENCE_RANK,
    P_SAME_CLAUSE, P_SAME_PRONOUN, P_SENSE, P_SENSE_A, P_SIZE, P_SPEAKER, P_SUBJECTS, P_TITLED,
    P_TITLED_NAME, P_TOKENS, P_TOPIC, P_TYPE, P_TYPE_E, P_ATOMS,
) = range(len(atoms_of(PAIR_TEMPLATES)) + 1)  # fmt: skip
(
    N_NONE, N_AGREEING, N_AGREES, N_BEST_HEAD, N_BEST_NAME, N_CANDIDATES, N_CLASS, N_COORDINATED,
    N_DEFINITE, N_FORM, N_FREQUENCY, N_GENDER, N_GOVERNOR, N_HEAD, N_KIND, N_LENGTH, N_LINK, N_MODIFIED,
    N_MODIFIER, N_NESTED, N_NUMBER, N_QUOTED, N_ROLE, N_SENTENCE, N_STRING, N_TYPE, N_ATOMS,
) = range(len(atoms_of(START_TEMPLATES)) + 1)  # fmt: skip
_PAIR_ROWS, _START_ROWS = compiled(PAIR_TEMPLATES), compiled(START_TEMPLATES)
#: Templates whose first atom is not of the mention itself.
_OWN = (P_KIND, P_KIND_FORM, P_FORM, P_HEAD, P_GOVERNOR)
_LATE = np.array([t for t in range(FIRST_OF_NAME) if not np.isin(_PAIR_ROWS[:, t, 0], _OWN).all()], np.uint64)
#: Steps up the tree from a clause within which another is looked for.
_CLAUSES = 12


@kernel(allocates=False)
def kind_of(table: Ints, m: int) -> int:
    """Return the class of a mention: the pronoun's, or name, or nominal with its definiteness."""
    if table[m, A.KIND] == 0:
        return table[m, A.PRO]
    if table[m, A.KIND] == 1:
        return 12
    if table[m, A.COORDINATED] == 1:
        return 22
    return 13 + table[m, A.DEFINITE]


@kernel(allocates=False)
def pair_features(
    out: Longs, a: Longs, begun: NDArray[np.uint64], table: Ints, hashes: Longs, heads: Ints, state: Ints,
    found: Ints, m: int, c: int, s: Standing,
) -> None:  # fmt: skip
    """Fill `out` with the places of the features of mention m and its candidate c.

    `a` holds the atoms; those of the mention itself are there already, and templates that start with one of
    them are `begun` (`mention_atoms`).
    """
    e = found[c, P.WHO]
    _entity(a, table, hashes, state, m, e)
    _relation(a, table, heads, m, state[e, S.LATEST])
    _matches(a, table, found, m, c, s)
    rows = _PAIR_ROWS[1 if table[m, A.KIND] == 0 else 0]
    again(begun, _LATE, rows, a)
    finish(out, begun, rows, a)


@kernel(allocates=False)
def mention_atoms(a: Longs, begun: NDArray[np.uint64], table: Ints, hashes: Longs, m: int) -> None:
    """Fill in what the mention itself shows, and begin the templates with it."""
    a[P_NONE] = 0
    a[P_KIND], a[P_FORM] = kind_of(table, m), table[m, A.FORM]
    a[P_KIND_FORM] = a[P_KIND] * 6 + a[P_FORM]
    a[P_ROLE], a[P_CLAUSE] = table[m, A.ROLE], table[m, A.CLAUSE_KIND]
    a[P_HEAD], a[P_GOVERNOR] = hashes[table[m, A.LEMMA]], hashes[table[m, A.GOVERNOR_LEMMA]]
    a[P_SENSE], a[P_TITLED] = table[m, A.SUPERSENSE], table[m, A.TITLE] >= 0
    begin(begun, 0, _PAIR_ROWS[1 if table[m, A.KIND] == 0 else 0], a)


@kernel(allocates=False)
def _entity(a: Longs, table: Ints, hashes: Longs, state: Ints, m: int, e: int) -> None:
    """Fill in what the entity shows, beside the mention."""
    sentence = table[m, A.SENTENCE]
    a[P_SIZE], a[P_SUBJECTS] = bucket(state[e, S.SIZE]), bucket(state[e, S.SUBJECTS])
    kinds = (state[e, S.NAMES] > 0) * 4 + (state[e, S.NOMINALS] > 0) * 2 + (state[e, S.PRONOUNS] > 0)
    a[P_KINDS], a[P_KINDS_SIZE], a[P_KINDS_TITLED] = kinds, kinds * 16 + a[P_SIZE], kinds * 4 + a[P_TITLED]
    name = state[e, S.LATEST_NAME]
    a[P_FREQUENCY] = bucket(table[name, A.NAME_COUNT]) if name >= 0 else -1
    a[P_NAME_DISTANCE] = bucket(sentence - table[name, A.SENTENCE]) if name >= 0 else -1
    a[P_TITLED_NAME] = name >= 0 and table[name, A.TITLE] >= 0
    nominal = state[e, S.LATEST_NOMINAL]
    a[P_HEAD_A] = hashes[table[nominal, A.LEMMA]] if nominal >= 0 else 0
    a[P_SENSE_A] = table[nominal, A.SUPERSENSE] if nominal >= 0 else -1
    a[P_SAME_PRONOUN] = 0
    p = state[e, S.LATEST_PRONOUN]
    if table[m, A.KIND] == 0 and p >= 0:
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


@kernel(allocates=False)
def _relation(a: Longs, table: Ints, heads: Ints, m: int, b: int) -> None:
    """Fill in how the mention stands to the entity's last one, b."""
    distance = table[m, A.SENTENCE] - table[b, A.SENTENCE]
    near = min(max(distance, -2), 12)
    near = near if near < 4 else (4 if near < 6 else (5 if near < 12 else 6))
    role, definite = table[b, A.ROLE], table[b, A.DEFINITE]
    relation = _clauses(table, heads, m, b, distance)
    a[P_DISTANCE], a[P_TOKENS] = near, bucket(abs(table[m, A.HEAD] - table[b, A.HEAD]))
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
    a[P_NESTED] = 0
    if table[b, A.START] <= table[m, A.START] and table[m, A.END] <= table[b, A.END]:
        a[P_NESTED] = 1
    elif table[m, A.START] <= table[b, A.START] and table[b, A.END] <= table[m, A.END]:
        a[P_NESTED] = 2
    here, there = table[m, A.QUOTE], table[b, A.QUOTE]
    a[P_QUOTATION] = 0
    if here >= 0 and there >= 0:
        a[P_QUOTATION] = 1 if here == there else 2
    elif here >= 0:
        a[P_QUOTATION] = 3
    elif there >= 0:
        a[P_QUOTATION] = 4


@kernel(allocates=False)
def _clauses(table: Ints, heads: Ints, m: int, b: int, distance: int) -> int:
    """Return where b's clause stands to m's: 0 elsewhere, 1 the same, 2 above, 3 below, 4 in the sentence."""
    if table[m, A.CLAUSE] == table[b, A.CLAUSE]:
        return 1
    if distance != 0:
        return 0
    node = table[m, A.CLAUSE]
    for _ in range(_CLAUSES):
        up = heads[node]
        if up == node:
            break
        node = up
        if node == table[b, A.CLAUSE] or node == table[b, A.GOVERNOR]:
            return 2
    node = table[b, A.CLAUSE]
    for _ in range(_CLAUSES):
        up = heads[node]
        if up == node:
            break
        node = up
        if node == table[m, A.CLAUSE]:
            return 3
    return 4


@kernel(allocates=False)
def _matches(a: Longs, table: Ints, found: Ints, m: int, c: int, s: Standing) -> None:
    """Fill in what the candidate is among the others."""
    rank = min(s.rank, 6) if table[m, A.KIND] == 0 else found[c, P.RANKS]
    a[P_RANK], a[P_RANK_ROLE_A] = rank, rank * 32 + a[P_ROLE_A]
    a[P_SALIENCE], a[P_SALIENCE_RANK] = bucket(int(s.salience * 4)), min(s.salience_rank, 4)
    a[P_RIVALS] = min(s.rivals, 4)
    a[P_NAME_MATCH], a[P_HEAD_MATCH] = found[c, P.NAMES], found[c, P.HEADS]
    a[P_GENDER], a[P_NUMBER] = found[c, P.GENDERS], found[c, P.NUMBERS]
    a[P_AGREEMENT] = a[P_GENDER] * 4 + a[P_NUMBER]
    a[P_SPEAKER], a[P_NARRATOR] = s.speaker, s.narrator


@kernel(allocates=False)
def new_features(
    out: Longs, a: Longs, d: Document, m: int, best_name: int, best_head: int, count: int, agreeing: int
) -> None:
    """Fill `out` with the places of the features of starting a new entity at mention m."""
    table, hashes = d.table, d.hashes
    modifier = table[m, A.MODIFIER_B]
    a[N_NONE] = 0
    a[N_KIND], a[N_FORM], a[N_CLASS] = kind_of(table, m), table[m, A.FORM], table[m, A.KIND]
    a[N_DEFINITE], a[N_COORDINATED] = table[m, A.DEFINITE], table[m, A.COORDINATED]
    a[N_HEAD], a[N_STRING] = hashes[table[m, A.LEMMA]], hashes[table[m, A.STRING]]
    a[N_TYPE], a[N_ROLE], a[N_LINK] = table[m, A.TYPE], table[m, A.ROLE], table[m, A.LINK_KIND]
    a[N_BEST_NAME], a[N_BEST_HEAD] = best_name, best_head
    a[N_CANDIDATES], a[N_AGREEING], a[N_AGREES] = bucket(count), bucket(agreeing), agreeing > 0
    a[N_QUOTED], a[N_NESTED] = table[m, A.QUOTE] >= 0, table[m, A.PARENT] >= 0
    a[N_SENTENCE], a[N_LENGTH] = min(table[m, A.SENTENCE], 6), bucket(table[m, A.LENGTH])
    a[N_GOVERNOR] = hashes[table[m, A.GOVERNOR_LEMMA]]
    a[N_MODIFIED], a[N_MODIFIER] = modifier >= 0, hashes[modifier] if modifier >= 0 else 0
    a[N_NUMBER], a[N_GENDER] = table[m, A.NUMBER], table[m, A.GENDER]
    a[N_FREQUENCY] = bucket(table[m, A.NAME_COUNT])
    fill(out, PAIR, _START_ROWS[0], a)
