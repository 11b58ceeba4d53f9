"""How mentions compare: genders, names, phrases with one head word."""

from __future__ import annotations

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.ranker.arrays import Ints

#: What `agree` returns for genders that exclude each other.
DIFFER = 3


@kernel(allocates=False)
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


@kernel(allocates=False)
def match_names(table: Ints, m: int, j: int) -> int:
    """Compare two names: 5 equal, 4 first and last, 3 one is part, 2 last name alone, 1 two bearers."""
    if table[m, A.CORE] == table[j, A.CORE]:
        return 5
    first, last = table[m, A.FIRST] == table[j, A.FIRST], table[m, A.LAST] == table[j, A.LAST]
    if first and last:
        return 4
    if table[m, A.FULL] == 1 and table[j, A.FULL] == 1:
        return 1
    return 3 if first else 2


@kernel(allocates=False)
def match_heads(table: Ints, m: int, j: int) -> int:
    """Compare two phrases with one head word: 4 equal, 3 no new modifier, 2 the other has none, 1 differ."""
    if table[m, A.STRING] == table[j, A.STRING]:
        return 4
    if table[m, A.COORDINATED] != table[j, A.COORDINATED]:
        return 0
    a, b = table[m, A.MODIFIER_A], table[m, A.MODIFIER_B]
    c, d = table[j, A.MODIFIER_A], table[j, A.MODIFIER_B]
    if a < 0 and b < 0:
        return 3
    if (a < 0 or a in (c, d)) and (b < 0 or b in (c, d)):
        return 3
    if c < 0 and d < 0:
        return 2
    return 1
