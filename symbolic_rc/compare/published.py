"""Figures quoted from papers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One row of a paper's table, quoted: what it was, on which split, its figures, and where they stand."""

    system: str
    split: str
    figures: str
    source: str
