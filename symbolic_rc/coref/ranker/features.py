"""The features of the entity ranker, each a place among hashed weights; `templates` names them."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions.attributes import (
    CLAUSE,
    CLAUSE_KIND,
    COORDINATED,
    CORE,
    DEFINITE,
    END,
    FIRST,
    FORM,
    FULL,
    GENDER,
    GOVERNOR,
    GOVERNOR_LEMMA,
    HEAD,
    KIND,
    LAST,
    LEMMA,
    LENGTH,
    LINK_KIND,
    LINKED,
    MODIFIER_A,
    MODIFIER_B,
    NAME_COUNT,
    NUMBER,
    PARAGRAPH,
    PARENT,
    PRO,
    QUOTE,
    ROLE,
    SENTENCE,
    START,
    STRING,
    SUPERSENSE,
    TITLE,
    TYPE,
)
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.state import Ints, Longs
from symbolic_rc.coref.ranker.templates import PAIR, PLACES


@kernel
def slot(template: int, a: int, b: int = 0, c: int = 0) -> int:
    """Return the place of a feature: template and up to three values, mixed."""
    x = (np.uint64(template) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x ^= np.uint64(a + 7) * np.uint64(0xC2B2AE3D27D4EB4F)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= np.uint64(b + 7) * np.uint64(0x165667B19E3779F9)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= np.uint64(c + 7) * np.uint64(0xD6E8FEB86659FD93)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(32)
    return int(x & np.uint64(PLACES - 1))


@kernel
def bucket(n: int) -> int:
    """Return 0..9 for a count: exact up to 3, then by doubling; -1 for negative ones."""
    if n < 0:
        return -1
    if n < 4:
        return n
    if n < 6:
        return 4
    if n < 10:
        return 5
    if n < 18:
        return 6
    if n < 40:
        return 7
    if n < 100:
        return 8
    return 9


@kernel
def kind_of(table: Ints, m: int) -> int:
    """Return the class of a mention: the pronoun's, or name, or nominal with its definiteness."""
    if table[m, KIND] == 0:
        return table[m, PRO]
    if table[m, KIND] == 1:
        return 12
    if table[m, COORDINATED] == 1:
        return 22
    return 13 + table[m, DEFINITE]


@kernel
def agree(mask: int, a: int, b: int, c: int) -> int:
    """Compare a mention's gender bits with an entity's counts: 0 unknown, 1 agrees, 2 may, 3 and 4 do not."""
    total = a + b + c
    if total == 0 or mask == 7:
        return 0
    best = 1
    if b > a and b >= c:
        best = 2
    elif c > a and c > b:
        best = 4
    if mask & best:
        return 1 if (mask == best and (a == 0 or b == 0 or best == 4)) else 2
    return 4 if (best == 4 or mask == 4) else 3


