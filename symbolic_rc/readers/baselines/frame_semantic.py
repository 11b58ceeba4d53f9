"""Triples as they are compared: what each argument names, and which entities stand in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from spacy.tokens import Doc

from symbolic_rc.core.entity import Argument, Frame, Mention
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.lexicon.english import word_set
from symbolic_rc.question.query import Query, read_query
from symbolic_rc.readers import entities as E
from symbolic_rc.readers.baselines.prominent import Frequency
from symbolic_rc.readers.reader import ReaderOptions, choice_answer, folded, span_answer, words_of
from symbolic_rc.story import Story

_LEFT_OUT = ("ARGM-NEG", "ARGM-MOD", "ARGM-DIS")


def plain_role(role: str) -> str:
    """Return a role without the prefix of a reference or a continuation."""
    return role.removeprefix("R-").removeprefix("C-")


def triples(frames: Iterable[Frame]) -> Iterator[tuple[Argument, Frame, Argument]]:
    """Yield the triples of frames (Hermann et al. 2015, section 3.1): pairs of arguments, lower role first.

    ``ARGM-...`` may be on the right, except negation, modals and discourse markers.
    """
    for frame in frames:
        own = [(plain_role(a.role), a) for a in frame.arguments if a.role not in _LEFT_OUT]
        own.sort(key=lambda each: (each[0].startswith("ARGM"), each[0], each[1].start))
        for (role, left), (other, right) in combinations(own, 2):
            if not role.startswith("ARGM") and role != other:
                yield left, frame, right


#: What an argument may name: an entity by its number, other things by their words.
Key = int | str | tuple[str, ...]

_EMPTY = word_set("""it he she they them him her i you we us me my your his its our their this that these
    those there who whom whose which what""")
_CONTENT = frozenset(("NOUN", "PROPN", "ADJ", "NUM", "VERB"))


@dataclass(frozen=True, slots=True)
class Side:
    """One argument of a triple, as it is compared; `start` and `end` are tokens.

    `keys` are the entities that it holds, else its head's lemma; `name` is the entity at its head, else its
    content words; both empty for pronouns. `entities` are those that it holds, the nearest to the head first.
    """

    role: str
    start: int
    end: int
    keys: frozenset[Key]
    name: Key | None
    entities: tuple[int, ...]

    def holds(self, token: int) -> bool:
        """Return whether a token is part of the argument."""
        return self.start <= token < self.end


#: A triple: the predicate's roleset, and two arguments.
RoleTriple = tuple[str, Side, Side]


def facts(doc: Doc, frames: Iterable[Frame], mentions: Sequence[Mention]) -> list[RoleTriple]:
    """Return the triples of frames, to compare."""
    return [
        (frame.roleset, _side(doc, left, mentions), _side(doc, right, mentions))
        for left, frame, right in triples(frames)
    ]


def _side(doc: Doc, argument: Argument, mentions: Sequence[Mention]) -> Side:
    start, end, head = argument.start, argument.end, argument.head
    within = [
        one
        for one in mentions
        if start <= one.start and one.end <= end and (one.head == head or _is_name(doc, one.head))
    ]
    within.sort(key=lambda one: (abs(one.head - head), one.start))
    entities = tuple(dict.fromkeys(one.entity for one in within))
    keys: tuple[Key, ...] = entities
    name: Key | None = next((one.entity for one in mentions if one.start <= head < one.end), None)
    if doc[head].lower_ not in _EMPTY:
        keys = keys or (doc[head].lemma_.lower(),)
        content = tuple(token.lemma_.lower() for token in doc[start:end] if token.pos_ in _CONTENT)
        name = (content or None) if name is None else name
    return Side(plain_role(argument.role), start, end, frozenset(keys), name, entities)


def _is_name(doc: Doc, token: int) -> bool:
    return doc[token].pos_ == "PROPN" or doc[token].text[:1] == "@"


def mentions_of(story: Story, entities: Sequence[E.NamedEntity]) -> list[Mention]:
    """Return the mentions of a story's entities in tokens of its annotated text, in order."""
    starts, ends = story.chars[:, 0], story.chars[:, 1]
    found = []
    for number, entity in enumerate(entities):
        for first, last in entity.spans:
            left = int(np.searchsorted(ends, story.tokens.starts[first], side="right"))
            right = int(np.searchsorted(starts, story.tokens.ends[last - 1], side="left"))
            if left < right:
                found.append(Mention(left, right, story.doc[left:right].root.i, "name", number))
    return sorted(found, key=lambda one: (one.start, one.end))


