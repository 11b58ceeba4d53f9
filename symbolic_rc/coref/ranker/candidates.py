"""Candidate antecedents of a mention: recent entities, and those that share a name or a head word."""

from __future__ import annotations

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.ranker import entity_state as S
from symbolic_rc.coref.ranker.arrays import Floats, Ints, LinkWorkspace, RankerInput, RankerState

#: Limits of the search: mentions back, distinct entities, steps along a chain of equal words, candidates.
MENTIONS_BACK, ENTITIES_BACK, CHAIN_STEPS, CANDIDATES = 160, 24, 14, 64

#: Columns of the array of candidates: the entity, its rank by recency, the best match of a name and of a head
#: with one of its mentions, agreement in gender and number, how many of its mentions were found by name or
#: head, and the last of them (-1: none).
WHO, RANKS, NAMES, HEADS, GENDERS, NUMBERS, ALIKE, LAST_ALIKE, WIDTH = range(9)
#: The rank of entities that were not found by recency.
FAR = 8
#: The results of `compare_genders` for genders that exclude each other; of `match_names` where only the last
#: name is the same, and for equal names.
DIFFER, LAST_NAME, EQUAL = 3, 2, 5


@kernel(_nrt=False)
def consider(found: Ints, slot_of: Ints, state: Ints, e: int, m: int, rank: int, count: int) -> int:
    """Add entity e to the candidates of mention m if it is not among them; return their number."""
    if state[e, S.STAMP] == m or count >= CANDIDATES:
        return count
    state[e, S.STAMP] = m
    found[count, WHO], found[count, RANKS] = e, rank
    found[count, NAMES] = found[count, HEADS] = found[count, ALIKE] = 0
    found[count, LAST_ALIKE] = -1
    slot_of[e] = count
    return count + 1


@kernel(_nrt=False)
def recent(w: LinkWorkspace, state: Ints, entity: Ints, order: Ints, k: int) -> int:
    """Fill in the entities of the mentions linked last; return their number."""
    count = 0
    for back in range(k - 1, max(-1, k - 1 - MENTIONS_BACK), -1):
        rank = count if count < 6 else (6 if count < 10 else 7)
        count = consider(w.found, w.slot_of, state, entity[order[back]], order[k], rank, count)
        if count >= ENTITIES_BACK:
            break
    return count


@kernel(_nrt=False)
def same_names(d: RankerInput, s: RankerState, w: LinkWorkspace, entity: Ints, m: int, count: int) -> int:
    """Add the entities with a name whose first or last word is one of m's, and compare the names."""
    table, state, found = d.table, s.entities, w.found
    for which in range(2):
        key = table[m, A.FIRST] if which == 0 else table[m, A.LAST]
        if key < 0 or (which == 1 and key == table[m, A.FIRST]):
            continue
        at = s.by_name[key]
        for _ in range(CHAIN_STEPS):
            if at < 0:
                break
            e = entity[at >> 1]
            count = consider(found, w.slot_of, state, e, m, FAR, count)
            if state[e, S.STAMP] == m:
                c = w.slot_of[e]
                found[c, NAMES] = max(found[c, NAMES], match_names(table, m, at >> 1))
                _count_alike(found, c, at >> 1)
            at = s.previous_name[at]
    return count


@kernel(_nrt=False)
def same_heads(d: RankerInput, s: RankerState, w: LinkWorkspace, entity: Ints, m: int, count: int) -> int:
    """Add the entities with a phrase of m's head word, and compare the phrases."""
    state, found = s.entities, w.found
    at = s.by_head[d.table[m, A.LEMMA]]
    for _ in range(CHAIN_STEPS):
        if at < 0:
            break
        e = entity[at]
        count = consider(found, w.slot_of, state, e, m, FAR, count)
        if state[e, S.STAMP] == m:
            c = w.slot_of[e]
            found[c, HEADS] = max(found[c, HEADS], match_heads(d.table, m, at))
            _count_alike(found, c, at)
        at = s.previous_head[at]
    return count


