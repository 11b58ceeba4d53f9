"""The entity ranker: each mention, in order, joins the best earlier entity or starts a new one.

A linear model over hashed features of (mention, entity) pairs, after the mention-ranking models of Durrett
and Klein (2013) and the incremental entity-centric models of Clark and Manning (2015); boosted trees rescore
its shortlist. The work for each mention is bounded: a novel takes linear time and memory.

The same kernel links, trains and explains. It uses no objects and is its own plain Python twin, which a
property test compares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.pronouns import HE, ME, SHE, YOU
from symbolic_rc.coref.ranker import candidates as P
from symbolic_rc.coref.ranker import entity_state as S
from symbolic_rc.coref.ranker import features as F
from symbolic_rc.coref.ranker import shortlist as L
from symbolic_rc.coref.ranker.arrays import (
    CandidateContext,
    Floats,
    Interlocutors,
    Ints,
    Links,
    LinkWorkspace,
    RankerInput,
    RankerState,
    TrainingInput,
)
from symbolic_rc.coref.ranker.templates import FIRST_OF_NAME, NEW, PAIR
from symbolic_rc.models.trees import Leaves

#: Smaller gradients are ignored.
SMALLEST = 1e-3
#: Labels of candidates.
UNKNOWN, WRONG, RIGHT = 0, 1, 2


@kernel
def gold_labels(
    w: LinkWorkspace, state: Ints, training: TrainingInput, m: int, count: int, choosing: bool
) -> NDArray[np.int8]:
    """Return the label of each candidate of mention m, a new entity last."""
    labels = np.full(count + 1, WRONG, np.int8)
    gold, mode, positives = training.gold[m], training.mode[m], 0
    for c in range(count):
        e = w.found[c, P.WHO]
        g = state[e, S.GOLD]
        if gold >= 0 and g == gold:
            labels[c] = RIGHT
            positives += 1
        elif g < 0 and (
            choosing or mode == 4 or (mode == 2 and gold < 0) or (mode == 3 and state[e, S.NAMES] < 1)
        ):
            labels[c] = UNKNOWN
    if choosing:
        labels[count] = UNKNOWN
    elif positives == 0:
        labels[count] = RIGHT
    return labels


@kernel
def train_step(
    w: LinkWorkspace, labels: NDArray[np.int8], count: int, width: int, weights: Floats, gradients: Floats,
    rate: float,
) -> float:  # fmt: skip
    """Increase the likelihood of the right candidates among the labelled ones; return the loss.

    The last candidate (number `count`) is a new entity. The step is AdaGrad's (Duchi et al. 2011) over the
    templates in `kept`.
    """
    scores = w.scores
    top = -1e30
    for c in range(count + 1):
        if labels[c]:
            top = max(top, scores[c])
    whole = right = 0.0
    for c in range(count + 1):
        if labels[c]:
            p = np.exp(scores[c] - top)
            whole += p
            if labels[c] == RIGHT:
                right += p
    if whole <= 0 or right <= 0:
        return 0.0
    for c in range(count + 1):
        if not labels[c]:
            continue
        p = np.exp(scores[c] - top)
        g = p / whole - (p / right if labels[c] == RIGHT else 0.0)
        if abs(g) < SMALLEST:
            continue
        for t in range(NEW if c == count else width):
            if w.kept[t]:
                place = w.places[c, t]
                gradients[place] += g * g
                weights[place] -= rate * g / np.sqrt(gradients[place] + 1.0)
    return -np.log(right / whole)


#: Penalties on the score of a pair whose genders differ, and of one whose names do.
GENDER_CLASH, NAME_CLASH = 4.0, 100.0
#: The largest margin that is reported.
WIDEST = 99.0
_MULTIPLIER, _INCREMENT = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
_PRONOUNS = 12
#: The columns of `RankerInput.owner`, and of `RankerInput.contrast`.
_OWNED, _FIRST, _LAST = 0, 1, 2
_HEAD, _SCALE, _PLACE = 0, 1, 2


@kernel
def rank(
    d: RankerInput, weights: Floats, bias: Floats, trees: Leaves, links: Links, training: TrainingInput,
    gradients: Floats | None,
) -> float:  # fmt: skip
    """Link the mentions of one document, and train on it when `gradients` are given; return the summed loss.

    `bias` is added to each mention's score of starting a new entity; `links` are filled in; `gradients` are
    the sums of squared gradients of AdaGrad, of shape (PLACES,). Without them the kernel is compiled without
    its training.
    """
    n = d.table.shape[0]
    s, w = _new_state(d), _new_workspace(n, training.seed)
    entities = 0
    loss = 0.0
    for k in range(n):
        m = d.order[k]
        chosen = link = -1
        links.why[m, 0] = links.why[m, 1] = -1
        links.margin[m] = 0.0
        if d.forced[m] >= 0 and links.entity[d.forced[m]] >= 0:
            link = d.forced[m]
            chosen = links.entity[link]
        else:
            speech = _interlocutors(d, s, links.entity, m)
            count = _find_candidates(d, s, w, links.entity, k, speech)
            if gradients is not None and training.drop > 0:
                _drop_templates(w, training.drop)
            width = _width(d.table, m)
            _score(d, s, w, weights, m, count, width, speech, bias[m])
            _rescore(d, s, w, weights, trees, training, m, count, width, speech.choosing, bias[m])
            best = _best(w, links, m, count)
            if training.mode[m] > 0:
                if gradients is not None:
                    labels = gold_labels(w, s.entities, training, m, count, speech.choosing)
                    loss += train_step(w, labels, count, width, weights, gradients, training.rate)
                if training.oracle:
                    best = _gold_candidate(w.found, s.entities, training.gold[m], count)
            if best < count:
                chosen = w.found[best, P.WHO]
                link = s.entities[chosen, S.LATEST]
                _explain(w, weights, links.why[m], best, width)
                _set_interlocutors(d.table, s, m, chosen)
        if chosen < 0:
            chosen = entities
            entities += 1
            S.begin(s.entities, chosen, m)
        links.entity[m], links.antecedent[m] = chosen, link
        _update(d, s, m, chosen, training.gold[m], training.mode[m])
        if d.table[m, A.KIND] != A.PRONOUN or link < 0 or d.forced[m] >= 0 or links.margin[m] > L.DECISIVE:
            s.entities[chosen, S.CERTAIN] |= d.table[m, A.CERTAIN]
    return loss


@kernel
def _width(table: Ints, m: int) -> int:
    """Return how many templates a pair of mention m has: more of *he* and *she*."""
    third = table[m, A.KIND] == A.PRONOUN and table[m, A.PRO] in (HE, SHE)
    return PAIR if third else FIRST_OF_NAME


@kernel
def _rescore(
    d: RankerInput, s: RankerState, w: LinkWorkspace, weights: Floats, trees: Leaves, training: TrainingInput,
    m: int, count: int, width: int, choosing: bool, bias: float,
) -> None:  # fmt: skip
    """Let the trees score the shortlist of mention m where the linear scores do not decide; record it."""
    records = len(training.records.features) > 0
    if len(trees.value) == 0 and not records:
        return
    size = L.shortlist(w, count)
    decisive = L.is_decisive(w, count, size)
    if records or not decisive:
        L.shortlist_features(w, d.table, s.entities, weights, m, count, width, size, choosing)
    if records and training.mode[m] > 0:
        labels = gold_labels(w, s.entities, training, m, count, choosing)
        for i in range(size):
            training.records.features[m, i] = w.features[i]
            training.records.labels[m, i] = labels[w.short[i]]
    if len(trees.value) and not decisive:
        L.rescore(trees, w, d.table, s.entities, m, count, size, bias)


@kernel
def _new_state(d: RankerInput) -> RankerState:
    n, words, quotes = d.table.shape[0], d.hashes.shape[0], max(d.speaker.shape[0], 1)
    return RankerState(
        np.full((n + 1, S.WIDTH), -1, np.int32), np.zeros(n + 1, np.float32), np.zeros(n + 1, np.int32),
        np.full(words, -1, np.int32), np.full(words, -1, np.int32), np.full(n, -1, np.int32),
        np.full(2 * n, -1, np.int32), np.full(quotes, -1, np.int32), np.full(quotes, -1, np.int32),
        np.full(_PRONOUNS, -1, np.int32),
    )  # fmt: skip


@kernel
def _new_workspace(n: int, seed: int) -> LinkWorkspace:
    random = np.zeros(1, np.uint64)
    random[0] = np.uint64(seed * 2654435761 + 12345)
    return LinkWorkspace(
        np.zeros((P.CANDIDATES, P.WIDTH), np.int32), np.full(n + 1, -1, np.int32),
        np.zeros(P.CANDIDATES, np.float32), np.zeros((P.CANDIDATES + 1, PAIR), np.int64),
        np.zeros(P.CANDIDATES + 1, np.float64), np.ones(PAIR, np.bool_), random,
        np.zeros(F.P_ATOMS, np.int64), np.zeros(FIRST_OF_NAME, np.uint64), np.zeros(F.X_ATOMS, np.int64),
        np.zeros(F.N_ATOMS, np.int64), np.zeros((P.CANDIDATES, F.P_ATOMS), np.int64),
        np.zeros((P.CANDIDATES, F.X_ATOMS), np.int64), np.zeros(L.SHORT + 1, np.int64),
        np.zeros((L.SHORT + 1, L.COLUMNS), np.float32),
    )  # fmt: skip


@kernel
def _interlocutors(d: RankerInput, s: RankerState, entity: Ints, m: int) -> Interlocutors:
    """Return the speaker, the addressee and other interlocutors of mention m."""
    quote = d.table[m, A.QUOTE]
    speaker = addressee = -1
    if quote >= 0:
        speaker, addressee = s.speakers[quote], s.addressees[quote]
        if speaker < 0 and d.speaker[quote] >= 0:
            speaker = entity[d.speaker[quote]]
        if addressee < 0 and d.addressee[quote] >= 0:
            addressee = entity[d.addressee[quote]]
    narrator = entity[d.narrator] if d.narrator >= 0 else -1
    narrating = d.table[m, A.KIND] == A.PRONOUN and quote < 0
    narrated = s.narrated[d.table[m, A.PRO]] if narrating else -1
    chooser, first, second = d.choice[0], d.choice[1], d.choice[-1]
    choosing = m == chooser
    one = entity[first] if choosing else -1
    other = entity[second] if choosing else -1
    return Interlocutors(speaker, addressee, narrator, narrated, choosing, one, other)


@kernel
def _find_candidates(
    d: RankerInput, s: RankerState, w: LinkWorkspace, entity: Ints, k: int, speech: Interlocutors
) -> int:
    """Find the candidates of the k-th mention; return how many."""
    m = d.order[k]
    count = P.recent(w, s.entities, entity, d.order, k)
    if d.table[m, A.KIND] == A.NAME:
        count = P.same_names(d, s, w, entity, m, count)
    if d.table[m, A.KIND] != A.PRONOUN:
        count = P.same_heads(d, s, w, entity, m, count)
    for e in (
        speech.speaker, speech.addressee, speech.narrator, speech.one, speech.other, speech.narrated,
    ):  # fmt: skip
        if e >= 0:
            count = P.consider(w.found, w.slot_of, s.entities, e, m, P.FAR, count)
    return count


@kernel
def _drop_templates(w: LinkWorkspace, share: float) -> None:
    """Draw the templates that are dropped for one mention."""
    for t in range(PAIR):
        w.random[0] = w.random[0] * _MULTIPLIER + _INCREMENT
        w.kept[t] = (w.random[0] >> np.uint64(33)) / 2147483648.0 >= share


@kernel
def _score(
    d: RankerInput, s: RankerState, w: LinkWorkspace, weights: Floats, m: int, count: int, width: int,
    speech: Interlocutors, bias: float,
) -> None:  # fmt: skip
    """Fill in the scores of the candidates, and of starting a new entity."""
    found, state, table = w.found, s.entities, d.table
    F.mention_atoms(w, d, m)
    if width == PAIR:
        F.pronoun_atoms(w, d, m)
    best_name = best_head = agreeing = 0
    certain = False
    for c in range(count):
        e = found[c, P.WHO]
        votes = state[e, S.MASCULINE] + 1, state[e, S.FEMININE] + 1, state[e, S.NEUTER] + 1
        found[c, P.GENDERS] = P.compare_genders(table[m, A.GENDER], *votes)
        found[c, P.NUMBERS] = P.compare_numbers(table, state, m, e)
        gap = max(table[m, A.SENTENCE] - s.salience_at[e], 0)
        w.saliences[c] = s.salience[e] * S.DECAY**gap
        best_name = max(best_name, found[c, P.NAMES])
        best_head = max(best_head, found[c, P.HEADS])
        agreeing += P.agrees(found, c)
        certain = certain or S.is_certain_antecedent(table, state, m, e)
    quoted = table[m, A.QUOTE] >= 0
    for c in range(count):
        e = found[c, P.WHO]
        above, rivals, position = P.compare_candidates(found, w.saliences, table, state, m, c, count)
        part = _conversation_role(quoted, speech, e)
        context = CandidateContext(position, w.saliences[c], above, rivals, part, e == speech.narrator)
        F.pair_features(w, d, state, m, c, context)
        if width == PAIR:
            F.name_features(w, d, state, m, c, count, rivals, speech.choosing)
        total = _add_weights(0.0, w, weights, c, width)
        if found[c, P.GENDERS] == P.DIFFER:
            total -= GENDER_CLASH
        if (
            _names_clash(table, d.surname[m], state, found, m, c)
            or _owners_clash(d.owner[m], state, e)
            or _contrasts(d.contrast[m], state, e)
        ):
            total -= NAME_CLASH
        if _is_excluded(d, s, w, m, c, speech, certain):
            total = L.IMPOSSIBLE
        w.scores[c] = total
    F.new_features(w, d, m, best_name, best_head, count, agreeing)
    total = _add_weights(bias, w, weights, count, NEW)
    w.scores[count] = L.IMPOSSIBLE if speech.choosing else total


@kernel
def _add_weights(total: float, w: LinkWorkspace, weights: Floats, c: int, count: int) -> float:
    """Add the weights of a candidate's first features, without dropped ones; return the sum."""
    for t in range(count):
        if w.kept[t]:
            total += weights[w.places[c, t]]
    return total