def named_in(doc: Doc, names: E.EntityNames) -> list[Mention]:
    """Return where a question names entities of the story."""
    return [
        Mention(start, end, doc[start:end].root.i, "name", entity)
        for start, end, entity in names.find([token.text for token in doc])
    ]


_BE = "be.01"
_SAYING = frozenset({"say.01", "tell.01"})
_BE_OR_SAY = _SAYING | {_BE}

#: (V of the question, p, y, V of the story, x, the other side z) -> whether x may fill the gap.
Condition = Callable[[str, Side, Side, str, Side, Side], bool]


def _alike(p: Side, y: Side, x: Side, other: Side) -> bool:
    """Return whether arguments stand number with number."""
    return x.role == p.role and other.role == y.role


def _shared(y: Side, other: Side) -> bool:
    return not y.keys.isdisjoint(other.keys)


def _matching_entity(asked: str, p: Side, y: Side, stated: str, x: Side, other: Side) -> bool:
    if asked in _SAYING or stated in _SAYING or not x.role < other.role < "ARGM":
        return False
    return _alike(p, y, x, other) and y.name is not None and y.name == other.name


#: The strategies that match triples, in their order: (p, V, y) meets (x, V, y), the same for the roleset
#: be.01, (x, V, z), (y, V, x), and (x, Z, y).
CONDITIONS: dict[str, Condition] = {
    "exact match": lambda v, p, y, w, x, z: v == w != _BE and _alike(p, y, x, z) and _shared(y, z),
    "be.01.V match": lambda v, p, y, w, x, z: v == w == _BE and _alike(p, y, x, z) and _shared(y, z),
    "correct frame": lambda v, p, y, w, x, z: v == w not in _BE_OR_SAY and _alike(p, y, x, z),
    "permuted frame": lambda v, p, y, w, x, z: (
        v == w not in _BE_OR_SAY and _alike(y, p, x, z) and _shared(y, z)
    ),
    "matching entity": _matching_entity,
}
BACK_OFF = "back-off"
#: All six.
STRATEGIES = (*CONDITIONS, BACK_OFF)


def matches(
    strategy: str, asked: Iterable[RoleTriple], gap: int, stated: Iterable[RoleTriple]
) -> Iterator[Side]:
    """Yield the story's sides that a strategy puts into the gap of a question."""
    condition = CONDITIONS[strategy]
    for roleset, *sides in asked:
        for p, y in permutations(sides):
            if not p.holds(gap) or y.holds(gap):
                continue
            for other, *known in stated:
                yield from (x for x, z in permutations(known) if condition(roleset, p, y, other, x, z))


class _StoryFacts(NamedTuple):
    """What a story tells: its entities, their names, its triples."""

    story: Story
    entities: Sequence[E.NamedEntity]
    names: E.EntityNames
    facts: list[RoleTriple]


