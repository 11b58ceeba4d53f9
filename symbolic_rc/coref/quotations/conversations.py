"""Who speaks where no verb of saying tells: the candidates of each turn, and what is seen of them.

Candidates are entities, as linking found them: who surely speaks in turns nearby, who acts in the narration
around, who is called by name in a turn beside. `FEATURES` names what is seen of each; the weights are learned
(`coref.train.speakers`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.attributes import (
    COORDINATED,
    GENDER,
    HEAD,
    KIND,
    NAME,
    NOMINAL,
    NUMBER,
    PARAGRAPH,
    PRO,
    PRONOUN,
    QUOTE,
    START,
    Mentions,
)
from symbolic_rc.coref.mentions.pronouns import FEMININE, MASCULINE, ME, PLURAL, THEY, WE
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.chains import Chain, Floats, Pairs, expect
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.people import People
from symbolic_rc.coref.quotations.speakers import CONVERSATION, SURE, addressed
from symbolic_rc.coref.quotations.turns import turns_of

#: What is seen of a candidate; then of two candidates of a turn and the one before (or before that, "back"),
#: by how many paragraphs lie between.
FEATURES = (
    "speaks nearby",
    "mentioned before",
    "acts before, same paragraph",
    "acts between, same paragraph",
    "mentioned between, same paragraph",
    "acts after, same paragraph",
    "mentioned after, same paragraph",
    "acts in the paragraph before",
    "called in the turn before",
    "called in the turn after",
    "called in this turn",
    "named in this turn",
    "is I",
    "is a pronoun",
    "is a noun",
    "is many",
    *(f"{how} {gap}" for gap in ("next", "near", "far") for how in ("same", "maybe the same")),
    *(f"back, {how} {gap}" for gap in ("next", "near", "far") for how in ("same", "maybe the same")),
    "same, quotation left open",
)
_NUMBER = {name: i for i, name in enumerate(FEATURES)}
_STEP, _LEAP, _OPEN = _NUMBER["same next"], _NUMBER["back, same next"], _NUMBER["same, quotation left open"]

#: A turn that belongs to no conversation with the one before lies more paragraphs behind it; likewise two.
APART, TWO_APART = 4, 6
#: Speakers of sure turns before and after, so many turns away at most, over gaps of so many paragraphs.
SPEAKERS, TURNS, GAP = 3, 40, 3
#: Mentions of people in the narration before and after, at most so many tokens away.
BEFORE, AFTER, TOKENS_BEFORE, TOKENS_AFTER = 10, 5, 1500, 60
#: Paragraphs to a turn that calls somebody.
CALLED = 4
#: The rules' choice stands where no candidate is more probable than this.
LEAST = 0.4

#: Enters what is seen of a mention: the feature, if any, and its value.
_See: TypeAlias = Callable[..., None]


class _Conversations:
    """One document's turns."""

    def __init__(
        self,
        syntax: Syntax,
        mentions: Mentions,
        quotes: Sequence[Quotation],
        entity: NDArray[np.int32],
        unsaid: Set[int],
    ) -> None:
        self.syntax, self.table, self.quotes, self.entity = syntax, mentions.table, quotes, entity
        self.people = People(syntax, mentions)
        self.turns = turns_of([int(syntax.paragraphs[quote.start]) for quote in quotes])
        self.paragraph = [int(syntax.paragraphs[quotes[turn[0]].start]) for turn in self.turns]
        self.sure = [
            quotes[turn[0]].speaker if t not in unsaid and any(quotes[i].rule in SURE for i in turn) else -1
            for t, turn in enumerate(self.turns)
        ]
        hidden = {self.paragraph[t] for t in unsaid}
        told = {m for m in self.people.by_head.values() if self.table[m, PARAGRAPH] not in hidden}
        self.told = sorted(told, key=lambda m: (int(self.table[m, START]), m))
        self.starts = [int(self.table[m, START]) for m in self.told]
        self.named: dict[int, list[int]] = {}
        for m in np.flatnonzero((self.table[:, QUOTE] >= 0) & (self.table[:, KIND] == NAME)).tolist():
            if self.people.animate(m):
                self.named.setdefault(int(self.table[m, QUOTE]), []).append(m)

    def _acts(self, m: int) -> bool:
        label: str = self.syntax.deps[self.table[m, HEAD]]
        return label.startswith("nsubj")

    def _sure_nearby(self, t: int) -> Iterator[int]:
        """Yield who surely speaks in turns before and after, nearest first."""
        for step in (-1, 1):
            seen: set[int] = set()
            at = t
            while 0 <= at + step < len(self.turns) and abs(at + step - t) < TURNS and len(seen) < SPEAKERS:
                if abs(self.paragraph[at + step] - self.paragraph[at]) > GAP:
                    break
                at += step
                if self.sure[at] >= 0 and self.entity[self.sure[at]] not in seen:
                    seen.add(int(self.entity[self.sure[at]]))
                    yield self.sure[at]

    def candidates(self, t: int) -> tuple[NDArray[np.int64], Floats]:
        """Return who may speak in a turn, one mention for each entity, and what is seen of them."""
        if self.sure[t] >= 0:
            return np.array([self.sure[t]]), np.zeros((1, len(FEATURES)))
        found: dict[int, tuple[int, Floats]] = {}

        def see(m: int, feature: str = "", value: float = 1.0) -> None:
            view = found.setdefault(int(self.entity[m]), (m, np.zeros(len(FEATURES))))[1]
            if feature:
                view[_NUMBER[feature]] = max(view[_NUMBER[feature]], value)

        for m in self._sure_nearby(t):
            see(m, "speaks nearby")
        self._narration(t, see)
        self._calls(t, see, found)
        mentions = np.array([m for m, _ in found.values()], np.int64)
        views = np.array([view for _, view in found.values()]).reshape(-1, len(FEATURES))
        self._kinds(mentions, views)
        return mentions, views

    def _narration(self, t: int, see: _See) -> None:
        """See the people of the narration around a turn."""
        first, last = self.quotes[self.turns[t][0]], self.quotes[self.turns[t][-1]]
        table, here = self.table, self.paragraph[t]
        before = self.paragraph[t - 1] if t else -1
        at, behind = bisect_left(self.starts, first.start), bisect_right(self.starts, last.end)
        low, high = max(0, at - BEFORE), min(len(self.starts), behind + AFTER)
        acted = False
        for k in range(at - 1, low - 1, -1):
            m = self.told[k]
            if first.start - self.starts[k] >= TOKENS_BEFORE:
                break
            see(m, "mentioned before", 1.0 - (at - 1 - k) / BEFORE)
            if not self._acts(m):
                continue
            if table[m, PARAGRAPH] == here and not acted:
                see(m, "acts before, same paragraph")
                acted = True
            elif before < table[m, PARAGRAPH] == here - 1:
                see(m, "acts in the paragraph before")
        acted = False
        for k in range(at, high):
            m = self.told[k]
            within = self.starts[k] < last.end
            if not within and self.starts[k] - last.end >= TOKENS_AFTER:
                break
            same = table[m, PARAGRAPH] == here
            see(m, f"mentioned {'between' if within else 'after'}, same paragraph" if same else "")
            if same and self._acts(m) and (within or not acted):
                see(m, f"acts {'between' if within else 'after'}, same paragraph")
                acted = acted or not within

    def _calls(self, t: int, see: _See, found: dict[int, tuple[int, Floats]]) -> None:
        """See the narrator, and whom turns beside this one, and this one, call or name."""
        table, called = self.table, self.people.vocatives
        start = self.quotes[self.turns[t][0]].start
        if not any(table[m, KIND] == PRONOUN and table[m, PRO] == ME for m, _ in found.values()):
            for k in range(bisect_left(self.starts, start) - 1, -1, -1):
                if table[self.told[k], KIND] == PRONOUN and table[self.told[k], PRO] == ME:
                    see(self.told[k])
                    break
        for step, feature in ((-1, "called in the turn before"), (1, "called in the turn after")):
            for other, name in ((t + step, feature), (t + 2 * step, "")):
                near = 0 <= other < len(self.turns)
                if near and abs(self.paragraph[other] - self.paragraph[t]) <= CALLED:
                    for i in self.turns[other]:
                        if i in called:
                            see(called[i], name)
        for i in self.turns[t]:
            for m in {called[i]} if i in called else ():
                if int(self.entity[m]) in found:
                    see(m, "called in this turn")
            for m in self.named.get(i, ()):
                if int(self.entity[m]) in found and called.get(i) != m:
                    see(m, "named in this turn")

    def _kinds(self, mentions: NDArray[np.int64], views: Floats) -> None:
        rows = self.table[mentions]
        pronoun, group = rows[:, KIND] == PRONOUN, rows[:, PRO]
        narrator, many = pronoun & (group == ME), pronoun & np.isin(group, (WE, THEY))
        views[:, _NUMBER["is I"]] = narrator
        views[:, _NUMBER["is a pronoun"]] = pronoun & ~narrator & ~many
        views[:, _NUMBER["is a noun"]] = rows[:, KIND] == NOMINAL
        views[:, _NUMBER["is many"]] = many | (rows[:, NUMBER] == PLURAL) | (rows[:, COORDINATED] > 0)

    def alike(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Return which of two turns' candidates are the same, and which others may be, as 0 and 1."""
        a, b = self.table[first][:, None], self.table[second][None]
        same = self.entity[first][:, None] == self.entity[second][None]
        maybe = (a[..., GENDER] & b[..., GENDER] & (MASCULINE | FEMININE)) > 0
        maybe &= (a[..., NUMBER] == PLURAL) == (b[..., NUMBER] == PLURAL)
        maybe &= ~((a[..., KIND] == NAME) & (b[..., KIND] == NAME))
        for row in (a, b):
            maybe = maybe & ~((row[..., KIND] == PRONOUN) & (row[..., PRO] == ME))
        return same.astype(float), (maybe & ~same).astype(float)

    def chains(self) -> Iterator[Chain]:
        """Yield the conversations."""
        chain = Chain([], [], [], [], [])
        for t in range(len(self.turns)):
            mentions, views = self.candidates(t)
            if chain.turns and (not len(mentions) or self.paragraph[t] - self.paragraph[t - 1] > APART):
                yield chain
                chain = Chain([], [], [], [], [])
            if len(mentions):
                chain.turns.append(t)
                chain.steps.append(self._step(chain, t, mentions))
                chain.leaps.append(self._leap(chain, t, mentions))
                chain.candidates.append(mentions)
                chain.views.append(views)
        if chain.turns:
            yield chain

    def unsure(self) -> list[Chain]:
        """Return the conversations with a turn whose speaker is not sure."""
        return [chain for chain in self.chains() if any(self.sure[t] < 0 for t in chain.turns)]

    def _step(self, chain: Chain, t: int, mentions: NDArray[np.int64]) -> Pairs:
        if not chain.candidates:
            return []
        same, maybe = self.alike(chain.candidates[-1], mentions)
        gap = 2 * min(self.paragraph[t] - self.paragraph[t - 1], 3) - 2
        pairs = [(_STEP + gap, same), (_STEP + gap + 1, maybe)]
        last = self.quotes[self.turns[t - 1][-1]].end - 1
        if self.syntax.words[last][-1:] not in "”\"’'":
            pairs.append((_OPEN, same))
        return pairs

    def _leap(self, chain: Chain, t: int, mentions: NDArray[np.int64]) -> Pairs:
        if len(chain.candidates) < 2:
            return []
        apart = self.paragraph[t] - self.paragraph[t - 2]
        if apart > TWO_APART:
            return []
        same, maybe = self.alike(chain.candidates[-2], mentions)
        gap = 2 * min(apart, 4) - 4
        return [(_LEAP + gap, same), (_LEAP + gap + 1, maybe)]


def conversations(
    syntax: Syntax,
    mentions: Mentions,
    quotes: Sequence[Quotation],
    entity: NDArray[np.int32],
    unsaid: Set[int] = frozenset(),
) -> list[Chain]:
    """Return the conversations of a document that have a turn whose speaker is not sure.

    The parameters are those of `converse`; the turns in `unsaid` are taken as if nothing told who speaks, to
    learn from them.
    """
    return _Conversations(syntax, mentions, quotes, entity, unsaid).unsure()


def converse(
    syntax: Syntax,
    mentions: Mentions,
    quotes: Sequence[Quotation],
    entity: NDArray[np.int32],
    weights: Floats,
) -> list[Quotation]:
    """Return the quotations, with the likeliest speaker where no verb of saying tells.

    Parameters
    ----------
    syntax : Syntax
    mentions : Mentions
    quotes : sequence of Quotation
        With the speakers that the rules found.
    entity : ndarray of int32
        Of each mention, as linking found it.
    weights : ndarray of float64
        By feature.
    """
    found = list(quotes)
    paragraphs = [int(syntax.paragraphs[quote.start]) for quote in quotes]
    document = _Conversations(syntax, mentions, quotes, entity, frozenset())
    turns = document.turns
    for chain in document.unsure():
        _, _, probabilities = expect(chain, weights)
        for t, people, sure in zip(chain.turns, chain.candidates, probabilities, strict=True):
            told = any(quotes[i].rule in SURE for i in turns[t])
            if not told and sure.max() >= LEAST:
                for i in turns[t]:
                    found[i] = replace(found[i], speaker=int(people[int(sure.argmax())]), rule=CONVERSATION)
    speakers = [quote.speaker for quote in found]
    addressees = addressed(turns, paragraphs, speakers, document.people.vocatives)
    return [replace(quote, addressee=to) for quote, to in zip(found, addressees, strict=True)]
