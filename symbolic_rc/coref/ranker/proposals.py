"""Which earlier entities a mention may join: recent ones, and those that share a name or a head word."""

from __future__ import annotations

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.arrays import Floats, Ints
from symbolic_rc.coref.ranker.comparing import match_heads, match_names

#: How far candidates are looked for: mentions back, distinct entities, steps along a chain of equal words.
MENTIONS_BACK, ENTITIES_BACK, CHAIN_STEPS = 160, 24, 14
CANDIDATES = 64

#: Columns of the array of candidates: the entity, its rank by recency, the best match of a name and of a head
#: with one of its mentions, whether gender and number agree, how many of its mentions were found by name or
#: head, and the last of them (-1: none).
WHO, RANKS, NAMES, HEADS, GENDERS, NUMBERS, ALIKE, LAST_ALIKE, WIDTH = range(9)
#: The rank of what was not found by recency.
FAR = 8


@kernel(allocates=False)
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


@kernel(allocates=False)
def recent(found: Ints, slot_of: Ints, state: Ints, entity: Ints, order: Ints, k: int) -> int:
    """Fill in the entities of the mentions linked last; return their number."""
    m = order[k]
    count = 0
    for back in range(k - 1, max(-1, k - 1 - MENTIONS_BACK), -1):
        rank = count if count < 6 else (6 if count < 10 else 7)
        count = consider(found, slot_of, state, entity[order[back]], m, rank, count)
        if count >= ENTITIES_BACK:
            break
    return count


@kernel(allocates=False)
def same_names(
    found: Ints,
    slot_of: Ints,
    state: Ints,
    entity: Ints,
    table: Ints,
    m: int,
    by_name: Ints,
    previous_name: Ints,
    count: int,
) -> int:
    """Add the entities with a name whose first or last word is one of m's, and compare the names."""
    for which in range(2):
        key = table[m, A.FIRST] if which == 0 else table[m, A.LAST]
        if key < 0 or (which == 1 and key == table[m, A.FIRST]):
            continue
        at = by_name[key]
        for _ in range(CHAIN_STEPS):
            if at < 0:
                break
            e = entity[at >> 1]
            count = consider(found, slot_of, state, e, m, FAR, count)
            if state[e, S.STAMP] == m:
                c = slot_of[e]
                found[c, NAMES] = max(found[c, NAMES], match_names(table, m, at >> 1))
                _alike(found, c, at >> 1)
            at = previous_name[at]
    return count


@kernel(allocates=False)
def same_heads(
    found: Ints,
    slot_of: Ints,
    state: Ints,
    entity: Ints,
    table: Ints,
    m: int,
    by_head: Ints,
    previous_head: Ints,
    count: int,
) -> int:
    """Add the entities with a phrase of m's head word, and compare the phrases."""
    at = by_head[table[m, A.LEMMA]]
    for _ in range(CHAIN_STEPS):
        if at < 0:
            break
        e = entity[at]
        count = consider(found, slot_of, state, e, m, FAR, count)
        if state[e, S.STAMP] == m:
            c = slot_of[e]
            found[c, HEADS] = max(found[c, HEADS], match_heads(table, m, at))
            _alike(found, c, at)
        at = previous_head[at]
    return count


@kernel(allocates=False)
def _alike(found: Ints, c: int, j: int) -> None:
    """Count mention j of candidate c as one that shares a word."""
    found[c, ALIKE] += 1
    found[c, LAST_ALIKE] = max(found[c, LAST_ALIKE], j)


@kernel(allocates=False)
def chain(
    table: Ints, m: int, by_name: Ints, previous_name: Ints, by_head: Ints, previous_head: Ints
) -> None:
    """Let later mentions find m by its name and its head word."""
    if table[m, A.KIND] == 1:
        for which in range(2):
            key = table[m, A.FIRST] if which == 0 else table[m, A.LAST]
            if key < 0 or (which == 1 and key == table[m, A.FIRST]):
                continue
            previous_name[2 * m + which] = by_name[key]
            by_name[key] = 2 * m + which
    if table[m, A.KIND] != 0:
        previous_head[m] = by_head[table[m, A.LEMMA]]
        by_head[table[m, A.LEMMA]] = m


@kernel(allocates=False)
def number(table: Ints, state: Ints, m: int, e: int) -> int:
    """Compare the number of a mention with an entity's votes: 0 unknown, 1 agrees, 2 does not."""
    plural, singular = state[e, S.PLURAL] + 1, state[e, S.SINGULAR] + 1
    if table[m, A.NUMBER] == 3 or plural + singular <= 0:
        return 0
    return 1 if (plural > singular) == (table[m, A.NUMBER] == 2) else 2


@kernel(allocates=False)
def agrees(found: Ints, c: int) -> bool:
    """Whether neither gender nor number speaks against a candidate."""
    return found[c, GENDERS] < 3 and found[c, NUMBERS] < 2


@kernel(often=True, allocates=False)
def standing(
    found: Ints, saliences: Floats, table: Ints, state: Ints, m: int, c: int, count: int
) -> tuple[int, int, int]:
    """Compare a candidate with the others that agree: more salient ones, near ones, more recent ones."""
    above = rivals = position = 0
    for o in range(count):
        if o == c or not agrees(found, o):
            continue
        if (
            found[o, RANKS] < FAR
            and table[m, A.SENTENCE] - table[state[found[o, WHO], S.LATEST], A.SENTENCE] < 3
        ):
            rivals += 1
        if saliences[o] > saliences[c]:
            above += 1
        if o < c:
            position += 1
    return above, rivals, position
