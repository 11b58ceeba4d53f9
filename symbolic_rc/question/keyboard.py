"""Which keys lie beside each other on a keyboard for English."""

from __future__ import annotations

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _neighbours() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row, keys in enumerate(_ROWS):
        for at, key in enumerate(keys):
            beside = {keys[i] for i in (at - 1, at + 1) if 0 <= i < len(keys)}
            # each row is shifted by half a key to the right of the one above
            above = {_ROWS[row - 1][i] for i in (at, at + 1) if row and i < len(_ROWS[row - 1])}
            below = {
                _ROWS[row + 1][i]
                for i in (at - 1, at)
                if row + 1 < len(_ROWS) and 0 <= i < len(_ROWS[row + 1])
            }
            found[key] = beside | above | below
    return {key: frozenset(near) for key, near in found.items()}


#: The letters around each letter.
NEIGHBOURS = _neighbours()