@kernel
def pair_features(
    out: Longs,
    table: Ints,
    hashes: Longs,
    m: int,
    e: int,
    rank: int,
    name_match: int,
    head_match: int,
    salience: float,
    salience_rank: int,
    rivals: int,
    gender: int,
    number: int,
    state: Ints,
    speaker_code: int,
    is_narrator: bool,
    heads: Ints,
) -> None:
    """Fill `out` with the places of the features of (mention m, entity e)."""
    a = state[e, S.LATEST]
    mc, ac = kind_of(table, m), kind_of(table, a)
    form = table[m, FORM]
    distance = table[m, SENTENCE] - table[a, SENTENCE]
    d = min(max(distance, -2), 12)
    db = d if d < 4 else (4 if d < 6 else (5 if d < 12 else 6))
    tokens = bucket(abs(table[m, HEAD] - table[a, HEAD]))
    role_m, role_a = table[m, ROLE], table[a, ROLE]
    same_clause = table[m, CLAUSE] == table[a, CLAUSE]
    # where the antecedent's clause stands towards the mention's
    relation = 0
    if same_clause:
        relation = 1
    elif distance == 0:
        relation = 4
        node = table[m, CLAUSE]
        for _ in range(12):
            up = heads[node]
            if up == node:
                break
            node = up
            if node == table[a, CLAUSE] or node == table[a, GOVERNOR]:
                relation = 2
                break
        if relation == 4:
            node = table[a, CLAUSE]
            for _ in range(12):
                up = heads[node]
                if up == node:
                    break
                node = up
                if node == table[m, CLAUSE]:
                    relation = 3
                    break
    nested = 0
    if table[a, START] <= table[m, START] and table[m, END] <= table[a, END]:
        nested = 1
    elif table[m, START] <= table[a, START] and table[a, END] <= table[m, END]:
        nested = 2
    qm, qa = table[m, QUOTE], table[a, QUOTE]
    quotation = 0
    if qm >= 0 and qa >= 0:
        quotation = 1 if qm == qa else 2
    elif qm >= 0:
        quotation = 3
    elif qa >= 0:
        quotation = 4
    size = bucket(state[e, S.SIZE])
    kinds = (state[e, S.NAMES] > 0) * 4 + (state[e, S.NOMINALS] > 0) * 2 + (state[e, S.PRONOUNS] > 0)
    last_name = state[e, S.LATEST_NAME]
    frequency = bucket(table[last_name, NAME_COUNT]) if last_name >= 0 else -1
    name_distance = bucket(table[m, SENTENCE] - table[last_name, SENTENCE]) if last_name >= 0 else -1
    pronoun = table[m, KIND] == 0
    head_m = hashes[table[m, LEMMA]]
    nominal = state[e, S.LATEST_NOMINAL]
    head_a = hashes[table[nominal, LEMMA]] if nominal >= 0 else 0
    sense_a = table[nominal, SUPERSENSE] if nominal >= 0 else -1
    linked = table[m, LINK_KIND] if (table[m, LINKED] >= 0 and table[m, LINKED] == a) else 0
    topic = (table[a, SENTENCE] == table[m, SENTENCE]) * 2 + (role_a == 1 or role_a == 2)
    sb = bucket(int(salience * 4))
    same_pro = 0
    if pronoun and state[e, S.LATEST_PRONOUN] >= 0:
        p = state[e, S.LATEST_PRONOUN]
        same_pro = 1 + (table[p, PRO] == table[m, PRO]) * 2 + (table[m, SENTENCE] - table[p, SENTENCE] < 3)
    parallel = 0
    if role_m == role_a:
        parallel = 1 + (distance == 0) + 2 * (distance == 1)
    mform = mc * 6 + form
    type_e = state[e, S.CLASS]
    kind_code = 0
    if table[m, TYPE] > 0 and type_e > 0:
        kind_code = 1 if table[m, TYPE] == type_e else 2
    in_sentence = previous = 0
    if state[e, S.HERE_AT] == table[m, SENTENCE]:
        in_sentence, previous = min(state[e, S.HERE], 2), min(state[e, S.BEFORE_HERE], 2)
    elif state[e, S.HERE_AT] == table[m, SENTENCE] - 1:
        previous = min(state[e, S.HERE], 2)
    agreement = gender * 4 + number
    out[0] = slot(0, mc, db)
    out[1] = slot(1, mc, rank)
    out[2] = slot(2, mform, db, relation * 32 + role_a)
    out[3] = slot(3, mform, ac)
    out[4] = slot(4, mform, role_m * 32 + role_a)
    out[5] = slot(5, mc, gender)
    out[6] = slot(6, mc, number)
    out[7] = slot(7, mc, kind_code)
    out[8] = slot(8, mc, gender, db)
    out[9] = slot(9, mform, same_clause, role_m * 32 + role_a)
    out[10] = slot(10, mform, relation, table[m, CLAUSE_KIND])
    out[11] = slot(11, mc, size)
    out[12] = slot(12, mc, sb)
    out[13] = slot(13, mc, salience_rank)
    out[14] = slot(14, mc, quotation, ac)
    out[15] = slot(15, mc, speaker_code)
    out[16] = slot(16, mc, is_narrator, quotation)
    out[17] = slot(17, mc, name_match)
    out[18] = slot(18, mc, name_match, kinds * 16 + size)
    out[19] = slot(19, mc, head_match)
    out[20] = slot(20, mc, head_match, table[a, DEFINITE] * 16 + db)
    out[21] = slot(21, mc, nested)
    out[22] = slot(22, linked, mc, ac)
    out[23] = slot(23, mc, table[a, DEFINITE], kinds)
    out[24] = slot(24, head_m, head_a, 0) if not pronoun else slot(24, mc, ac, same_pro)
    out[25] = slot(25, head_m, head_match, name_match) if not pronoun else slot(25, mc, role_a, rank)
    out[26] = slot(26, mform, parallel)
    out[27] = slot(27, parallel, table[m, GOVERNOR_LEMMA] == table[a, GOVERNOR_LEMMA], mc)
    out[28] = slot(28, mc, rivals, rank)
    out[29] = slot(29, mform, topic, db)
    out[30] = slot(30, mc, frequency, size)
    out[31] = slot(31, mc, same_pro)
    out[32] = slot(32, mc, in_sentence, previous)
    out[33] = slot(33, mc, name_distance)
    out[34] = slot(34, mform, role_a * 16 + db, ac)
    out[35] = slot(35, mc, table[state[e, S.EARLIEST], SENTENCE] == 0, table[state[e, S.EARLIEST], ROLE])
    out[36] = slot(36, mc, table[m, SUPERSENSE], sense_a)
    out[37] = slot(37, head_match, (table[m, MODIFIER_B] >= 0) * 2 + (table[a, MODIFIER_B] >= 0), mc)
    out[38] = slot(38, name_match, table[m, TITLE] >= 0, last_name >= 0 and table[last_name, TITLE] >= 0)
    out[39] = slot(39, mform, topic, rank)
    out[40] = slot(40, mform, table[m, CLAUSE_KIND] * 16 + table[a, CLAUSE_KIND], relation * 32 + role_a)
    out[41] = slot(41, mform, tokens, relation)
    out[42] = slot(42, form, role_a, relation * 16 + table[a, FORM])
    out[43] = slot(43, mc, sb, db)
    out[44] = slot(44, mc, number, table[a, COORDINATED] * 4 + table[a, NUMBER])
    out[45] = slot(45, mc, bucket(state[e, S.SUBJECTS]), db)
    out[46] = slot(46, head_m, ac, db) if not pronoun else slot(46, mform, ac, db)
    out[47] = slot(47, mc, gender, head_a)
    out[48] = slot(48, mc, kinds, db)
    out[49] = slot(49, mform, type_e, table[a, KIND])
    out[50] = slot(50, mc, speaker_code, db)
    out[51] = slot(51, mc, agreement, rank)
    out[52] = slot(52, mform, relation, rank * 32 + role_a)
    out[53] = slot(53, name_match, gender, kinds * 4 + (table[m, TITLE] >= 0))
    out[54] = slot(54, mc, min(table[m, PARAGRAPH] - table[a, PARAGRAPH], 4), quotation)
    out[55] = (
        slot(55, hashes[table[m, GOVERNOR_LEMMA]], role_m, kinds) if pronoun else slot(55, mc, role_m, db)
    )


