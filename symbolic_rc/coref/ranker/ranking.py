"""The entity ranker: each mention, in order, joins the best earlier entity or starts a new one.

A linear model over hashed features of (mention, entity) pairs, after the mention-ranking models of Durrett
and Klein (2013) and the incremental entity-centric models of Clark and Manning (2015), and boosted trees over
its short list. Candidates are found by `proposals`, features by `features` and `antecedents`, entities grow
by `state`, weights by `learning`, trees see and score in `shortlist`; the work for each mention is bounded,
and a whole novel takes linear time and memory.

The same kernel links, trains and explains. It holds no objects and is its own plain Python twin, which a
property test compares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.pronouns import HE, ME, SHE, YOU
from symbolic_rc.coref.ranker import proposals as P
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.antecedents import X_ATOMS, name_features, pronoun_atoms, rivals_of
from symbolic_rc.coref.ranker.arrays import (
    ONE,
    OTHER,
    PRONOUN,
    Bench,
    Decisions,
    Document,
    Floats,
    Ints,
    Lesson,
    Memory,
    Speech,
    Standing,
)
from symbolic_rc.coref.ranker.comparing import DIFFER, agree
from symbolic_rc.coref.ranker.features import N_ATOMS, P_ATOMS, mention_atoms, new_features, pair_features
from symbolic_rc.coref.ranker.learning import judge, learn
from symbolic_rc.coref.ranker.shortlist import (
    COLUMNS,
    NEVER,
    SHORT,
    SURE,
    is_sure,
    score_again,
    shortlist,
    view,
)
from symbolic_rc.coref.ranker.templates import FIRST_OF_NAME, NEW, PAIR
from symbolic_rc.models.trees import Leaves

#: What is taken from the score of a pair whose genders differ.
GENDER_CLASH = 4.0
#: What is taken from the score of a pair whose names say that they are two: no other evidence joins them.
NAME_CLASH = 100.0
#: The largest margin that is told.
WIDEST = 99.0
#: Equal enough names, as `comparing.match_names` counts.
_EQUAL = 5
_MULTIPLIER, _INCREMENT = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
_PRONOUNS = 12


@kernel
def rank(
    d: Document,
    weights: Floats,
    bias: Floats,
    trees: Leaves,
    links: Decisions,
    lesson: Lesson,
    gradients: Floats | None,
) -> float:
    """Link the mentions of one document, and learn from it when `gradients` are given.

    Parameters
    ----------
    d : Document
    weights : ndarray of float32, shape (PLACES,)
    bias : ndarray of float32, shape (m,)
        Added to each mention's score of starting a new entity.
    trees : Leaves
        They score the short lists; none leaves it to the weights.
    links : Decisions
        Filled in.
    lesson : Lesson
    gradients : ndarray of float32, shape (PLACES,), or None
        Sums of squares of AdaGrad (Duchi et al. 2011): learn from the document. Without them the kernel is
        compiled without its training.

    Returns
    -------
    float
        The summed loss.
    """
    n = d.table.shape[0]
    memory, b = _memory(d), _bench(n, lesson.seed)
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
            speech = _speech(d, memory, links.entity, m)
            count = _candidates(d, memory, b, links.entity, k, speech)
            if gradients is not None and lesson.drop > 0:
                _drop(b, lesson.drop)
            third = d.table[m, A.PRO] == HE or d.table[m, A.PRO] == SHE
            width = PAIR if third and d.table[m, A.KIND] == 0 else FIRST_OF_NAME
            _score(d, memory, b, weights, m, count, width, speech, bias[m])
            if len(trees.value) or len(lesson.notes.views):
                size = shortlist(b, count)
                sure = is_sure(b, count, size)
                if len(lesson.notes.views) or not sure:
                    view(d.table, memory.state, b, weights, m, count, width, size, speech.choosing)
                if len(lesson.notes.views):
                    _note(b, memory.state, lesson, m, count, size, speech.choosing)
                if len(trees.value) and not sure:
                    score_again(trees, d.table, memory.state, b, m, count, size, bias[m])
            best = _best(b, links, m, count)
            if gradients is not None and lesson.mode[m] > 0:
                loss += learn(
                    b.found, memory.state, b.scores, b.places, b.kept, count, width, lesson.gold[m],
                    lesson.mode[m], speech.choosing, weights, gradients, lesson.rate,
                )  # fmt: skip
            if lesson.oracle and lesson.mode[m] > 0:
                best = _right(b.found, memory.state, lesson.gold[m], count)
            if best < count:
                chosen = b.found[best, P.WHO]
                link = memory.state[chosen, S.LATEST]
                _explain(b, weights, links.why[m], best, width)
                _address(d.table, memory, m, chosen)
        if chosen < 0:
            chosen = entities
            entities += 1
            S.begin(memory.state, chosen, m)
        links.entity[m], links.antecedent[m] = chosen, link
        _remember(d, memory, m, chosen, lesson.gold[m], lesson.mode[m])
        if d.table[m, A.KIND] != 0 or link < 0 or d.forced[m] >= 0 or links.margin[m] > SURE:
            memory.state[chosen, S.CERTAIN] |= d.table[m, A.CERTAIN]
    return loss


@kernel
def _memory(d: Document) -> Memory:
    """Return what is remembered before the first mention."""
    n, words, quotes = d.table.shape[0], d.hashes.shape[0], max(d.speaker.shape[0], 1)
    return Memory(
        np.full((n + 1, S.WIDTH), -1, np.int32),
        np.zeros(n + 1, np.float32),
        np.zeros(n + 1, np.int32),
        np.full(words, -1, np.int32),
        np.full(words, -1, np.int32),
        np.full(n, -1, np.int32),
        np.full(2 * n, -1, np.int32),
        np.full(quotes, -1, np.int32),
        np.full(quotes, -1, np.int32),
        np.full(_PRONOUNS, -1, np.int32),
    )


@kernel
def _bench(n: int, seed: int) -> Bench:
    """Return room for the candidates of one mention."""
    random = np.zeros(1, np.uint64)
    random[0] = np.uint64(seed * 2654435761 + 12345)
    return Bench(
        np.zeros((P.CANDIDATES, P.WIDTH), np.int32),
        np.full(n + 1, -1, np.int32),
        np.zeros(P.CANDIDATES, np.float32),
        np.zeros((P.CANDIDATES + 1, PAIR), np.int64),
        np.zeros(P.CANDIDATES + 1, np.float64),
        np.ones(PAIR, np.bool_),
        random,
        np.zeros(P_ATOMS, np.int64),
        np.zeros(FIRST_OF_NAME, np.uint64),
        np.zeros(X_ATOMS, np.int64),
        np.zeros(N_ATOMS, np.int64),
        np.zeros((P.CANDIDATES, P_ATOMS), np.int64),
        np.zeros((P.CANDIDATES, X_ATOMS), np.int64),
        np.zeros(SHORT + 1, np.int64),
        np.zeros((SHORT + 1, COLUMNS), np.float32),
    )


@kernel(allocates=False)
def _speech(d: Document, memory: Memory, entity: Ints, m: int) -> Speech:
    """Return who speaks and listens where mention m stands."""
    quote = d.table[m, A.QUOTE]
    talker = listener = -1
    if quote >= 0:
        talker, listener = memory.speaking[quote], memory.addressed[quote]
        if talker < 0 and d.speaker[quote] >= 0:
            talker = entity[d.speaker[quote]]
        if listener < 0 and d.addressee[quote] >= 0:
            listener = entity[d.addressee[quote]]
    narrator = entity[d.narrator] if d.narrator >= 0 else -1
    telling = d.table[m, A.KIND] == 0 and quote < 0
    narratee = memory.told[d.table[m, A.PRO]] if telling else -1
    choosing = m == d.choice[PRONOUN]
    one = entity[d.choice[ONE]] if choosing else -1
    other = entity[d.choice[OTHER]] if choosing else -1
    return Speech(talker, listener, narrator, narratee, choosing, one, other)


@kernel(allocates=False)
def _candidates(d: Document, memory: Memory, b: Bench, entity: Ints, k: int, s: Speech) -> int:
    """Find the candidates of the k-th mention; return how many."""
    m = d.order[k]
    found, slot_of, state = b.found, b.slot_of, memory.state
    count = P.recent(found, slot_of, state, entity, d.order, k)
    if d.table[m, A.KIND] == 1:
        count = P.same_names(
            found, slot_of, state, entity, d.table, m, memory.by_name, memory.previous_name, count
        )
    if d.table[m, A.KIND] != 0:
        count = P.same_heads(
            found, slot_of, state, entity, d.table, m, memory.by_head, memory.previous_head, count
        )
    for e in (s.talker, s.listener, s.narrator, s.one, s.other, s.narratee):
        if e >= 0:
            count = P.consider(found, slot_of, state, e, m, P.FAR, count)
    return count


@kernel(allocates=False)
def _drop(b: Bench, share: float) -> None:
    """Choose the templates that one mention does without."""
    for t in range(PAIR):
        b.random[0] = b.random[0] * _MULTIPLIER + _INCREMENT
        b.kept[t] = (b.random[0] >> np.uint64(33)) / 2147483648.0 >= share


@kernel(allocates=False)
def _score(
    d: Document,
    memory: Memory,
    b: Bench,
    weights: Floats,
    m: int,
    count: int,
    width: int,
    s: Speech,
    bias: float,
) -> None:
    """Fill in the scores of the candidates, and of starting a new entity."""
    found, state = b.found, memory.state
    mention_atoms(b.pair, b.begun, d.table, d.hashes, m)
    if width == PAIR:
        pronoun_atoms(b.name, d.table, d.hashes, m)
    best_name = best_head = agreeing = 0
    certain = False
    for c in range(count):
        e = found[c, P.WHO]
        votes = state[e, S.MASCULINE] + 1, state[e, S.FEMININE] + 1, state[e, S.NEUTER] + 1
        found[c, P.GENDERS] = agree(d.table[m, A.GENDER], *votes)
        found[c, P.NUMBERS] = P.number(d.table, state, m, e)
        gap = max(d.table[m, A.SENTENCE] - memory.salience_at[e], 0)
        b.saliences[c] = memory.salience[e] * S.DECAY**gap
        best_name = max(best_name, found[c, P.NAMES])
        best_head = max(best_head, found[c, P.HEADS])
        agreeing += P.agrees(found, c)
        certain = certain or S.likelier(d.table, state, m, e)
    quoted = d.table[m, A.QUOTE] >= 0
    for c in range(count):
        e = found[c, P.WHO]
        above, rivals, position = P.standing(found, b.saliences, d.table, state, m, c, count)
        place = Standing(position, b.saliences[c], above, rivals, _part(quoted, s, e), e == s.narrator)
        pair_features(b.places[c], b.pair, b.begun, d.table, d.hashes, d.heads, state, found, m, c, place)
        if width == PAIR:
            rival, nearer = rivals_of(found, d.table, state, m, c, count)
            name_features(
                b.places[c],
                b.name,
                d.table,
                d.hashes,
                d.heads,
                state,
                m,
                e,
                (rival, nearer, rivals),
                s.choosing,
            )
            for i in range(len(b.name)):
                b.names[c, i] = b.name[i]
        for i in range(len(b.pair)):
            b.pairs[c, i] = b.pair[i]
        total = _sum_of(weights, b.places[c], b.kept, width)
        if found[c, P.GENDERS] == DIFFER:
            total -= GENDER_CLASH
        if _clash(d.table, d.surname[m], state, found, m, c) or _two_owners(d.owner[m], state, e):
            total -= NAME_CLASH
        if s.choosing and e != s.one and e != s.other:
            total = NEVER
        # she is not he: no sum of other evidence joins them
        if not s.choosing and found[c, P.NAMES] == 0 and S.other_gender(d.table, state, m, e):
            total = NEVER
        if certain and not s.choosing and S.doubtful(d.table, state, m, e):
            total = NEVER
        if not s.choosing and state[e, S.LATEST] == d.table[m, A.OTHER_THAN]:
            total = NEVER
        b.scores[c] = total
    new_features(b.places[count], b.start, d, m, best_name, best_head, count, agreeing)
    total = bias
    for t in range(NEW):
        if b.kept[t]:
            total += weights[b.places[count, t]]
    b.scores[count] = NEVER if s.choosing else total


@kernel(often=True, allocates=False)
def _sum_of(weights: Floats, places: Ints, kept: NDArray[np.bool_], count: int) -> float:
    """Return the sum of the weights of the first features, those that are left out aside."""
    total = 0.0
    for t in range(count):
        if kept[t]:
            total += weights[places[t]]
    return total


@kernel(allocates=False)
def _part(quoted: bool, s: Speech, e: int) -> int:
    """Return what an entity is in the conversation around a mention; 0 where there is none."""
    if quoted:
        if e == s.talker:
            return 1
        if e == s.listener:
            return 2
        if s.listener >= 0:
            return 5
        return 4 if s.talker < 0 else 3
    if s.narratee >= 0:
        return 6 if e == s.narratee else 7
    return 0


@kernel(allocates=False)
def _clash(table: Ints, surname: int, state: Ints, found: Ints, m: int, c: int) -> bool:
    """Tell whether a mention's name says that it is not the candidate."""
    e = found[c, P.WHO]
    known = state[e, S.SURNAME]
    if surname >= 0 and known >= 0 and known != surname and found[c, P.NAMES] == 0:
        return True
    named = table[m, A.KIND] == 1 and found[c, P.NAMES] < _EQUAL
    return bool(named and S.clash(table, state, m, e, found[c, P.NUMBERS]))


