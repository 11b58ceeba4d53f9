"""The entity ranker: each mention, in order, joins the best earlier entity or starts a new one.

A linear model over hashed features of (mention, entity) pairs, after the mention-ranking models of Durrett
and Klein (2013) and the incremental entity-centric models of Clark and Manning (2015). Candidates are found
by `proposals`, features by `features` and `antecedents`, entities grow by `state`, weights by `learning`; the
work for each mention is bounded, and a whole novel takes linear time and memory.

The same kernel links, trains and explains. It holds no objects and is its own plain Python twin
(``rank.py_func``), which a property test compares.
"""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.pronouns import HE, ME, SHE, YOU
from symbolic_rc.coref.ranker import proposals as P
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.antecedents import name_features, rivals_of
from symbolic_rc.coref.ranker.features import agree, new_features, pair_features
from symbolic_rc.coref.ranker.learning import learn
from symbolic_rc.coref.ranker.state import Floats, Ints, Longs
from symbolic_rc.coref.ranker.templates import FIRST_OF_NAME, NEW, PAIR

#: What is taken from the score of a pair whose genders differ.
GENDER_CLASH = 4.0
#: What is taken from the score of a pair whose names say that they are two: no other evidence joins them.
NAME_CLASH = 100.0
_MULTIPLIER, _INCREMENT = np.uint64(6364136223846793005), np.uint64(1442695040888963407)


