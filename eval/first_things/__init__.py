"""What a stranger meets first: generated cases of each kind, and the share that is right."""

from __future__ import annotations

from eval.first_things import files, transfers
from eval.first_things.kinds import Case, Check, Kind, ask, drawn, failed

#: All kinds, in the order in which they are printed.
KINDS: tuple[Kind, ...] = tuple(sorted((*transfers.KINDS,), key=lambda kind: kind.item))

#: All checks, in the order in which they are printed, after the kinds.
CHECKS: tuple[Check, ...] = tuple(sorted((*files.CHECKS,), key=lambda check: check.item))

__all__ = ["CHECKS", "KINDS", "Case", "Check", "Kind", "ask", "drawn", "failed"]
