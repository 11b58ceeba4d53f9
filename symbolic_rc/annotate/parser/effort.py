"""How much the parser that reads twice compares: what it may take longer for."""

from __future__ import annotations

from typing import NamedTuple


class Effort(NamedTuple):
    """How many trees are searched for and compared.

    Attributes
    ----------
    width : int
        Trees of one reading of the tags.
    behind : float
        How far behind the best one the search follows others.
    readings : int
        Readings of a sentence's tags: the tagger's, and others where one word has its second best label.
    others : int
        So many trees of a sentence are kept beside the one that is taken.
    """

    width: int
    behind: float
    readings: int
    others: int


#: Texts of up to so many words are tagged and parsed twice by the usual pipeline; longer ones, books, are
#: tagged once and parsed greedily, five times as fast.
SHORT = 20_000
#: Of the usual pipeline, and of ``classical:best``: what the second finds more takes it twice the time.
USUAL, THOROUGH = Effort(4, 400.0, 3, 0), Effort(8, 600.0, 4, 5)
