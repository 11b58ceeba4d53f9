"""Who says each quotation, and to whom: ordered rules over the narration around it.

The rules go from sure (a verb of saying with its subject beside the quotation) to bold (turns of a dialogue
alternate); each quotation keeps the name of the rule that decided. The rules follow Elson and McKeown
(2010) and
Muzny et al. (2017, "A two-stage sieve approach for quote attribution").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from symbolic_rc.coref.mentions.attributes import (
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
from symbolic_rc.coref.mentions.lexical import SPEECH_VERBS
from symbolic_rc.coref.mentions.pronouns import FEMININE, HE, MASCULINE, ME, NEUTER, SHE, THEY, WE
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation

#: Tokens of narration around a quotation that are searched for its verb of saying.
REACH = 30

_SENTENCE_END = frozenset(".!?")
_BEFORE_SPEECH = frozenset({",", ":", "--", "—", "–"})
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


def attribute(syntax: Syntax, mentions: Mentions, quotes: Sequence[Quotation]) -> list[Quotation]:
    """Return the quotations with speakers, addressees and the rules that found the speakers."""
    return _Attribution(syntax, mentions, quotes).run()


class _Attribution:
    """The state of one document's attribution."""

    def __init__(self, syntax: Syntax, mentions: Mentions, quotes: Sequence[Quotation]) -> None:
        self.syntax, self.quotes = syntax, list(quotes)
        table = mentions.table
        self.table = table
        self.by_head: dict[int, int] = {}
        self.starting: dict[int, int] = {}
        for m in range(len(mentions)):
            if not self._animate(m):
                continue
            if table[m, QUOTE] < 0:
                self.by_head.setdefault(int(table[m, HEAD]), m)
                self.starting.setdefault(int(table[m, START]), m)
        self.speaker = [quote.speaker for quote in self.quotes]
        self.addressee = [-1] * len(self.quotes)
        self.rule = [quote.rule for quote in self.quotes]
        self.paragraph = [int(syntax.paragraphs[quote.start]) for quote in self.quotes]
        self.vocatives: dict[int, int] = {}
        for m in range(len(mentions)):
            quote = int(table[m, QUOTE])
            if quote >= 0 and quote not in self.vocatives and self._vocative(m):
                self.vocatives[quote] = m

    def _animate(self, m: int) -> bool:
        row = self.table[m]
        if row[KIND] == PRONOUN:
            return int(row[PRO]) in (ME, HE, SHE, WE, THEY)
        return bool(row[GENDER] & (MASCULINE | FEMININE)) and (row[KIND] == NAME or not row[GENDER] & NEUTER)

    def _vocative(self, m: int) -> bool:
        row, syntax = self.table[m], self.syntax
        if row[KIND] == PRONOUN or not self._animate(m):
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

    def run(self) -> list[Quotation]:
        bounds = self._bounds()
        for i, (low, high) in enumerate(bounds):
            if self.speaker[i] < 0:
                self._explicit(i, low, high)
        self._spread("same paragraph")
        for i, (low, high) in enumerate(bounds):
            if self.speaker[i] < 0:
                self._actor(i, low, high)
        self._spread("same paragraph")
        self._find_turns()
        self._alternate()
        self._spoken_to()
        for i, (low, _) in enumerate(bounds):
            if self.speaker[i] < 0:
                self._before(i, low)
            if i in self.vocatives:
                self.addressee[i] = self.vocatives[i]
        self._addressees()
        return [
            replace(quote, speaker=self.speaker[i], addressee=self.addressee[i], rule=self.rule[i])
            for i, quote in enumerate(self.quotes)
        ]

    def _bounds(self) -> list[tuple[int, int]]:
        """Return, for each quotation, the narration around it within its paragraph."""
        syntax, quotes = self.syntax, self.quotes
        bounds = []
        for i, quote in enumerate(quotes):
            low = high = None
            if i and self.paragraph[i - 1] == self.paragraph[i]:
                low = quotes[i - 1].end
            if i + 1 < len(quotes) and self.paragraph[i + 1] == self.paragraph[i]:
                high = quotes[i + 1].start
            if low is None:
                low = quote.start
                while low and syntax.paragraphs[low - 1] == self.paragraph[i]:
                    low -= 1
                    if quote.start - low > 300:
                        break
            if high is None:
                high = quote.end
                while high < len(syntax) and syntax.paragraphs[high] == self.paragraph[i]:
                    high += 1
                    if high - quote.end > 300:
                        break
            bounds.append((low, high))
        return bounds

    def _set(self, i: int, mention: int, rule: str) -> bool:
        if mention < 0:
            return False
        self.speaker[i], self.rule[i] = mention, rule
        return True

    def _subject(self, verb: int) -> int:
        """Return the mention that is the subject of a verb of saying, inverted ones too, or -1."""
        syntax = self.syntax
        children = syntax.children_of(verb)
        for child in children:
            if syntax.deps[child].startswith("nsubj") and child in self.by_head:
                return self.by_head[child]
        if verb + 1 in self.starting and syntax.lowers[verb + 1] not in ("him", "her", "them", "me", "us"):
            return self.starting[verb + 1]
        if syntax.deps[verb] == "conj":
            up = int(syntax.heads[verb])
            for child in syntax.children_of(up):
                if syntax.deps[child].startswith("nsubj") and child in self.by_head:
                    return self.by_head[child]
        for before in (verb - 1, verb - 2):
            if before in self.by_head:
                return self.by_head[before]
        return -1

    def _explicit(self, i: int, low: int, high: int) -> None:
        syntax, quote = self.syntax, self.quotes[i]
        for token in range(quote.end, min(high, quote.end + REACH)):
            if syntax.words[token] in _SENTENCE_END and token > quote.end:
                break
            if self._says(token) and self._set(i, self._subject(token), "verb after"):
                return
        before = quote.start - 1
        while before > 0 and syntax.words[before].isspace():
            before -= 1
        leads = before >= 0 and syntax.words[before] in _BEFORE_SPEECH
        if leads and before < low:
            # a paragraph that ends in a colon leads up to the next
            leads = syntax.words[before] == ":"
            low = max(0, before - REACH) if leads else low
        for token in range(quote.start - 1, max(low, quote.start - REACH) - 1, -1):
            if syntax.words[token] in _SENTENCE_END and not leads:
                break
            near = leads or token > quote.start - 4
            if near and self._says(token) and self._set(i, self._subject(token), "verb before"):
                return

    def _says(self, token: int) -> bool:
        return self.syntax.pos[token] == "VERB" and self.syntax.lemmas[token].lower() in SPEECH_VERBS

    def _spread(self, rule: str) -> None:
        """Give quotations the speaker of the nearest earlier, else later, one in their paragraph."""
        count = len(self.quotes)
        for steps in (range(1, count), range(count - 2, -1, -1)):
            back = -1 if steps.step > 0 else 1
            for i in steps:
                j = i + back
                if self.speaker[i] < 0 <= self.speaker[j] and self.paragraph[i] == self.paragraph[j]:
                    self._set(i, self.speaker[j], rule)

    def _actor(self, i: int, low: int, high: int) -> None:
        """Take the subject of the narration in the quotation's own paragraph: who acts there speaks."""
        quote = self.quotes[i]
        places = [*range(quote.start - 1, low - 1, -1), *range(quote.end, high)]
        for token in places:
            if token in self.by_head and self.syntax.deps[token].startswith("nsubj"):
                self._set(i, self.by_head[token], "who acts beside it")
                return

    def _find_turns(self) -> None:
        """Part the quotations into turns, one a paragraph."""
        turns: list[list[int]] = []
        for i in range(len(self.quotes)):
            if turns and self.paragraph[turns[-1][0]] == self.paragraph[i]:
                turns[-1].append(i)
            else:
                turns.append([i])
        self.turns = turns

    def _alternate(self) -> None:
        """Let the turns of a dialogue alternate, forwards and then backwards."""
        turns = self.turns
        for step in (2, -2):
            order = range(len(turns)) if step > 0 else range(len(turns) - 1, -1, -1)
            for t in order:
                other = t - step
                if not 0 <= other < len(turns) or self.speaker[turns[t][0]] >= 0:
                    continue
                near = abs(self.paragraph[turns[t][0]] - self.paragraph[turns[other][0]])
                if near <= 3 and self.speaker[turns[other][0]] >= 0:
                    for i in turns[t]:
                        self._set(i, self.speaker[turns[other][0]], "turns alternate")

    def _spoken_to(self) -> None:
        """Whom the turn before calls by name speaks next."""
        for before, turn in pairwise(self.turns):
            if self.speaker[turn[0]] >= 0 or self.paragraph[turn[0]] - self.paragraph[before[0]] > 2:
                continue
            called = [self.vocatives[i] for i in before if i in self.vocatives]
            if called:
                for i in turn:
                    self._set(i, called[-1], "was spoken to")

    def _before(self, i: int, low: int) -> None:
        """Take the last person who acted, else was mentioned, before the quotation, but not the last
        speaker."""
        last = self.speaker[i - 1] if i else -1
        fallback = -1
        for token in range(self.quotes[i].start - 1, max(-1, self.quotes[i].start - 200), -1):
            mention = self.by_head.get(token, -1)
            if mention < 0 or mention == last:
                continue
            if self.syntax.deps[token].startswith("nsubj"):
                self._set(i, mention, "who acted before it")
                return
            fallback = fallback if fallback >= 0 else mention
        self._set(i, fallback, "who was mentioned before it")

    def _addressees(self) -> None:
        """Without a vocative, a turn is spoken to whoever speaks in the turn before or after."""
        for t, turn in enumerate(self.turns):
            for i in turn:
                for other in (t - 1, t + 1):
                    if self.addressee[i] >= 0 or not 0 <= other < len(self.turns):
                        continue
                    j = self.turns[other][0]
                    near = abs(self.paragraph[i] - self.paragraph[j]) <= 2
                    if near and self.speaker[j] >= 0 and self.speaker[j] != self.speaker[i]:
                        self.addressee[i] = self.speaker[j]