class FrameSemantic:
    """Answer by the first strategy that finds a triple to match the question's.

    The paper reads text as it is written; anonymised text is read alike, each marker an entity. The answer to
    a cloze question is an entity that the question does not name, the one nearest to the head of the argument
    that a strategy found. Free questions may ask for what is no entity: their answer is the argument.

    The seed chooses between several answers of one strategy. `entities` are those of the arguments; `counted`
    those of the back-off, which counts names.
    """

    def __init__(
        self, seed: int = 0, entities: E.EntitySource = E.resolved, counted: E.EntitySource = E.capitalised
    ) -> None:
        self._seed, self._entities = seed, entities
        self._back_off = Frequency(exclusive=True, entities=counted)

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question; an answer's `rule` is the strategy that gave it."""
        entities = self._entities(story)
        found = facts(story.doc, story.frames, mentions_of(story, entities))
        stated = _StoryFacts(story, entities, E.EntityNames(entities), found)
        return [self._answer(stated, question) for question in questions]

    def _answer(self, stated: _StoryFacts, question: Question) -> Answer:
        query = read_query(question)
        assert query.batch is not None
        doc = query.batch.doc
        asked = facts(doc, _with_gap(query), named_in(doc, stated.names))
        for strategy in CONDITIONS:
            if answers := _answers(stated, question, matches(strategy, asked, query.gap, stated.facts)):
                return self._chosen(question, answers, strategy)
        (answer,) = self._back_off.answer_all(stated.story, [question])
        return Answer(answer.texts, answer.spans, 0.0, BACK_OFF)

    def _chosen(self, question: Question, answers: dict[str, Answer], strategy: str) -> Answer:
        """Return one of a strategy's answers, drawn by the seed."""
        score = float(len(STRATEGIES) - STRATEGIES.index(strategy))
        if question.is_choice:
            overlaps = [max(_overlap(choice, text) for text in answers) for choice in question.choices]
            return choice_answer(question, np.array(overlaps), strategy)
        digest = hashlib.sha256(f"{self._seed} {question.id}".encode()).digest()
        drawn = list(answers.values())[int.from_bytes(digest[:8], "big") % len(answers)]
        return replace(drawn, score=score, rule=strategy)


def frame_semantic(options: ReaderOptions, name: str) -> FrameSemantic:
    """Make the reader `frame-semantic`."""
    own = E.entity_source(options.entities, E.resolved)
    return FrameSemantic(options.seed, own, E.entity_source(options.entities))


def _with_gap(query: Query) -> list[Frame]:
    """Return the frames of a question, with the gap as an argument of the events that it asks about."""
    roles = {fact.token: term.role for fact, term in query.asked if fact.kind == "event"}
    found = []
    for frame in query.frames:
        if role := roles.get(frame.head):
            gap = Argument(role, query.gap, query.gap + 1, query.gap)  # -1: an adjunct that no word is for
            kept = (a for a in frame.arguments if not a.start <= query.gap < a.end and a.role != role)
            frame = replace(frame, arguments=(*kept, gap))
        found.append(frame)
    return found


def _answers(stated: _StoryFacts, question: Question, sides: Iterable[Side]) -> dict[str, Answer]:
    """Return the answers that sides give, by their text, in the order of the story."""
    named = f" {folded(question.text)} "
    found: dict[str, Answer] = {}
    for side in sorted(sides, key=lambda side: (side.start, side.end)):
        entity = next((one for one in side.entities if not stated.entities[one].is_in(named)), None)
        if question.is_cloze:
            spans = () if entity is None else stated.entities[entity].spans[:1]
            answers = [span_answer(stated.story, *span, 0.0, "") for span in spans]
        else:
            answers = _argument(stated, side, named)
        for answer in answers:
            found.setdefault(answer.text, answer)
    return found


def _argument(stated: _StoryFacts, side: Side, asked: str) -> list[Answer]:
    """Return an argument without its preposition; nothing for pronouns, and for what the question says."""
    doc = stated.story.doc
    if side.name is None or f" {folded(doc[side.start : side.end].text)} " in asked:
        return []
    start = side.start
    while start < side.end - 1 and doc[start].dep_ in ("case", "mark", "punct"):
        start += 1
    span = doc[start : side.end]
    return [Answer((span.text,), ((span.start_char, span.end_char),))]


def _overlap(one: str, other: str) -> float:
    left, right = set(words_of(one)), set(words_of(other))
    return len(left & right) / max(1, len(left | right))
