"""The entity ranker: each mention, in order, joins the best earlier entity or starts a new one.

A linear model over hashed features of (mention, entity) pairs, after the mention-ranking models of Durrett and
Klein (2013) and the incremental entity-centric models of Clark and Manning (2015). Candidates are the entities
of the last mentions and those that share a name or a head word with the mention, found through chains, so that
the work for each mention is bounded and a whole novel takes linear time and memory.

The same kernel links, trains and explains. It holds no objects and is its own plain Python twin
(``rank.py_func``), which a property test compares.
"""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.attributes import (
    CLAUSE, CLAUSE_KIND, COLUMNS, COORDINATED, CORE, DEFINITE, DEPTH, END, FIRST, FORM, GENDER, GOVERNOR,
    GOVERNOR_LEMMA, HEAD, KIND, LAST, LEMMA, LENGTH, LINKED, LINK_KIND, MODIFIER_A, MODIFIER_B, NAME_COUNT,
    NUMBER, PARAGRAPH, PARENT, PRO, QUOTE, ROLE, SENTENCE, START, STRING, SUPERSENSE, TITLE, TYPE,
)  # fmt: skip

assert COLUMNS == 36  # the columns that features read

#: Weights are hashed into so many places.
PLACES = 1 << 20

#: How far candidates are looked for: mentions back, distinct entities, steps along a chain of equal words.
MENTIONS_BACK, ENTITIES_BACK, CHAIN_STEPS = 160, 24, 14
CANDIDATES = 64

#: The templates' names, in the order in which `_pair` and `_new` fill them.
TEMPLATES = (
    "sentence distance", "recency rank", "sentence distance + syntax", "antecedent kind", "roles",
    "gender", "number", "type", "gender + distance", "same clause", "clause relation", "entity size",
    "salience", "salience rank", "quotation", "speaker", "narrator", "name match", "name match + kinds",
    "head match", "head match + definiteness", "nested", "apposition or predicate", "definiteness", "head pair",
    "head + match", "parallel", "governors", "competition", "sentence topic", "name frequency", "same pronoun",
    "mentions in sentence", "name distance", "role + distance + form", "first mention", "supersense pair",
    "modifiers", "title", "topic + rank", "clause kinds", "token distance", "possessive", "salience + distance",
    "plural", "subjecthood", "head + antecedent kind", "gender + kind + head", "entity kinds", "pronoun + type",
    "speaker + distance", "rank + gender + number", "clause + rank", "family name", "same paragraph",
    "governor + role",
)  # fmt: skip
PAIR = len(TEMPLATES)
NEW_TEMPLATES = (
    "new: class", "new: definiteness", "new: head", "new: type", "new: role", "new: match", "new: head match",
    "new: candidates", "new: quotation", "new: position", "new: length", "new: governor", "new: string",
    "new: head + definiteness", "new: match + definiteness", "new: number", "new: name frequency",
    "new: modifiers", "new: nested", "new: syntactic link",
)  # fmt: skip
NEW = len(NEW_TEMPLATES)

_inline = {"inline": "never"}


@kernel
def _slot(template, a, b=0, c=0):  # type: ignore[no-untyped-def]
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
    return np.int64(x & np.uint64(PLACES - 1))


@kernel
def _bucket(n):  # type: ignore[no-untyped-def]
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
def _class(table, m):  # type: ignore[no-untyped-def]
    """Return the class of a mention: the pronoun's, or name, or nominal with its definiteness."""
    if table[m, KIND] == 0:
        return table[m, PRO]
    if table[m, KIND] == 1:
        return 12
    if table[m, COORDINATED] == 1:
        return 22
    return 13 + table[m, DEFINITE]