@kernel
def _is_excluded(
    d: RankerInput, s: RankerState, w: LinkWorkspace, m: int, c: int, speech: Interlocutors, certain: bool
) -> bool:
    """Whether a candidate is impossible: not of the choice, of another gender, or beside the mention."""
    e, state, table = w.found[c, P.WHO], s.entities, d.table
    if speech.choosing:
        return e != speech.one and e != speech.other
    if w.found[c, P.NAMES] <= P.LAST_NAME and S.genders_exclude(table, state, m, e):
        return True
    if certain and S.is_doubtful_antecedent(table, state, m, e):
        return True
    if state[e, S.LATEST] == table[m, A.OTHER_THAN]:
        return True
    if table[state[e, S.LATEST], A.HEAD] == table[m, A.POSSESSOR]:
        return True  # "his brother" is not *he*
    last = state[e, S.LATEST_NOMINAL]
    return bool(last >= 0 and table[last, A.OTHER_THAN] == m)


@kernel
def _conversation_role(quoted: bool, speech: Interlocutors, e: int) -> int:
    """Return the role of an entity in the conversation around a mention; 0 where there is none."""
    if quoted:
        if e == speech.speaker:
            return 1
        if e == speech.addressee:
            return 2
        return 5 if speech.addressee >= 0 else 4 if speech.speaker < 0 else 3
    return 0 if speech.narrated < 0 else 6 if e == speech.narrated else 7


