"""What a stranger meets first: generated cases of each kind, and the share that is right."""

from __future__ import annotations

from eval.first_things import options, options_apart, transfers
from eval.first_things.kinds import Case, Kind, ask, drawn, failed

#: All kinds, in the order in which they are printed.
KINDS: tuple[Kind, ...] = tuple(
    sorted((*transfers.KINDS, *options.KINDS, *options_apart.KINDS), key=lambda kind: kind.item)
)

__all__ = ["KINDS", "Case", "Kind", "ask", "drawn", "failed"]
