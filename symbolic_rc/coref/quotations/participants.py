"""Possible speakers: people of the narration and vocatives; the turns of conversations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import Mentions
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation

_AROUND_VOCATIVE = frozenset(",.!?;:—–“”\"‘’'") | frozenset("-- `` '' oh o ah well yes no and".split())
#: The rule of a quotation that begins a turn within its paragraph, as another than the last speaker acts.
ACTION = "action beat"
#: The rule of a quotation directly behind another one, or that calls who spoke before.
ANSWER = "answer"
#: A coordination of more tokens than this is more likely two clauses parsed as one phrase.
LONG = 5
_NO_SPEAKERS = frozenset({"voice", "reply", "it"})
#: Maximum number of tokens of narration before and after a quotation.
FAR = 300


class Participants:
    """Mentions of possible speakers, by position.

    Attributes
    ----------
    by_head, by_start : dict of int to int
        Mentions of people in the narration, by their head and by their first token.
    any_by_head, any_by_start : dict of int to int
        The same for all mentions in the narration: in a fable, things speak, too.
    vocatives : dict of int to int
        Of each quotation with a vocative, its mention.
    animate : list of bool
        Of each mention, whether it denotes a person, by its words.
    """

    def __init__(self, syntax: Syntax, mentions: Mentions) -> None:
        self.syntax, self.table = syntax, mentions.table
        self.by_head: dict[int, int] = {}
        self.by_start: dict[int, int] = {}
        self.any_by_head: dict[int, int] = {}
        self.any_by_start: dict[int, int] = {}
        self.vocatives: dict[int, int] = {}
        self.animate: list[bool] = _animate(self.table).tolist()
        joined = self.table[:, A.COORDINATED] > 0
        self._joined: list[bool] = joined.tolist()
        self._long: list[bool] = (joined & (self.table[:, A.LENGTH] > LONG)).tolist()
        for m, (head, start, quote) in enumerate(self.table[:, [A.HEAD, A.START, A.QUOTE]].tolist()):
            if quote >= 0:
                if self.animate[m] and quote not in self.vocatives and self._is_vocative(m):
                    self.vocatives[quote] = m
                continue
            if self.animate[m]:
                self._enter(self.by_head, head, m)
                self._enter(self.by_start, start, m)
            if syntax.lowers[head] not in _NO_SPEAKERS:
                self._enter(self.any_by_head, head, m)
                self._enter(self.any_by_start, start, m)

    def _enter(self, index: dict[int, int], place: int, m: int) -> None:
        """Enter a mention: the outermost at its position, unless that is a long coordination."""
        old = index.setdefault(place, m)
        if self._long[old] and not self._joined[m]:
            index[place] = m

    def _is_vocative(self, m: int) -> bool:
        row, syntax = self.table[m], self.syntax
        if row[A.KIND] == A.PRONOUN:
            return False
        if syntax.deps[row[A.HEAD]] == "vocative":
            return True
        before, after = int(row[A.START]) - 1, int(row[A.END])
        if row[A.KIND] != A.NAME or before < 0 or after >= len(syntax):
            return False
        return syntax.lowers[before] in _AROUND_VOCATIVE and syntax.words[after] in _AROUND_VOCATIVE


def _animate(table: NDArray[np.int32]) -> NDArray[np.bool_]:
    gender, kind = table[:, A.GENDER], table[:, A.KIND]
    person = (gender & G.PERSONAL != 0) & ((kind == A.NAME) | (gender & G.NEUTER == 0))
    pronoun = np.isin(table[:, A.PRO], (G.ME, G.HE, G.SHE, G.WE, G.THEY))
    return np.where(kind == A.PRONOUN, pronoun, person)


def turns_of(paragraphs: Sequence[int], rules: Sequence[str]) -> list[list[int]]:
    """Group quotations, given by their paragraphs and the rules that found their speakers, into turns.

    >>> turns_of([0, 0, 1, 4, 4], ["", "", "", "", "action beat"])
    [[0, 1], [2], [3], [4]]
    """
    turns: list[list[int]] = []
    for i, paragraph in enumerate(paragraphs):
        if turns and paragraphs[turns[-1][0]] == paragraph and rules[i] not in (ACTION, ANSWER):
            turns[-1].append(i)
        else:
            turns.append([i])
    return turns


def directly_behind(syntax: Syntax, earlier: Quotation, later: Quotation) -> bool:
    """Whether nothing but white space stands between two quotations."""
    return all(word.isspace() for word in syntax.words[earlier.end : later.start])


def narration_around(syntax: Syntax, quotes: Sequence[Quotation]) -> list[tuple[int, int]]:
    """Return the bounds of the narration around each quotation within its paragraph."""
    paragraph = [int(syntax.paragraphs[quote.start]) for quote in quotes]
    bounds = []
    for i, quote in enumerate(quotes):
        low, high = quote.start, quote.end
        if i and paragraph[i - 1] == paragraph[i]:
            low = quotes[i - 1].end
        else:
            while low and quote.start - low <= FAR and syntax.paragraphs[low - 1] == paragraph[i]:
                low -= 1
        if i + 1 < len(quotes) and paragraph[i + 1] == paragraph[i]:
            high = quotes[i + 1].start
        else:
            while high < len(syntax) and high - quote.end <= FAR and syntax.paragraphs[high] == paragraph[i]:
                high += 1
        bounds.append((low, high))
    return bounds