@kernel
def rank(
    table: Ints,
    hashes: Longs,
    heads: Ints,
    order: Ints,
    forced: Ints,
    surname: Ints,
    speaker: Ints,
    addressee: Ints,
    weights: Floats,
    bias: Floats,
    entity: Ints,
    antecedent: Ints,
    why: Ints,
    margin: Floats,
    gold: Ints,
    mode: Ints,
    gradients: Floats | None,
    rate: float,
    oracle: bool,
    narrator_first: int,
    choice: Ints,
    drop: float,
    seed: int,
) -> float:
    """Link the mentions of one document, and learn from it when `gradients` are given.

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
    surname : ndarray of int32, shape (m,)
        What a title is followed by (*Captain Wentworth*), or -1: such a name joins no entity whose last one
        is another (*Captain Harville*), unless they share a part.
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
    gold : ndarray of int32, shape (m,)
        Gold entity of each mention, or -1.
    mode : ndarray of int32, shape (m,)
        0: not trained on; 1: fully annotated; 2: mentions without gold are unknown rather than alone;
        3: only the candidates with gold, and those with names, are known;
        4: only the candidates with gold are known.
    gradients : ndarray of float32, shape (PLACES,), or None
        Sums of squares of AdaGrad (Duchi et al. 2011): learn from the document. Without them the kernel is
        compiled without its training.
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
    state = np.full((n + 1, S.WIDTH), -1, np.int32)
    salience = np.zeros(n + 1, np.float32)
    salience_at = np.zeros(n + 1, np.int32)
    by_head = np.full(hashes.shape[0], -1, np.int32)
    by_name = np.full(hashes.shape[0], -1, np.int32)
    previous_head = np.full(n, -1, np.int32)
    previous_name = np.full(2 * n, -1, np.int32)
    speaking = np.full(max(speaker.shape[0], 1), -1, np.int32)
    addressed = np.full(max(speaker.shape[0], 1), -1, np.int32)
    found = np.zeros((P.CANDIDATES, P.WIDTH), np.int32)
    slot_of = np.full(n + 1, -1, np.int32)
    saliences = np.zeros(P.CANDIDATES, np.float32)
    places = np.zeros((P.CANDIDATES + 1, PAIR), np.int64)
    scores = np.zeros(P.CANDIDATES + 1, np.float64)
    told = np.full(12, -1, np.int32)
    kept = np.ones(PAIR, np.bool_)
    random = np.uint64(seed * 2654435761 + 12345)
    entities = 0
    loss = 0.0
    for k in range(n):
        m = order[k]
        pronoun = table[m, A.KIND] == 0
        quote = table[m, A.QUOTE]
        chosen = -1
        link = -1
        why[m, 0] = why[m, 1] = -1
        margin[m] = 0.0
        if forced[m] >= 0 and entity[forced[m]] >= 0:
            chosen = entity[forced[m]]
            link = forced[m]
        else:
            count = P.recent(found, slot_of, state, entity, order, k)
            if table[m, A.KIND] == 1:
                count = P.same_names(found, slot_of, state, entity, table, m, by_name, previous_name, count)
            if not pronoun:
                count = P.same_heads(found, slot_of, state, entity, table, m, by_head, previous_head, count)
            talker = listener = -1
            if quote >= 0:
                talker, listener = speaking[quote], addressed[quote]
                if talker < 0 and speaker[quote] >= 0:
                    talker = entity[speaker[quote]]
                if listener < 0 and addressee[quote] >= 0:
                    listener = entity[addressee[quote]]
            narrator = entity[narrator_first] if narrator_first >= 0 else -1
            narratee = told[table[m, A.PRO]] if pronoun and quote < 0 else -1
            choosing = m == choice[0]
            first = entity[choice[1]] if choosing else -1
            second = entity[choice[2]] if choosing else -1
            for e in (talker, listener, narrator, first, second, narratee):
                if e >= 0:
                    count = P.consider(found, slot_of, state, e, m, P.FAR, count)
            if gradients is not None and drop > 0:
                for t in range(PAIR):
                    random = random * _MULTIPLIER + _INCREMENT
                    kept[t] = (random >> np.uint64(33)) / 2147483648.0 >= drop
            third = pronoun and (table[m, A.PRO] == HE or table[m, A.PRO] == SHE)
            width = PAIR if third else FIRST_OF_NAME
            best_name = best_head = agreeing = 0
            for c in range(count):
                e = found[c, P.WHO]
                found[c, P.GENDERS] = agree(
                    table[m, A.GENDER],
                    state[e, S.MASCULINE] + 1,
                    state[e, S.FEMININE] + 1,
                    state[e, S.NEUTER] + 1,
                )
                found[c, P.NUMBERS] = P.number(table, state, m, e)
                gap = max(table[m, A.SENTENCE] - salience_at[e], 0)
                saliences[c] = salience[e] * S.DECAY**gap
                best_name = max(best_name, found[c, P.NAMES])
                best_head = max(best_head, found[c, P.HEADS])
                agreeing += P.agrees(found, c)
            for c in range(count):
                e = found[c, P.WHO]
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
                above, rivals, position = P.standing(found, saliences, table, state, m, c, count)
                pair_features(
                    places[c],
                    table,
                    hashes,
                    m,
                    e,
                    min(position, 6) if pronoun else found[c, P.RANKS],
                    found[c, P.NAMES],
                    found[c, P.HEADS],
                    saliences[c],
                    min(above, 4),
                    min(rivals, 4),
                    found[c, P.GENDERS],
                    found[c, P.NUMBERS],
                    state,
                    code,
                    e == narrator,
                    heads,
                )
                if third:
                    rival, nearer = rivals_of(found, table, state, m, c, count)
                    name_features(
                        places[c], table, hashes, heads, state, m, e, rival, nearer, rivals, choosing
                    )
                total = 0.0
                for t in range(width):
                    if kept[t]:
                        total += weights[places[c, t]]
                # she is not he: no sum of other evidence shall join them
                if found[c, P.GENDERS] == 3:
                    total -= GENDER_CLASH
                known = state[e, S.SURNAME]
                other = surname[m] >= 0 and known >= 0 and known != surname[m] and found[c, P.NAMES] == 0
                if other or (
                    table[m, A.KIND] == 1
                    and found[c, P.NAMES] < 5
                    and S.clash(table, state, m, e, found[c, P.NUMBERS])
                ):
                    total -= NAME_CLASH
                if choosing and e != first and e != second:
                    total = -1e9
                scores[c] = total
            new_features(places[count], table, hashes, m, best_name, best_head, count, agreeing)
            total = bias[m]
            for t in range(NEW):
                if kept[t]:
                    total += weights[places[count, t]]
            scores[count] = -1e9 if choosing else total
            best, runner_up = count, -1e30
            for c in range(count):
                if scores[c] > scores[best]:
                    best = c
            for c in range(count + 1):
                if c != best and scores[c] > runner_up:
                    runner_up = scores[c]
            margin[m] = min(scores[best] - runner_up, 99.0)
            if gradients is not None and mode[m] > 0:
                loss += learn(
                    found, state, scores, places, kept, count, width, gold[m], mode[m], choosing, weights,
                    gradients, rate,
                )  # fmt: skip
            if oracle and mode[m] > 0:
                best = count
                for c in range(count):
                    if gold[m] >= 0 and state[found[c, P.WHO], S.GOLD] == gold[m]:
                        best = c
                        break
            if best < count:
                chosen = found[best, P.WHO]
                link = state[chosen, S.LATEST]
                high = low = -1e30
                for t in range(width):
                    w = weights[places[best, t]]
                    if w > high:
                        low, why[m, 1] = high, why[m, 0]
                        high, why[m, 0] = w, t
                    elif w > low:
                        low, why[m, 1] = w, t
            if quote >= 0 and chosen >= 0:
                if table[m, A.PRO] == ME and speaking[quote] < 0:
                    speaking[quote] = chosen
                elif table[m, A.PRO] == YOU and addressed[quote] < 0:
                    addressed[quote] = chosen
        if chosen < 0:
            chosen = entities
            entities += 1
            S.begin(state, chosen, m)
        entity[m] = chosen
        antecedent[m] = link
        if pronoun and quote < 0:
            told[table[m, A.PRO]] = chosen
        S.remember(state, salience, salience_at, table, chosen, m, gold[m], mode[m])
        if surname[m] >= 0:
            state[chosen, S.SURNAME] = surname[m]
        P.chain(table, m, by_name, previous_name, by_head, previous_head)
    return loss