@kernel
def _names_clash(table: Ints, surname: int, state: Ints, found: Ints, m: int, c: int) -> bool:
    """Whether a mention's name excludes the candidate."""
    e = found[c, P.WHO]
    known = state[e, S.SURNAME]
    if surname >= 0 and known >= 0 and known != surname and found[c, P.NAMES] == 0:
        return True
    named = table[m, A.KIND] == A.NAME and found[c, P.NAMES] < P.EQUAL
    return bool(named and S.names_clash(table, state, m, e, found[c, P.NUMBERS]))


@kernel
def _owners_clash(owner: Ints, state: Ints, e: int) -> bool:
    """Whether a phrase belongs to another name than an entity's phrase of the same head word."""
    if owner[_OWNED] < 0 or state[e, S.OWNED] != owner[_OWNED]:
        return False
    return bool(owner[_FIRST] != state[e, S.OWNER_FIRST] and owner[_LAST] != state[e, S.OWNER_LAST])


@kernel
def _contrasts(contrast: Ints, state: Ints, e: int) -> bool:
    """Whether a phrase is elsewhere on the scale of an entity's phrase of the same head word."""
    known = state[e, S.CONTRASTED : S.CONTRASTED + 3]
    if contrast[_HEAD] == -1 or known[_HEAD] != contrast[_HEAD] or known[_SCALE] != contrast[_SCALE]:
        return False
    return bool(known[_PLACE] != contrast[_PLACE])


