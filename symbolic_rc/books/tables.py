"""Tables of a read text for scholars: characters, direct speech, who meets whom, what happens when."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

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

Row = dict[str, Any]


class Tables:
    """The tables of a story; each is a method that yields rows, and its name is the table's.

    Chapters are named by their headings, sentences are counted from 1, and the offsets are those of the text
    as it was given.

    Parameters
    ----------
    story : Story
    part : Excerpt, optional
        The way back to the whole text, if the story is a part of it; see `symbolic_rc.layout.readable`.

    Examples
    --------
    >>> import symbolic_rc
    >>> story = symbolic_rc.read('Ada Holm kept the mill. "I need a wheel," she said to Bo Finch.')
    >>> tables = Tables(story)
    >>> [(row["name"], row["gender"], row["mentions"]) for row in tables.characters()]
    [('Ada Holm', 'feminine', 3), ('Bo Finch', 'masculine', 1)]
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
        """Return the name of an entity, or of the person whom it is part of."""
        if entity < 0:
            return ""
        return self._people.get(int(self._cast.of_entity[entity]), self._story.entities[entity].name)

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
        """The entities that speak and are spoken to in each quotation; -1 where that is not known."""
        entities = [*(one.entity for one in self._story.mentions), -1]
        return [(entities[said.speaker], entities[said.addressee]) for said in self._story.quotations]

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
        first: dict[tuple[int, int], int] = {}
        member = self._cast.of_entity

        def add(what: str, token: int, *entities: int) -> None:
            numbers = [int(member[one]) for one in entities if one >= 0]
            found = [one for one in dict.fromkeys(numbers) if one in self._people]
            for i, one in enumerate(found):
                for other in found[:i]:
                    pair = (min(one, other), max(one, other))
                    key = what if what != "to" else "to" if found[0] == pair[0] else "back"
                    counts.setdefault(pair, Counter())[key] += 1
                    first[pair] = min(first.get(pair, token), token)

        by_sentence: dict[int, list[int]] = {}
        for mention in self._story.mentions:
            by_sentence.setdefault(bisect_right(self._starts, mention.head), []).append(mention.entity)
        for sentence, entities in by_sentence.items():
            add("sentences", self._starts[max(sentence - 1, 0)], *entities)
        for event in self._story.facts.chronology:
            if not event.denied:
                add("events", event.token, *(term.entity for term in event.terms))
        for said, turn in zip(self._story.quotations, self._turns, strict=True):
            add("to", said.start, *turn)
        for pair in sorted(counts, key=lambda pair: (-counts[pair].total(), pair)):
            found = counts[pair]
            yield {
                "name": self._people[pair[0]],
                "other": self._people[pair[1]],
                "sentences": found["sentences"],
                "events": found["events"],
                "says to": found["to"],
                "is told by": found["back"],
                **self._place(first[pair]),
            }

    def timeline(self) -> Iterator[Row]:
        """Yield the events in the order of happening, as far as the text gives it."""
        for number, event in enumerate(self._story.facts.chronology, 1):
            yield {
                "order": number,
                **self._place(event.token),
                "event": ("not " if event.denied else "") + (event.sense or event.predicate),
                "who": self._terms(event, "ARG0"),
                "what": self._terms(event, "ARG1", "ARG2", "ARG3", "ARG4"),
                "time": self._terms(event, "ARGM-TMP"),
                "place": self._terms(event, "ARGM-LOC", "ARGM-DIR", "ARGM-GOL"),
            }

    def _terms(self, event: Fact, *roles: str) -> str:
        """Return the terms of an event with some roles, persons by their names."""
        return "; ".join(
            self._people.get(int(self._cast.of_entity[term.entity]) if term.entity >= 0 else -1)
            or one_line(self._story.doc[term.start : term.end].text)
            for term in event.terms
            if term.role in roles
        )


#: The tables by name, with what each holds.
TABLES: dict[str, Callable[[Tables], Iterator[Row]]] = {
    "characters": Tables.characters,
    "quotations": Tables.quotations,
    "meetings": Tables.meetings,
    "timeline": Tables.timeline,
}
