"""The people whom a narration tells of and whom quotations call: who may speak."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.attributes import (
    COORDINATED,
    END,
    GENDER,
    HEAD,
    KIND,
    NAME,
    PRO,
    PRONOUN,
    QUOTE,
    START,
    Mentions,
)
from symbolic_rc.coref.mentions.pronouns import FEMININE, HE, MASCULINE, ME, NEUTER, SHE, THEY, WE
from symbolic_rc.coref.mentions.syntax import Syntax

_AROUND_VOCATIVE = frozenset(",.!?;:—–“”\"‘’'") | {
    "--",
    "``",
    "''",
    "oh",
    "o",
    "ah",
    "well",
    "yes",
    "no",
    "and",
}
#: A coordination of more tokens than this is rather two clauses that were read as one phrase.
LONG = 5
_NO_SPEAKERS = frozenset({"voice", "reply", "it"})


class People:
    """Mentions of those who may speak, by where they stand.

    Attributes
    ----------
    by_head, starting : dict of int to int
        Mentions of people in the narration, by their head and by their first token.
    anything_by_head, anything_starting : dict of int to int
        The same for all mentions in the narration: in a fable a clock speaks, too.
    vocatives : dict of int to int
        Of each quotation that calls somebody, the mention that does.
    """

    def __init__(self, syntax: Syntax, mentions: Mentions) -> None:
        self.syntax, self.table = syntax, mentions.table
        self.by_head: dict[int, int] = {}
        self.starting: dict[int, int] = {}
        self.anything_by_head: dict[int, int] = {}
        self.anything_starting: dict[int, int] = {}
        self.vocatives: dict[int, int] = {}
        self._animate: list[bool] = _animate(self.table).tolist()
        joined = self.table[:, COORDINATED] > 0
        self._joined: list[bool] = joined.tolist()
        self._long: list[bool] = (joined & (self.table[:, END] - self.table[:, START] > LONG)).tolist()
        for m, (head, start, quote) in enumerate(self.table[:, [HEAD, START, QUOTE]].tolist()):
            if quote >= 0:
                if self._animate[m] and quote not in self.vocatives and self._vocative(m):
                    self.vocatives[quote] = m
                continue
            if self._animate[m]:
                self._enter(self.by_head, head, m)
                self._enter(self.starting, start, m)
            if syntax.lowers[head] not in _NO_SPEAKERS:
                self._enter(self.anything_by_head, head, m)
                self._enter(self.anything_starting, start, m)

    def _enter(self, index: dict[int, int], place: int, m: int) -> None:
        """Enter a mention: the outermost of a place, unless that is a long coordination."""
        old = index.setdefault(place, m)
        if self._long[old] and not self._joined[m]:
            index[place] = m

    def animate(self, m: int) -> bool:
        """Whether a mention is of a person, as far as its words tell."""
        return self._animate[m]

    def _vocative(self, m: int) -> bool:
        """Whether a mention of a person calls that person."""
        row, syntax = self.table[m], self.syntax
        if row[KIND] == PRONOUN:
            return False
        if syntax.deps[row[HEAD]] == "vocative":
            return True
        before, after = int(row[START]) - 1, int(row[END])
        return (
            row[KIND] == NAME
            and before >= 0
            and after < len(syntax)
            and syntax.lowers[before] in _AROUND_VOCATIVE
            and syntax.words[after] in _AROUND_VOCATIVE
        )


def _animate(table: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which mentions are of persons, as far as their words tell."""
    gender, kind = table[:, GENDER], table[:, KIND]
    person = (gender & (MASCULINE | FEMININE) != 0) & ((kind == NAME) | (gender & NEUTER == 0))
    return np.where(kind == PRONOUN, np.isin(table[:, PRO], (ME, HE, SHE, WE, THEY)), person)
