"""Triples (argument, predicate, argument) of frames (Hermann et al. 2015, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symbolic_rc.core.frame import Argument, Frame


@dataclass(frozen=True, slots=True)
class Triple:
    """(x, V, y): two arguments of one frame, in order of their roles' numbers.

    `left` and `right` are arguments of `frame`.
    """

    left: Argument
    frame: Frame
    right: Argument

    @property
    def roles(self) -> tuple[str, str]:
        """The two roles."""
        return self.left.role, self.right.role


def plain_role(role: str) -> str:
    """Return a role without the prefix of a reference or a continuation.

    Examples
    --------
    >>> plain_role("R-ARG0"), plain_role("ARGM-TMP")
    ('ARG0', 'ARGM-TMP')
    """
    return role.removeprefix("R-").removeprefix("C-")


def triples(frames: Iterable[Frame], modifiers: bool = True) -> Iterator[Triple]:
    """Yield the triples of frames: every pair of arguments, lower role first.

    Parameters
    ----------
    frames : iterable of Frame
    modifiers : bool
        Whether ``ARGM-...`` may be on the right, except negation, modals and discourse markers.
    """
    for frame in frames:
        own = [a for a in frame.arguments if a.role not in ("ARGM-NEG", "ARGM-MOD", "ARGM-DIS")]
        own.sort(key=lambda a: (plain_role(a.role).startswith("ARGM"), plain_role(a.role), a.start))
        for i, left in enumerate(own):
            if plain_role(left.role).startswith("ARGM"):
                break
            for right in own[i + 1 :]:
                if plain_role(left.role) == plain_role(right.role):
                    continue
                if modifiers or not right.role.startswith("ARGM"):
                    yield Triple(left, frame, right)