@kernel
def _agree(mask, a, b, c):  # type: ignore[no-untyped-def]
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
def _pair(
    out, table, hashes, m, e, rank, name_match, head_match, salience, salience_rank, rivals, gender, number,
    kind_code, state, speaker_code, is_narrator, in_sentence, previous, heads,
):  # type: ignore[no-untyped-def]  # fmt: skip
    """Fill `out` with the places of the features of (mention m, entity e)."""
    a = state[e, 0]
    mc, ac = _class(table, m), _class(table, a)
    form = table[m, FORM]
    distance = table[m, SENTENCE] - table[a, SENTENCE]
    d = min(max(distance, -2), 12)
    db = d if d < 4 else (4 if d < 6 else (5 if d < 12 else 6))
    tokens = _bucket(abs(table[m, HEAD] - table[a, HEAD]))
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
    size = _bucket(state[e, 2])
    kinds = (state[e, 3] > 0) * 4 + (state[e, 4] > 0) * 2 + (state[e, 5] > 0)
    last_name = state[e, 6]
    frequency = _bucket(table[last_name, NAME_COUNT]) if last_name >= 0 else -1
    name_distance = _bucket(table[m, SENTENCE] - table[last_name, SENTENCE]) if last_name >= 0 else -1
    pronoun = table[m, KIND] == 0
    head_m = hashes[table[m, LEMMA]]
    nominal = state[e, 7]
    head_a = hashes[table[nominal, LEMMA]] if nominal >= 0 else 0
    sense_a = table[nominal, SUPERSENSE] if nominal >= 0 else -1
    linked = table[m, LINK_KIND] if (table[m, LINKED] >= 0 and table[m, LINKED] == a) else 0
    topic = (table[a, SENTENCE] == table[m, SENTENCE]) * 2 + (role_a == 1 or role_a == 2)
    sb = _bucket(int(salience * 4))
    same_pro = 0
    if pronoun and state[e, 8] >= 0:
        p = state[e, 8]
        same_pro = 1 + (table[p, PRO] == table[m, PRO]) * 2 + (table[m, SENTENCE] - table[p, SENTENCE] < 3)
    parallel = 0
    if role_m == role_a:
        parallel = 1 + (distance == 0) + 2 * (distance == 1)
    mform = mc * 6 + form
    type_e = state[e, 9]
    agreement = gender * 4 + number
    t = 0
    out[t] = _slot(t, mc, db); t += 1
    out[t] = _slot(t, mc, rank); t += 1
    out[t] = _slot(t, mform, db, relation * 32 + role_a); t += 1
    out[t] = _slot(t, mform, ac); t += 1
    out[t] = _slot(t, mform, role_m * 32 + role_a); t += 1
    out[t] = _slot(t, mc, gender); t += 1
    out[t] = _slot(t, mc, number); t += 1
    out[t] = _slot(t, mc, kind_code); t += 1
    out[t] = _slot(t, mc, gender, db); t += 1
    out[t] = _slot(t, mform, same_clause, role_m * 32 + role_a); t += 1
    out[t] = _slot(t, mform, relation, table[m, CLAUSE_KIND]); t += 1
    out[t] = _slot(t, mc, size); t += 1
    out[t] = _slot(t, mc, sb); t += 1
    out[t] = _slot(t, mc, salience_rank); t += 1
    out[t] = _slot(t, mc, quotation, ac); t += 1
    out[t] = _slot(t, mc, speaker_code); t += 1
    out[t] = _slot(t, mc, is_narrator, quotation); t += 1
    out[t] = _slot(t, mc, name_match); t += 1
    out[t] = _slot(t, mc, name_match, kinds * 16 + size); t += 1
    out[t] = _slot(t, mc, head_match); t += 1
    out[t] = _slot(t, mc, head_match, table[a, DEFINITE] * 16 + db); t += 1
    out[t] = _slot(t, mc, nested); t += 1
    out[t] = _slot(t, linked, mc, ac); t += 1
    out[t] = _slot(t, mc, table[a, DEFINITE], kinds); t += 1
    out[t] = _slot(t, head_m, head_a, 0) if not pronoun else _slot(t, mc, ac, same_pro); t += 1
    out[t] = _slot(t, head_m, head_match, name_match) if not pronoun else _slot(t, mc, role_a, rank); t += 1
    out[t] = _slot(t, mform, parallel); t += 1
    out[t] = _slot(t, parallel, table[m, GOVERNOR_LEMMA] == table[a, GOVERNOR_LEMMA], mc); t += 1
    out[t] = _slot(t, mc, rivals, rank); t += 1
    out[t] = _slot(t, mform, topic, db); t += 1
    out[t] = _slot(t, mc, frequency, size); t += 1
    out[t] = _slot(t, mc, same_pro); t += 1
    out[t] = _slot(t, mc, in_sentence, previous); t += 1
    out[t] = _slot(t, mc, name_distance); t += 1
    out[t] = _slot(t, mform, role_a * 16 + db, ac); t += 1
    out[t] = _slot(t, mc, table[state[e, 1], SENTENCE] == 0, table[state[e, 1], ROLE]); t += 1
    out[t] = _slot(t, mc, table[m, SUPERSENSE], sense_a); t += 1
    out[t] = _slot(t, head_match, (table[m, MODIFIER_B] >= 0) * 2 + (table[a, MODIFIER_B] >= 0), mc); t += 1
    out[t] = _slot(t, name_match, table[m, TITLE] >= 0, last_name >= 0 and table[last_name, TITLE] >= 0); t += 1
    out[t] = _slot(t, mform, topic, rank); t += 1
    out[t] = _slot(t, mform, table[m, CLAUSE_KIND] * 16 + table[a, CLAUSE_KIND], relation * 32 + role_a); t += 1
    out[t] = _slot(t, mform, tokens, relation); t += 1
    out[t] = _slot(t, form, role_a, relation * 16 + table[a, FORM]); t += 1
    out[t] = _slot(t, mc, sb, db); t += 1
    out[t] = _slot(t, mc, number, table[a, COORDINATED] * 4 + table[a, NUMBER]); t += 1
    out[t] = _slot(t, mc, _bucket(state[e, 10]), db); t += 1
    out[t] = _slot(t, head_m, ac, db) if not pronoun else _slot(t, mform, ac, db); t += 1
    out[t] = _slot(t, mc, gender, head_a); t += 1
    out[t] = _slot(t, mc, kinds, db); t += 1
    out[t] = _slot(t, mform, type_e, table[a, KIND]); t += 1
    out[t] = _slot(t, mc, speaker_code, db); t += 1
    out[t] = _slot(t, mc, agreement, rank); t += 1
    out[t] = _slot(t, mform, relation, rank * 32 + role_a); t += 1
    out[t] = _slot(t, name_match, gender, kinds * 4 + (table[m, TITLE] >= 0)); t += 1
    out[t] = _slot(t, mc, table[m, PARAGRAPH] - table[a, PARAGRAPH] if table[m, PARAGRAPH] - table[a, PARAGRAPH] < 4 else 4, quotation); t += 1
    out[t] = _slot(t, hashes[table[m, GOVERNOR_LEMMA]], role_m, kinds) if pronoun else _slot(t, mc, role_m, db); t += 1


