"""What a stranger meets first: generated cases of each kind, and the share that is right."""

from __future__ import annotations

from eval.first_things import (
    files,
    meaning,
    options,
    options_apart,
    polar,
    pronouns,
    robust,
    transfers,
    wording,
)
from eval.first_things.kinds import Case, Check, Kind, ask, drawn, failed

_MODULES = (pronouns, transfers, polar, options, options_apart, wording, meaning)
#: All kinds, in the order in which they are printed.
KINDS: tuple[Kind, ...] = tuple(
    sorted((kind for module in _MODULES for kind in module.KINDS), key=lambda kind: kind.item)
)
#: All checks, in the order in which they are printed, after the kinds.
CHECKS: tuple[Check, ...] = tuple(sorted((*files.CHECKS, *robust.CHECKS), key=lambda check: check.item))

__all__ = ["CHECKS", "KINDS", "Case", "Check", "Kind", "ask", "drawn", "failed"]
