"""Tables of a read text for scholars: characters, direct speech, who meets whom, what happens when."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from symbolic_rc.books.reading import Cast
from symbolic_rc.core.excerpt import Excerpt
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.terminal import one_line
from symbolic_rc.graph.facts import Fact
from symbolic_rc.layout.chapters import chapter_at, chapters
from symbolic_rc.story import Story

#: Characters of a text, at most.
_MOST = 500
_GENDERS = ("feminine", "masculine")
#: The addressee's relations to a verb of saying.
_ADDRESSEE = ("iobj", "obj")
#: The roles in the columns of the timeline.
_COLUMNS = {
    "who": "ARG0",
    "what": "ARG1 ARG2 ARG3 ARG4",
    "time": "ARGM-TMP",
    "place": "ARGM-LOC ARGM-DIR ARGM-GOL",
}

Row = dict[str, Any]


class Tables:
    """The tables of a story, each a method: chapters by their headings, sentences counted from 1.

    Parameters
    ----------
    story : Story
    part : Excerpt, optional
        The way back to the whole text, whose offsets are given; see `symbolic_rc.layout.readable`.

    Examples
    --------
    >>> import symbolic_rc
    >>> story = symbolic_rc.read('Ada Holm kept the mill. "I need a wheel," said Ada to Bo Finch.')
    >>> tables = Tables(story)
    >>> [(row["speaker"], row["addressee"]) for row in tables.quotations()]
    [('Ada Holm', 'Bo Finch')]
    """

    def __init__(self, story: Story, part: Excerpt | None = None) -> None:
        self._story, self._part = story, part
        self._cast = Cast(story, [token.text for token in story.doc], _MOST, 1)
        self._chapters = chapters(story.text)
        self._starts = [sent.start for sent in story.doc.sents]

    @cached_property
    def _people(self) -> dict[int, str]:
        """The names of the members of the cast who are persons, by their number."""
        return {
            number: self._story.entities[member.ids[0]].name
            for number, member in enumerate(self._cast.members)
            if member.type == "PERSON" or (not member.type and member.gender in _GENDERS) or member.speaks
        }

    def _name(self, entity: int) -> str:
        """Return the name of an entity, or of the person whom it is part of; nothing for -1."""
        own = self._story.entities[entity].name if entity >= 0 else ""
        return self._people.get(int(self._cast.of_entity[entity]), own) if own else ""

    def _place(self, token: int) -> Row:
        """Return the chapter and the sentence of a token."""
        number = chapter_at(self._chapters, self._story.doc[token].idx)
        return {"chapter": self._chapters[number].title, "sentence": bisect_right(self._starts, token)}

    def characters(self) -> Iterator[Row]:
        """Yield the persons with a name, the most mentioned first."""
        said = Counter(self._name(speaker) for speaker, _ in self._turns)
        for number, name in self._people.items():
            member = self._cast.members[number]
            kinds = Counter(self._story.mentions[one].kind for one in member.mentions.tolist())
            names = [one for entity in member.ids for one in self._story.entities[entity].names]
            yield {
                "name": name,
                "gender": member.gender,
                "mentions": len(member.mentions),
                "by name": kinds["name"],
                "by noun": kinds["nominal"],
                "by pronoun": kinds["pronoun"],
                "quotations": said[name],
                "other names": "; ".join(dict.fromkeys(one for one in names if one != name)),
                **self._place(int(self._cast.heads[member.mentions].min())),
            }

    @cached_property
    def _turns(self) -> list[tuple[int, int]]:
        """The entities that speak and are spoken to in each quotation; -1 where unknown."""
        mentions = self._story.mentions
        entities, heads = [*(one.entity for one in mentions), -1], {one.head: one.entity for one in mentions}
        found = []
        for said in self._story.quotations:
            to = entities[said.addressee]
            if said.speaker >= 0 and said.rule.startswith("verb"):  # "said Ada to Bo", "Ada told Bo"
                for word in self._story.doc[mentions[said.speaker].head].head.children:
                    named = heads.get(word.i, -1)
                    addressed = word.dep_ in _ADDRESSEE or any(one.lower_ == "to" for one in word.lefts)
                    if addressed and named >= 0 and int(self._cast.of_entity[named]) in self._people:
                        to = named
            found.append((entities[said.speaker], to))
        return found

    def quotations(self) -> Iterator[Row]:
        """Yield direct speech with its speaker, its addressee and the rule that found the speaker."""
        for said, (speaker, addressee) in zip(self._story.quotations, self._turns, strict=True):
            span = self._story.doc[said.start : said.end]
            place = (span.start_char, span.end_char)
            start, end = (self._part.origin(*place) or ("", "")) if self._part else place
            yield {
                **self._place(said.start),
                "speaker": self._name(speaker),
                "addressee": self._name(addressee),
                "found by": said.rule,
                "quotation": one_line(span.text),
                "start": start,
                "end": end,
            }

    def meetings(self) -> Iterator[Row]:
        """Yield pairs of persons in one sentence, in one event, or in talk; those first who are so most."""
        counts: dict[tuple[int, int], Counter[str]] = {}
        together = np.triu(self._cast.together, 1)
        for i, j in np.argwhere(together).tolist():
            if {i, j} <= self._people.keys():
                counts[i, j] = Counter(sentences=int(together[i, j]))
        for event in self._story.facts.chronology:
            for i, j in self._pairs(one.entity for one in event.terms):
                counts.setdefault((min(i, j), max(i, j)), Counter())["events"] += 1
        for turn in self._turns:
            for i, j in self._pairs(turn):
                column = "says to" if i < j else "hears from"
                counts.setdefault((min(i, j), max(i, j)), Counter())[column] += 1
        columns = ("sentences", "events", "says to", "hears from")
        for (i, j), found in sorted(counts.items(), key=lambda item: (-item[1].total(), item[0])):
            own = {column: found[column] for column in columns}
            yield {"name": self._people[i], "other": self._people[j], **own}

    def _pairs(self, entities: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield the pairs of different persons among some entities, by their numbers in the cast."""
        numbers = [int(self._cast.of_entity[one]) for one in entities if one >= 0]
        return combinations(dict.fromkeys(one for one in numbers if one in self._people), 2)

    def timeline(self) -> Iterator[Row]:
        """Yield the events in the order of happening, as far as the text gives it."""
        for number, event in enumerate(self._story.facts.chronology, 1):
            name = ("not " if event.denied else "") + (event.sense or event.predicate)
            roles = {column: self._terms(event, names) for column, names in _COLUMNS.items()}
            yield {"order": number, **self._place(event.token), "event": name, **roles}

    def _terms(self, event: Fact, roles: str) -> str:
        """Return the terms of an event with some roles, persons by their names."""
        member = [*self._cast.of_entity.tolist(), -1]  # the last: no entity
        return "; ".join(
            self._people.get(member[one.entity]) or one_line(self._story.doc[one.start : one.end].text)
            for one in event.terms
            if one.role in roles.split()
        )


#: The names of the tables.
TABLES = ("characters", "quotations", "meetings", "timeline")


def cells_of(rows: Sequence[Row]) -> list[list[str]]:
    """Return the rows of a table as cells, below the names of their columns."""
    return [[*rows[0]], *([*map(str, row.values())] for row in rows)] if rows else []
