"""The entity ranker: each mention, in order, joins the best earlier entity or starts a new one.

A linear model over hashed features of (mention, entity) pairs, after the mention-ranking models of Durrett
and
Klein (2013) and the incremental entity-centric models of Clark and Manning (2015). Candidates are the
entities
of the last mentions and those that share a name or a head word with the mention, found through chains, so
that
the work for each mention is bounded and a whole novel takes linear time and memory.

The same kernel links, trains and explains. It holds no objects and is its own plain Python twin
(``rank.py_func``), which a property test compares.
"""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.attributes import (
    FIRST,
    GENDER,
    KIND,
    LAST,
    LEMMA,
    NUMBER,
    PRO,
    QUOTE,
    ROLE,
    SENTENCE,
    TYPE,
)
from symbolic_rc.coref.features import (
    NEW,
    PAIR,
    Floats,
    Ints,
    Longs,
    agree,
    match_heads,
    match_names,
    new_features,
    pair_features,
)

#: How far candidates are looked for: mentions back, distinct entities, steps along a chain of equal words.
MENTIONS_BACK, ENTITIES_BACK, CHAIN_STEPS = 160, 24, 14
CANDIDATES = 64
#: What is taken from the score of a pair whose genders differ.
GENDER_CLASH = 4.0


@kernel
def rank(
    table: Ints,
    hashes: Longs,
    heads: Ints,
    order: Ints,
    forced: Ints,
    speaker: Ints,
    addressee: Ints,
    weights: Floats,
    bias: Floats,
    entity: Ints,
    antecedent: Ints,
    why: Ints,
    margin: Floats,
    train: bool,
    gold: Ints,
    mode: Ints,
    gradients: Floats,
    rate: float,
    oracle: bool,
    narrator_first: int,
    choice: Ints,
    drop: float,
    seed: int,
) -> float:
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
    bias : ndarray of float32, shape (m,)
        Added to each mention's score of starting a new entity.
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
        3: only the candidates with gold, and those with names, are known;
        4: only the candidates with gold are known.
    gradients : ndarray of float32, shape (PLACES,)
        Sums of squares of AdaGrad (Duchi et al. 2011).
    rate : float
    oracle : bool
        Whether entities grow as the gold says rather than as predicted.
    narrator_first : int
        The first "I" outside quotations, or -1.
    choice : ndarray of int32, shape (3,)
        A mention, or -1, and two others: the first may join the entity of one of the two alone.
    drop : float
        In training, the share of templates that each mention does without, so that none is leant on alone.
    seed : int
        Of the choice of those templates.

    Returns
    -------
    float
        The summed loss.
    """
    n = table.shape[0]
    vocabulary = hashes.shape[0]
    # per entity: 0 last mention, 1 first, 2 size, 3 names, 4 nominals, 5 pronouns, 6 last name, 7 last
    # nominal,
    # 8 last pronoun, 9 type, 10 subjects, 11 gold, 12 stamp, 13 masculine, 14 feminine, 15 neuter, 16
    # singular,
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
    told = np.full(12, -1, np.int32)
    kept = np.ones(PAIR, np.bool_)
    random = np.uint64(seed * 2654435761 + 12345)
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
                                matched = match_names(table, m, j)
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
                        matched = match_heads(table, m, at)
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
            choosing = m == choice[0]
            narratee = -1
            if pronoun and quote < 0:
                narratee = told[table[m, PRO]]
            for extra in range(6):
                e = -1
                if extra == 0:
                    e = talker
                elif extra == 1:
                    e = listener
                elif extra == 2:
                    e = narrator
                elif extra == 5:
                    e = narratee
                elif choosing:
                    e = entity[choice[extra - 2]]
                if e >= 0 and state[e, 12] != m and count < CANDIDATES:
                    state[e, 12] = m
                    candidates[count] = e
                    ranks[count] = 8
                    names[count] = 0
                    same_heads[count] = 0
                    slot_of[e] = count
                    count += 1
            if train and drop > 0:
                for t in range(PAIR):
                    random = random * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
                    kept[t] = (random >> np.uint64(33)) / 2147483648.0 >= drop
            best_name = best_head = agreeing = 0
            for c in range(count):
                e = candidates[c]
                genders[c] = agree(table[m, GENDER], state[e, 13] + 1, state[e, 14] + 1, state[e, 15] + 1)
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
                elif narratee >= 0:
                    code = 6 if e == narratee else 7
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
                pair_features(
                    places[c],
                    table,
                    hashes,
                    m,
                    e,
                    position,
                    names[c],
                    same_heads[c],
                    saliences[c],
                    min(above, 4),
                    min(rivals, 4),
                    genders[c],
                    numbers[c],
                    kind_code,
                    state,
                    code,
                    e == narrator,
                    min(here, 2),
                    min(before, 2),
                    heads,
                )
                total = 0.0
                for t in range(PAIR):
                    if kept[t]:
                        total += weights[places[c, t]]
                # she is not he: no sum of other evidence shall join them
                if genders[c] == 3:
                    total -= GENDER_CLASH
                scores[c] = total
            new_features(places[count], table, hashes, m, best_name, best_head, count, agreeing)
            total = bias[m]
            for t in range(NEW):
                if kept[t]:
                    total += weights[places[count, t]]
            scores[count] = total
            if choosing:
                scores[count] = -1e9
                for c in range(count):
                    if candidates[c] != entity[choice[1]] and candidates[c] != entity[choice[2]]:
                        scores[c] = -1e9
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
                    elif (
                        (choosing and g < 0)
                        or (mode[m] == 4 and g < 0)
                        or (mode[m] == 2 and gold[m] < 0 and g < 0)
                        or (mode[m] == 3 and g < 0 and state[candidates[c], 3] < 1)
                    ):
                        allowed[c] = 0
                if choosing:
                    allowed[count] = 0
                elif mode[m] == 3:
                    allowed[count] = 1 if positives else 2
                elif positives == 0:
                    allowed[count] = 2
                    positives = 1
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
                            if not kept[t]:
                                continue
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
        if pronoun and table[m, QUOTE] < 0:
            told[table[m, PRO]] = chosen
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
        if gold[m] >= 0 and (mode[m] != 3 or state[e, 3] == 0):
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
