"""Who says each quotation, and to whom: ordered rules over the narration around it.

The rules go from sure (a verb of saying with its subject beside the quotation) to bold (turns of a dialogue
alternate); each quotation keeps the name of the rule that decided. The rules follow Elson and McKeown
(2010) and
Muzny et al. (2017, "A two-stage sieve approach for quote attribution").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from symbolic_rc.coref.mentions.attributes import Mentions
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.explicit import said_by
from symbolic_rc.coref.quotations.people import People
from symbolic_rc.coref.quotations.turns import narration_around, turns_of

#: The rule that a screenplay's headings have found the speaker by, before any other.
HEADING = "heading"
#: Rules that are sure enough to say who "I" is without weighing anything else.
SURE = (HEADING, "verb after", "verb before")
#: What decides, once mentions are linked, where no rule is sure (`conversations`).
CONVERSATION = "conversation"


def attribute(syntax: Syntax, mentions: Mentions, quotes: Sequence[Quotation]) -> list[Quotation]:
    """Return the quotations with speakers, addressees and the rules that found the speakers."""
    return _Attribution(syntax, mentions, quotes).run()


class _Attribution:
    """The state of one document's attribution."""

    def __init__(self, syntax: Syntax, mentions: Mentions, quotes: Sequence[Quotation]) -> None:
        self.syntax, self.quotes = syntax, list(quotes)
        people = People(syntax, mentions)
        self.people, self.by_head, self.vocatives = people, people.by_head, people.vocatives
        headed = [quote.rule == HEADING for quote in self.quotes]
        self.speaker = [q.speaker if own else -1 for q, own in zip(self.quotes, headed, strict=True)]
        self.rule = [quote.rule if own else "" for quote, own in zip(self.quotes, headed, strict=True)]
        self.paragraph = [int(syntax.paragraphs[quote.start]) for quote in self.quotes]
        self.turns = turns_of(self.paragraph)

    def run(self) -> list[Quotation]:
        bounds = narration_around(self.syntax, self.quotes)
        for i, (low, high) in enumerate(bounds):
            if self.speaker[i] < 0:
                self._set(i, *said_by(self.syntax, self.people, self.quotes[i], low, high))
        self._spread("same paragraph")
        for i, (low, high) in enumerate(bounds):
            if self.speaker[i] < 0:
                self._actor(i, low, high)
        self._spread("same paragraph")
        self._alternate()
        self._spoken_to()
        for i in range(len(self.quotes)):
            if self.speaker[i] < 0:
                self._before(i)
        addressees = addressed(self.turns, self.paragraph, self.speaker, self.vocatives)
        return [
            replace(quote, speaker=self.speaker[i], addressee=addressees[i], rule=self.rule[i])
            for i, quote in enumerate(self.quotes)
        ]

    def _set(self, i: int, mention: int, rule: str) -> bool:
        if mention < 0:
            return False
        self.speaker[i], self.rule[i] = mention, rule
        return True

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

    def _before(self, i: int) -> None:
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


def addressed(
    turns: Sequence[Sequence[int]],
    paragraphs: Sequence[int],
    speakers: Sequence[int],
    vocatives: Mapping[int, int],
) -> list[int]:
    """Return to whom each quotation is spoken: who is called in it, else who speaks before or after.

    Parameters
    ----------
    turns : sequence of sequence of int
        The quotations of each turn.
    paragraphs, speakers : sequence of int
        Paragraph and speaker of each quotation.
    vocatives : mapping of int to int
        Of each quotation that calls somebody, the mention that does.
    """
    found = [vocatives.get(i, -1) for i in range(len(speakers))]
    for t, turn in enumerate(turns):
        for i in turn:
            for other in (t - 1, t + 1):
                if found[i] >= 0 or not 0 <= other < len(turns):
                    continue
                j = turns[other][0]
                near = abs(paragraphs[i] - paragraphs[j]) <= 2
                if near and speakers[j] >= 0 and speakers[j] != speakers[i]:
                    found[i] = speakers[j]
    return found