@kernel
def _new(out, table, hashes, m, best_name, best_head, count, agreeing):  # type: ignore[no-untyped-def]
    """Fill `out` with the places of the features of starting a new entity at mention m."""
    mc = _class(table, m)
    form = table[m, FORM]
    head = hashes[table[m, LEMMA]]
    base = PAIR
    t = 0
    out[t] = _slot(base + t, mc, form); t += 1
    out[t] = _slot(base + t, table[m, KIND], table[m, DEFINITE], table[m, COORDINATED]); t += 1
    out[t] = _slot(base + t, head, table[m, KIND]); t += 1
    out[t] = _slot(base + t, mc, table[m, TYPE]); t += 1
    out[t] = _slot(base + t, mc, table[m, ROLE], form); t += 1
    out[t] = _slot(base + t, mc, best_name, best_head); t += 1
    out[t] = _slot(base + t, mc, best_head, head); t += 1
    out[t] = _slot(base + t, mc, _bucket(count), _bucket(agreeing)); t += 1
    out[t] = _slot(base + t, mc, table[m, QUOTE] >= 0, agreeing > 0); t += 1
    out[t] = _slot(base + t, mc, min(table[m, SENTENCE], 6)); t += 1
    out[t] = _slot(base + t, mc, _bucket(table[m, LENGTH])); t += 1
    out[t] = _slot(base + t, mc, hashes[table[m, GOVERNOR_LEMMA]], table[m, ROLE]); t += 1
    out[t] = _slot(base + t, hashes[table[m, STRING]], table[m, KIND]); t += 1
    out[t] = _slot(base + t, head, table[m, DEFINITE], best_head); t += 1
    out[t] = _slot(base + t, mc, best_head, table[m, MODIFIER_B] >= 0); t += 1
    out[t] = _slot(base + t, mc, table[m, NUMBER], table[m, GENDER]); t += 1
    out[t] = _slot(base + t, mc, _bucket(table[m, NAME_COUNT]), best_name); t += 1
    out[t] = _slot(base + t, mc, hashes[table[m, MODIFIER_B]] if table[m, MODIFIER_B] >= 0 else 0); t += 1
    out[t] = _slot(base + t, mc, table[m, PARENT] >= 0, table[m, ROLE]); t += 1
    out[t] = _slot(base + t, mc, table[m, LINK_KIND], best_name); t += 1