@kernel
def new_features(
    out: Longs, table: Ints, hashes: Longs, m: int, best_name: int, best_head: int, count: int, agreeing: int
) -> None:
    """Fill `out` with the places of the features of starting a new entity at mention m."""
    mc = kind_of(table, m)
    form = table[m, FORM]
    head = hashes[table[m, LEMMA]]
    out[0] = slot(PAIR + 0, mc, form)
    out[1] = slot(PAIR + 1, table[m, KIND], table[m, DEFINITE], table[m, COORDINATED])
    out[2] = slot(PAIR + 2, head, table[m, KIND])
    out[3] = slot(PAIR + 3, mc, table[m, TYPE])
    out[4] = slot(PAIR + 4, mc, table[m, ROLE], form)
    out[5] = slot(PAIR + 5, mc, best_name, best_head)
    out[6] = slot(PAIR + 6, mc, best_head, head)
    out[7] = slot(PAIR + 7, mc, bucket(count), bucket(agreeing))
    out[8] = slot(PAIR + 8, mc, table[m, QUOTE] >= 0, agreeing > 0)
    out[9] = slot(PAIR + 9, mc, min(table[m, SENTENCE], 6))
    out[10] = slot(PAIR + 10, mc, bucket(table[m, LENGTH]))
    out[11] = slot(PAIR + 11, mc, hashes[table[m, GOVERNOR_LEMMA]], table[m, ROLE])
    out[12] = slot(PAIR + 12, hashes[table[m, STRING]], table[m, KIND])
    out[13] = slot(PAIR + 13, head, table[m, DEFINITE], best_head)
    out[14] = slot(PAIR + 14, mc, best_head, table[m, MODIFIER_B] >= 0)
    out[15] = slot(PAIR + 15, mc, table[m, NUMBER], table[m, GENDER])
    out[16] = slot(PAIR + 16, mc, bucket(table[m, NAME_COUNT]), best_name)
    out[17] = slot(PAIR + 17, mc, hashes[table[m, MODIFIER_B]] if table[m, MODIFIER_B] >= 0 else 0)
    out[18] = slot(PAIR + 18, mc, table[m, PARENT] >= 0, table[m, ROLE])
    out[19] = slot(PAIR + 19, mc, table[m, LINK_KIND], best_name)


@kernel
def match_names(table: Ints, m: int, j: int) -> int:
    """Compare two names: 5 equal, 4 first and last, 3 one is part, 2 last name alone, 1 two bearers."""
    if table[m, CORE] == table[j, CORE]:
        return 5
    first, last = table[m, FIRST] == table[j, FIRST], table[m, LAST] == table[j, LAST]
    if first and last:
        return 4
    if table[m, FULL] == 1 and table[j, FULL] == 1:
        return 1
    return 3 if first else 2


@kernel
def match_heads(table: Ints, m: int, j: int) -> int:
    """Compare two phrases with one head word: 4 equal, 3 no new modifier, 2 the other has none, 1 differ."""
    if table[m, STRING] == table[j, STRING]:
        return 4
    if table[m, COORDINATED] != table[j, COORDINATED]:
        return 0
    a, b = table[m, MODIFIER_A], table[m, MODIFIER_B]
    c, d = table[j, MODIFIER_A], table[j, MODIFIER_B]
    if a < 0 and b < 0:
        return 3
    if (a < 0 or a in (c, d)) and (b < 0 or b in (c, d)):
        return 3
    if c < 0 and d < 0:
        return 2
    return 1