#: The columns of a phrase's owner: the word for what is owned, the owner's first and last name.
_OWNED, _FIRST, _LAST = 0, 1, 2


@kernel(allocates=False)
def _two_owners(owner: Ints, state: Ints, e: int) -> bool:
    """Tell whether a phrase belongs to another name than an entity's phrase of the same head word."""
    if owner[_OWNED] < 0 or state[e, S.OWNED] != owner[_OWNED]:
        return False
    return bool(owner[_FIRST] != state[e, S.OWNER_FIRST] and owner[_LAST] != state[e, S.OWNER_LAST])


@kernel(allocates=False)
def _best(b: Bench, links: Decisions, m: int, count: int) -> int:
    """Return the candidate with the highest score, and fill in its margin."""
    best, runner_up = count, -1e30
    for c in range(count):
        if b.scores[c] > b.scores[best]:
            best = c
    for c in range(count + 1):
        if c != best and b.scores[c] > runner_up:
            runner_up = b.scores[c]
    links.margin[m] = min(b.scores[best] - runner_up, WIDEST)
    return best


@kernel
def _note(b: Bench, state: Ints, lesson: Lesson, m: int, count: int, size: int, choosing: bool) -> None:
    """Keep the short list of mention m, with what the gold says of it."""
    if lesson.mode[m] == 0:
        return
    allowed = judge(b.found, state, count, lesson.gold[m], lesson.mode[m], choosing)
    for i in range(size):
        lesson.notes.views[m, i] = b.views[i]
        lesson.notes.judged[m, i] = allowed[b.short[i]]