@kernel
def _name_match(table, m, j):  # type: ignore[no-untyped-def]
    """Compare two names: 5 equal, 4 first and last, 3 one is part, 2 last name alone, 1 first names differ."""
    if table[m, CORE] == table[j, CORE]:
        return 5
    single_m = table[m, FIRST] == table[m, LAST]
    single_j = table[j, FIRST] == table[j, LAST]
    first, last = table[m, FIRST] == table[j, FIRST], table[m, LAST] == table[j, LAST]
    if first and last:
        return 4
    if single_m or single_j:
        if first:
            return 3
        if last:
            return 2
        return 2
    if first:
        return 3
    return 1


@kernel
def _head_match(table, m, j):  # type: ignore[no-untyped-def]
    """Compare two phrases with one head word: 4 equal, 3 no new modifier, 2 the other has none, 1 differ."""
    if table[m, STRING] == table[j, STRING]:
        return 4
    if table[m, COORDINATED] != table[j, COORDINATED]:
        return 0
    a, b = table[m, MODIFIER_A], table[m, MODIFIER_B]
    c, d = table[j, MODIFIER_A], table[j, MODIFIER_B]
    if a < 0 and b < 0:
        return 3
    if (a < 0 or a == c or a == d) and (b < 0 or b == c or b == d):
        return 3
    if c < 0 and d < 0:
        return 2
    return 1


