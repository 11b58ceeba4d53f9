"""What readers take for an entity: a name with all its forms, and where it is mentioned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic_rc.story import Story


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity of a story: its name, and where it is mentioned.

    Attributes
    ----------
    name : str
        The fullest form.
    names : frozenset of str
        All forms, lower case.
    spans : tuple of (int, int)
        Its mentions, in tokens of ``story.tokens``; the first mention by name, by which readers answer, comes
        first, then all others in order of the text.
    """

    name: str
    names: frozenset[str]
    spans: tuple[tuple[int, int], ...]


EntitySource = Callable[[Story], list[NamedEntity]]