@kernel
def _best(w: LinkWorkspace, links: Links, m: int, count: int) -> int:
    """Return the candidate with the highest score, and fill in its margin."""
    best, runner_up = count, -1e30
    for c in range(count):
        if w.scores[c] > w.scores[best]:
            best = c
    for c in range(count + 1):
        if c != best:
            runner_up = max(runner_up, w.scores[c])
    links.margin[m] = min(w.scores[best] - runner_up, WIDEST)
    return best


@kernel
def _gold_candidate(found: Ints, state: Ints, gold: int, count: int) -> int:
    """Return the first candidate with the gold entity; `count`, a new entity, without one."""
    for c in range(count):
        if gold >= 0 and state[found[c, P.WHO], S.GOLD] == gold:
            return c
    return count


@kernel
def _explain(w: LinkWorkspace, weights: Floats, why: Ints, best: int, width: int) -> None:
    """Fill in the two templates with the largest weights for a link."""
    high = low = -1e30
    for t in range(width):
        weight = weights[w.places[best, t]]
        if weight > high:
            low, why[1] = high, why[0]
            high, why[0] = weight, t
        elif weight > low:
            low, why[1] = weight, t


@kernel
def _set_interlocutors(table: Ints, s: RankerState, m: int, chosen: int) -> None:
    """Keep the entities of "I" and "you" in a quotation."""
    quote = table[m, A.QUOTE]
    if quote >= 0:
        if table[m, A.PRO] == ME and s.speakers[quote] < 0:
            s.speakers[quote] = chosen
        elif table[m, A.PRO] == YOU and s.addressees[quote] < 0:
            s.addressees[quote] = chosen


@kernel
def _update(d: RankerInput, s: RankerState, m: int, chosen: int, gold: int, mode: int) -> None:
    """Add mention m to its entity, and index it for later mentions."""
    table = d.table
    if table[m, A.KIND] == A.PRONOUN and table[m, A.QUOTE] < 0:
        s.narrated[table[m, A.PRO]] = chosen
    S.add_mention(s, table, chosen, m, gold, mode)
    if d.surname[m] >= 0:
        s.entities[chosen, S.SURNAME] = d.surname[m]
    if d.owner[m, _OWNED] >= 0:
        for i in range(3):
            s.entities[chosen, S.OWNED + i] = d.owner[m, i]
    if d.contrast[m, _HEAD] != -1:
        for i in range(3):
            s.entities[chosen, S.CONTRASTED + i] = d.contrast[m, i]
    P.index_mention(table, s, m)