@kernel
def rank(
    table, hashes, heads, order, forced, speaker, addressee, weights, bias,
    entity, antecedent, why, margin,
    train, gold, mode, gradients, rate, oracle, narrator_first,
):  # type: ignore[no-untyped-def]  # fmt: skip
    """Link the mentions of one document, and learn from it when `train` is true.

    Parameters
    ----------
    table : ndarray of int32, shape (m, COLUMNS)
    hashes : ndarray of int64, shape (v,)
        The hash of each string of the document's vocabulary.
    heads : ndarray of int32, shape (n,)
        Heads of the tokens.
    order : ndarray of int32, shape (m,)
        The order in which mentions are linked.
    forced : ndarray of int32, shape (m,)
        The mention that a sure sieve linked each mention to, or -1.
    speaker, addressee : ndarray of int32, shape (q,)
        Mentions that speak, and are spoken to, by quotation; or -1.
    weights : ndarray of float32, shape (PLACES,)
    bias : float
        Added to the score of starting a new entity.
    entity, antecedent : ndarray of int32, shape (m,)
        Filled in: each mention's entity, and the mention that it was linked to (-1: new).
    why : ndarray of int32, shape (m, 2)
        Filled in: the two templates that spoke most for the link; -1 where a sieve decided.
    margin : ndarray of float32, shape (m,)
        Filled in: the winner's score over the runner-up's.
    train : bool
    gold : ndarray of int32, shape (m,)
        Gold entity of each mention, or -1.
    mode : ndarray of int32, shape (m,)
        0: not trained on; 1: fully annotated; 2: mentions without gold are unknown rather than alone;
        3: only the candidates with gold, and those with names, are known.
    gradients : ndarray of float32, shape (PLACES,)
        Sums of squares of AdaGrad (Duchi et al. 2011).
    rate : float
    oracle : bool
        Whether entities grow as the gold says rather than as predicted.
    narrator_first : int
        The first "I" outside quotations, or -1.

    Returns
    -------
    float
        The summed loss.
    """
    n = table.shape[0]
    vocabulary = hashes.shape[0]
    # per entity: 0 last mention, 1 first, 2 size, 3 names, 4 nominals, 5 pronouns, 6 last name, 7 last nominal,
    # 8 last pronoun, 9 type, 10 subjects, 11 gold, 12 stamp, 13 masculine, 14 feminine, 15 neuter, 16 singular,
    # 17 plural, 18 mentions in the current sentence, 19 that sentence, 20 mentions in the sentence before
    state = np.full((n + 1, 21), -1, np.int32)
    salience = np.zeros(n + 1, np.float32)
    salience_at = np.zeros(n + 1, np.int32)
    by_head = np.full(vocabulary, -1, np.int32)
    by_name = np.full(vocabulary, -1, np.int32)
    previous_head = np.full(n, -1, np.int32)
    previous_name = np.full(2 * n, -1, np.int32)
    speaking = np.full(max(speaker.shape[0], 1), -1, np.int32)
    addressed = np.full(max(speaker.shape[0], 1), -1, np.int32)
    candidates = np.zeros(CANDIDATES, np.int32)
    ranks = np.zeros(CANDIDATES, np.int32)
    names = np.zeros(CANDIDATES, np.int32)
    same_heads = np.zeros(CANDIDATES, np.int32)
    genders = np.zeros(CANDIDATES, np.int32)
    numbers = np.zeros(CANDIDATES, np.int32)
    saliences = np.zeros(CANDIDATES, np.float32)
    places = np.zeros((CANDIDATES + 1, PAIR), np.int64)
    scores = np.zeros(CANDIDATES + 1, np.float64)
    allowed = np.zeros(CANDIDATES + 1, np.int32)
    slot_of = np.full(n + 1, -1, np.int32)
    entities = 0
    loss = 0.0
    for k in range(n):
        m = order[k]
        pronoun = table[m, KIND] == 0
        chosen = -1
        link = -1
        why[m, 0] = why[m, 1] = -1
        margin[m] = 0.0
        if forced[m] >= 0 and entity[forced[m]] >= 0:
            chosen = entity[forced[m]]
            link = forced[m]
        else:
            count = 0
            recent = 0
            for back in range(k - 1, max(-1, k - 1 - MENTIONS_BACK), -1):
                e = entity[order[back]]
                if state[e, 12] != m:
                    state[e, 12] = m
                    candidates[count] = e
                    ranks[count] = recent if recent < 6 else (6 if recent < 10 else 7)
                    names[count] = 0
                    same_heads[count] = 0
                    slot_of[e] = count
                    count += 1
                    recent += 1
                    if recent >= ENTITIES_BACK:
                        break
            if not pronoun:
                if table[m, KIND] == 1:
                    for which in range(2):
                        key = table[m, FIRST] if which == 0 else table[m, LAST]
                        if key < 0 or (which == 1 and key == table[m, FIRST]):
                            continue
                        at = by_name[key]
                        for _ in range(CHAIN_STEPS):
                            if at < 0:
                                break
                            j = at >> 1
                            e = entity[j]
                            if state[e, 12] != m and count < CANDIDATES:
                                state[e, 12] = m
                                candidates[count] = e
                                ranks[count] = 8
                                names[count] = 0
                                same_heads[count] = 0
                                slot_of[e] = count
                                count += 1
                            if state[e, 12] == m:
                                matched = _name_match(table, m, j)
                                c = slot_of[e]
                                if names[c] == 0 or matched > names[c]:
                                    names[c] = matched
                            at = previous_name[at]
                at = by_head[table[m, LEMMA]]
                for _ in range(CHAIN_STEPS):
                    if at < 0:
                        break
                    e = entity[at]
                    if state[e, 12] != m and count < CANDIDATES:
                        state[e, 12] = m
                        candidates[count] = e
                        ranks[count] = 8
                        names[count] = 0
                        same_heads[count] = 0
                        slot_of[e] = count
                        count += 1
                    if state[e, 12] == m:
                        matched = _head_match(table, m, at)
                        c = slot_of[e]
                        if matched > same_heads[c]:
                            same_heads[c] = matched
                    at = previous_head[at]
            quote = table[m, QUOTE]
            talker = listener = -1
            if quote >= 0:
                talker, listener = speaking[quote], addressed[quote]
                if talker < 0 and speaker[quote] >= 0:
                    talker = entity[speaker[quote]]
                if listener < 0 and addressee[quote] >= 0:
                    listener = entity[addressee[quote]]
            narrator = entity[narrator_first] if narrator_first >= 0 else -1
            for extra in range(3):
                e = talker if extra == 0 else (listener if extra == 1 else narrator)
                if e >= 0 and state[e, 12] != m and count < CANDIDATES:
                    state[e, 12] = m
                    candidates[count] = e
                    ranks[count] = 8
                    names[count] = 0
                    same_heads[count] = 0
                    slot_of[e] = count
                    count += 1
            best_name = best_head = agreeing = 0
            for c in range(count):
                e = candidates[c]
                genders[c] = _agree(table[m, GENDER], state[e, 13] + 1, state[e, 14] + 1, state[e, 15] + 1)
                plural, singular = state[e, 17] + 1, state[e, 16] + 1
                numbers[c] = 0
                if table[m, NUMBER] != 3 and plural + singular > 0:
                    numbers[c] = 1 if (plural > singular) == (table[m, NUMBER] == 2) else 2
                gap = table[m, SENTENCE] - salience_at[e]
                saliences[c] = salience[e] * 0.7 ** max(gap, 0)
                best_name, best_head = max(best_name, names[c]), max(best_head, same_heads[c])
                if genders[c] < 3 and numbers[c] < 2:
                    agreeing += 1
            for c in range(count):
                e = candidates[c]
                above = rivals = rank_agreeing = 0
                for o in range(count):
                    if o != c and genders[o] < 3 and numbers[o] < 2:
                        if ranks[o] < 8 and table[m, SENTENCE] - table[state[candidates[o], 0], SENTENCE] < 3:
                            rivals += 1
                        if saliences[o] > saliences[c]:
                            above += 1
                        if o < c:
                            rank_agreeing += 1
                code = 0
                if quote >= 0:
                    code = 4 if talker < 0 else 3
                    if e == talker:
                        code = 1
                    elif e == listener:
                        code = 2
                    elif listener >= 0:
                        code = 5
                kind_code = 0
                if table[m, TYPE] > 0 and state[e, 9] > 0:
                    kind_code = 1 if table[m, TYPE] == state[e, 9] else 2
                here = state[e, 18] if state[e, 19] == table[m, SENTENCE] else 0
                before = 0
                if state[e, 19] == table[m, SENTENCE] - 1:
                    before = state[e, 18]
                elif state[e, 19] == table[m, SENTENCE]:
                    before = state[e, 20]
                position = min(rank_agreeing, 6) if pronoun else ranks[c]
                _pair(
                    places[c], table, hashes, m, e, position, names[c], same_heads[c], saliences[c],
                    min(above, 4), min(rivals, 4), genders[c], numbers[c], kind_code, state, code,
                    e == narrator, min(here, 2), min(before, 2), heads,
                )  # fmt: skip
                total = 0.0
                for t in range(PAIR):
                    total += weights[places[c, t]]
                scores[c] = total
            _new(places[count], table, hashes, m, best_name, best_head, count, agreeing)
            total = bias
            for t in range(NEW):
                total += weights[places[count, t]]
            scores[count] = total
            best, second = count, -1e30
            for c in range(count):
                if scores[c] > scores[best]:
                    best = c
            for c in range(count + 1):
                if c != best and scores[c] > second:
                    second = scores[c]
            margin[m] = min(scores[best] - second, 99.0)
            if train and mode[m] > 0:
                positives = 0
                for c in range(count + 1):
                    allowed[c] = 1
                    if c == count:
                        continue
                    g = state[candidates[c], 11]
                    if gold[m] >= 0 and g == gold[m]:
                        allowed[c] = 2
                        positives += 1
                    elif mode[m] == 2 and gold[m] < 0 and g < 0:
                        allowed[c] = 0
                    elif mode[m] == 3 and g < 0 and state[candidates[c], 3] < 1:
                        allowed[c] = 0
                if mode[m] == 3:
                    allowed[count] = 1 if positives else 0
                elif positives == 0:
                    allowed[count] = 2
                    positives = 1
                if mode[m] == 3 and positives == 0:
                    # neither name: push both down against the best of the others
                    allowed[count] = 2
                top = -1e30
                for c in range(count + 1):
                    if allowed[c] and scores[c] > top:
                        top = scores[c]
                whole = right = 0.0
                for c in range(count + 1):
                    if allowed[c]:
                        p = np.exp(scores[c] - top)
                        whole += p
                        if allowed[c] == 2:
                            right += p
                if whole > 0 and right > 0:
                    loss -= np.log(right / whole)
                    for c in range(count + 1):
                        if not allowed[c]:
                            continue
                        p = np.exp(scores[c] - top)
                        g = p / whole - (p / right if allowed[c] == 2 else 0.0)
                        if abs(g) < 1e-3:
                            continue
                        for t in range(NEW if c == count else PAIR):
                            place = places[c, t]
                            gradients[place] += g * g
                            weights[place] -= rate * g / np.sqrt(gradients[place] + 1.0)
            if oracle and mode[m] > 0:
                best = count
                for c in range(count):
                    if gold[m] >= 0 and state[candidates[c], 11] == gold[m]:
                        best = c
                        break
            if best < count:
                chosen = candidates[best]
                link = state[chosen, 0]
                high = low = -1e30
                for t in range(PAIR):
                    w = weights[places[best, t]]
                    if w > high:
                        low, why[m, 1] = high, why[m, 0]
                        high, why[m, 0] = w, t
                    elif w > low:
                        low, why[m, 1] = w, t
            if quote >= 0 and chosen >= 0:
                if table[m, PRO] == 1 and speaking[quote] < 0:
                    speaking[quote] = chosen
                elif table[m, PRO] == 2 and addressed[quote] < 0:
                    addressed[quote] = chosen
        if chosen < 0:
            chosen = entities
            entities += 1
            state[chosen, 1] = m
            state[chosen, 2] = state[chosen, 3] = state[chosen, 4] = state[chosen, 5] = 0
            state[chosen, 9] = state[chosen, 10] = 0
        entity[m] = chosen
        antecedent[m] = link
        e = chosen
        gap = max(table[m, SENTENCE] - salience_at[e], 0)
        gain = 0.5
        if table[m, ROLE] == 1 or table[m, ROLE] == 2:
            gain = 1.0
        elif table[m, ROLE] == 3:
            gain = 0.7
        salience[e] = salience[e] * 0.7**gap + gain
        salience_at[e] = max(table[m, SENTENCE], salience_at[e])
        state[e, 0] = m
        state[e, 2] += 1
        if pronoun:
            state[e, 5] += 1
            state[e, 8] = m
        elif table[m, KIND] == 1:
            state[e, 3] += 1
            state[e, 6] = m
        else:
            state[e, 4] += 1
            state[e, 7] = m
        if table[m, TYPE] > 0 and (state[e, 9] <= 0 or table[m, KIND] == 1):
            state[e, 9] = table[m, TYPE]
        if table[m, ROLE] == 1 or table[m, ROLE] == 2:
            state[e, 10] += 1
        if gold[m] >= 0:
            state[e, 11] = gold[m]
        mask = table[m, GENDER]
        if mask == 1:
            state[e, 13] += 2
        elif mask == 2:
            state[e, 14] += 2
        elif mask == 4:
            state[e, 15] += 2
        elif mask == 3:
            state[e, 13] += 1
            state[e, 14] += 1
        if table[m, NUMBER] == 1:
            state[e, 16] += 1
        elif table[m, NUMBER] == 2:
            state[e, 17] += 1
        if state[e, 19] == table[m, SENTENCE]:
            state[e, 18] += 1
        else:
            state[e, 20] = state[e, 18] if state[e, 19] == table[m, SENTENCE] - 1 else 0
            state[e, 18], state[e, 19] = 1, table[m, SENTENCE]
        if table[m, KIND] == 1:
            for which in range(2):
                key = table[m, FIRST] if which == 0 else table[m, LAST]
                if key < 0 or (which == 1 and key == table[m, FIRST]):
                    continue
                previous_name[2 * m + which] = by_name[key]
                by_name[key] = 2 * m + which
        if not pronoun:
            previous_head[m] = by_head[table[m, LEMMA]]
            by_head[table[m, LEMMA]] = m
    return loss
