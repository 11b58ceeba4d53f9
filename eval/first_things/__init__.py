"""What a stranger meets first: generated cases of each kind, and the share that is right."""

from __future__ import annotations

from eval.first_things import polar, pronouns, transfers, wording
from eval.first_things.kinds import Case, Kind, ask, drawn, failed

_MODULES = (pronouns, transfers, polar, wording)
#: All kinds, in the order in which they are printed.
KINDS: tuple[Kind, ...] = tuple(
    sorted((kind for module in _MODULES for kind in module.KINDS), key=lambda kind: kind.item)
)

__all__ = ["KINDS", "Case", "Kind", "ask", "drawn", "failed"]
