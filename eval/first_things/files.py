"""Checks of the files and options that a stranger gives: encodings, damage, unknown names."""

from __future__ import annotations

from eval.first_things.kinds import Check

CHECKS: tuple[Check, ...] = ()