@kernel(allocates=False)
def _right(found: Ints, state: Ints, gold: int, count: int) -> int:
    """Return the first candidate that the gold says is right; `count`, a new entity, without one."""
    for c in range(count):
        if gold >= 0 and state[found[c, P.WHO], S.GOLD] == gold:
            return c
    return count


@kernel(allocates=False)
def _explain(b: Bench, weights: Floats, why: Ints, best: int, width: int) -> None:
    """Fill in the two templates that spoke most for a link."""
    high = low = -1e30
    for t in range(width):
        w = weights[b.places[best, t]]
        if w > high:
            low, why[1] = high, why[0]
            high, why[0] = w, t
        elif w > low:
            low, why[1] = w, t


@kernel(allocates=False)
def _address(table: Ints, memory: Memory, m: int, chosen: int) -> None:
    """Remember who "I" and "you" are in a quotation."""
    quote = table[m, A.QUOTE]
    if quote >= 0:
        if table[m, A.PRO] == ME and memory.speaking[quote] < 0:
            memory.speaking[quote] = chosen
        elif table[m, A.PRO] == YOU and memory.addressed[quote] < 0:
            memory.addressed[quote] = chosen


@kernel(allocates=False)
def _remember(d: Document, memory: Memory, m: int, chosen: int, gold: int, mode: int) -> None:
    """Add mention m to its entity, and let later mentions find it."""
    table = d.table
    if table[m, A.KIND] == 0 and table[m, A.QUOTE] < 0:
        memory.told[table[m, A.PRO]] = chosen
    S.remember(memory.state, memory.salience, memory.salience_at, table, chosen, m, gold, mode)
    if d.surname[m] >= 0:
        memory.state[chosen, S.SURNAME] = d.surname[m]
    if d.owner[m, 0] >= 0:
        for i in range(3):
            memory.state[chosen, S.OWNED + i] = d.owner[m, i]
    P.chain(table, m, memory.by_name, memory.previous_name, memory.by_head, memory.previous_head)