@kernel(_nrt=False)
def _count_alike(found: Ints, c: int, j: int) -> None:
    """Count mention j of candidate c as one that shares a word."""
    found[c, ALIKE] += 1
    found[c, LAST_ALIKE] = max(found[c, LAST_ALIKE], j)


@kernel(_nrt=False)
def index_mention(table: Ints, s: RankerState, m: int) -> None:
    """Index m by its name and its head word, for later mentions."""
    if table[m, A.KIND] == A.NAME:
        for which in range(2):
            key = table[m, A.FIRST] if which == 0 else table[m, A.LAST]
            if key < 0 or (which == 1 and key == table[m, A.FIRST]):
                continue
            s.previous_name[2 * m + which] = s.by_name[key]
            s.by_name[key] = 2 * m + which
    if table[m, A.KIND] != A.PRONOUN:
        s.previous_head[m] = s.by_head[table[m, A.LEMMA]]
        s.by_head[table[m, A.LEMMA]] = m


@kernel(_nrt=False)
def compare_numbers(table: Ints, state: Ints, m: int, e: int) -> int:
    """Compare the number of a mention with an entity's votes: 0 unknown, 1 agrees, 2 does not."""
    plural, singular = state[e, S.PLURAL] + 1, state[e, S.SINGULAR] + 1
    if table[m, A.NUMBER] == 3 or plural + singular <= 0:
        return 0
    return 1 if (plural > singular) == (table[m, A.NUMBER] == 2) else 2


@kernel(_nrt=False)
def compare_genders(mask: int, a: int, b: int, c: int) -> int:
    """Compare a mention's gender bits with an entity's votes: 0 unknown, 1 agrees, 2 may, 3 and 4 do not."""
    total = a + b + c
    if total == 0 or mask == 7:
        return 0
    best = 2 if b > a and b >= c else 4 if c > a and c > b else 1
    if mask & best:
        return 1 if (mask == best and (a == 0 or b == 0 or best == 4)) else 2
    return 4 if (best == 4 or mask == 4) else DIFFER


@kernel(_nrt=False)
def match_names(table: Ints, m: int, j: int) -> int:
    """Compare two names: 5 equal, 4 first and last, 3 one is part, 2 last name alone, 1 two bearers."""
    if table[m, A.CORE] == table[j, A.CORE]:
        return EQUAL
    first, last = table[m, A.FIRST] == table[j, A.FIRST], table[m, A.LAST] == table[j, A.LAST]
    if first and last:
        return 4
    return 1 if table[m, A.FULL] == 1 and table[j, A.FULL] == 1 else 3 if first else 2


@kernel(_nrt=False)
def match_heads(table: Ints, m: int, j: int) -> int:
    """Compare two phrases with one head word: 4 equal, 3 no new modifier, 2 the other has none, 1 differ."""
    if table[m, A.STRING] == table[j, A.STRING]:
        return 4
    if table[m, A.COORDINATED] != table[j, A.COORDINATED]:
        return 0
    a, b = table[m, A.MODIFIER_A], table[m, A.MODIFIER_B]
    c, d = table[j, A.MODIFIER_A], table[j, A.MODIFIER_B]
    return 3 if (a < 0 or a in (c, d)) and (b < 0 or b in (c, d)) else 2 if c < 0 and d < 0 else 1


@kernel(_nrt=False)
def agrees(found: Ints, c: int) -> bool:
    """Whether a candidate is compatible in gender and number."""
    return found[c, GENDERS] < DIFFER and found[c, NUMBERS] < 2


@kernel(_nrt=False)
def compare_candidates(
    found: Ints, saliences: Floats, table: Ints, state: Ints, m: int, c: int, count: int
) -> tuple[int, int, int]:
    """Count the compatible candidates that are more salient, that are near, and that are more recent."""
    above = rivals = position = 0
    for o in range(count):
        if o == c or not agrees(found, o):
            continue
        gap = table[m, A.SENTENCE] - table[state[found[o, WHO], S.LATEST], A.SENTENCE]
        rivals += found[o, RANKS] < FAR and gap < 3
        above += saliences[o] > saliences[c]
        position += o < c
    return above, rivals, position
