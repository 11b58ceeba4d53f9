"""Keys of what noun phrases refer to: pronouns by their antecedents, coordinations by their members."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symbolic_rc.graph.facts import Facts
from symbolic_rc.graph.facts.reading.phrases import key_of, phrase_from
from symbolic_rc.lexicon.english import PHRASE_DETERMINERS, TIME_ADVERBS


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a noun phrase names: its key, and the tokens of the story that name it."""

    key: str
    start: int
    end: int


class Naming:
    """Gives phrases of a story their keys.

    Parameters
    ----------
    facts : Facts
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._at_head = {mention.head: mention.entity for mention in facts.mentions}

    def of(self, start: int, end: int, entity: int = -1) -> tuple[Phrase, ...]:
        """Return what tokens name, one phrase for each member of a list; pronouns by what they mean."""
        syntax = self.facts.syntax
        words = syntax.lowers
        while start < end and (
            syntax.pos[start] in ("ADP", "SCONJ", "PUNCT", "ADV")
            or words[start] in TIME_ADVERBS
            or (start + 1 < end and words[start] in PHRASE_DETERMINERS and words[start + 1] in TIME_ADVERBS)
        ):
            start += 1
        if start < end and syntax.pos[start] == "PRON" and syntax.lowers[start] not in PHRASE_DETERMINERS:
            return self._of_pronoun(start, entity)
        return tuple(self._members(start, end))

    def _members(self, start: int, end: int) -> Iterator[Phrase]:
        syntax = self.facts.syntax
        at = start
        while at < end:
            first, last = phrase_from(syntax, at, end)
            if first == last:
                return
            yield Phrase(key_of(syntax.words[first:last]), first, last)
            at = last
            while at < end and (syntax.lowers[at] in ("and", "or") or syntax.words[at] == ","):
                at += 1
            if at == last:
                return

    def _of_pronoun(self, token: int, entity: int) -> tuple[Phrase, ...]:
        entity = entity if entity >= 0 else self._at_head.get(token, -1)
        if entity < 0:
            return ()
        mentions = [self.facts.mentions[i] for i in self.facts.entities[entity].mentions]
        before = [m for m in mentions if m.kind != "pronoun" and m.start < token] or [
            m for m in mentions if m.kind != "pronoun"
        ]
        named = [m for m in before if m.kind == "name"] or before
        return tuple(self._members(named[-1].start, named[-1].end)) if named else ()
