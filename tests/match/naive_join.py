"""The slow, plain twin of the joining kernel."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.match.kinds import Kind

#: What a story's distinct word is: its keys, its places, and whether it is an entry of several words.
Unit = tuple[Sequence[int], Sequence[int], bool]


def join(
    story: Sequence[Unit],
    sought: Sequence[Sequence[tuple[int, float, int]]],
    rows: Sequence[Sequence[int]],
    phrase_weight: float,
) -> list[list[tuple[int, float, Kind]]]:
    """Return, for each row, (token, weight, kind) with tokens rising; see `kernels.join`."""
    return [_row(story, [sought[unit] for unit in row], phrase_weight) for row in rows]


def _row(
    story: Sequence[Unit], wanted: Sequence[Sequence[tuple[int, float, int]]], phrase_weight: float
) -> list[tuple[int, float, Kind]]:
    tokens: dict[int, tuple[float, Kind]] = {}
    for each in wanted:
        for unit in story:
            for token in unit[1]:
                found = _match(unit, each, phrase_weight)
                if found:
                    before = tokens.get(token, found)
                    tokens[token] = min(found, before, key=lambda way: (-way[0], way[1]))
    return [(token, *tokens[token]) for token in sorted(tokens)]


def _match(
    unit: Unit, wanted: Sequence[tuple[int, float, int]], phrase_weight: float
) -> tuple[float, Kind] | None:
    keys, _, phrase = unit
    hits = [(weight, kind) for key, weight, kind in wanted if key in keys]
    if not hits:
        return None
    ways = [
        (weight * phrase_weight, Kind.PHRASE) if phrase else (weight, kind)
        for weight, kind in hits
        if kind != Kind.ANTONYM
    ]
    weight, kind = min(ways, key=lambda way: (-way[0], way[1]), default=(0.0, Kind.ANTONYM))
    if any(kind == Kind.ANTONYM for _, kind in hits) and (not weight or kind > Kind.PHRASE):
        return 0.0, Kind.ANTONYM
    return weight, Kind(kind)
