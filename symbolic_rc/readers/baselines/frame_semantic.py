"""The frame-semantic baseline: six ordered strategies over triples (Hermann et al. 2015, section 3.1).

Table 4: a question's triple (p, V, y) holds the gap p; a story's triple offers x in its place::

    1  exact match      (p, V, y)      (x, V, y)
    2  be.01.V match    (p, be.01, y)  (x, be.01, y)
    3  correct frame    (p, V, y)      (x, V, z)
    4  permuted frame   (p, V, y)      (y, V, x)
    5  matching entity  (p, V, y)      (x, Z, y)
    6  back-off         the most frequent entity that the question does not name

Arguments are compared number with number, except under the permuted frame, where the order is relaxed. Of
several answers of one strategy, one is drawn by a seeded choice. The paper tuned its strategies on validation
data; here, on the dev articles of CNN:

- an answer is an entity that the question does not name, the one nearest to the head of its argument;
- a verb of saying must share what is said: whoever says something is no answer to who says something else;
- the correct frame needs no second argument;
- a matching entity is an argument that is an entity itself, not any noun or a phrase that holds one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from spacy.tokens import Doc

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.frames.question import gap_of, open_argument
from symbolic_rc.frames.triples import plain_role, triples
from symbolic_rc.readers.answers import choice_answer, folded, words_of
from symbolic_rc.readers.baselines.frequency import Frequency
from symbolic_rc.readers.entities import EntitySource, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.story import Story

#: The strategies in their order.
STRATEGIES = (
    "exact match",
    "be.01.V match",
    "correct frame",
    "permuted frame",
    "matching entity",
    "back-off",
)
_BE = "be.01"
_SAYING = frozenset({"say.01", "tell.01"})
_MARKS = frozenset({"ARGM-NEG", "ARGM-MOD", "ARGM-DIS"})
_EMPTY = frozenset("it he she they them him i you we this that these those there who which what".split())


@dataclass(frozen=True, slots=True)
class _Side:
    """One argument as it is compared: its role, what it names, where it stands, whether it is an entity."""

    role: str
    keys: frozenset[str]
    start: int
    end: int
    head: int
    bare: bool


@dataclass(frozen=True, slots=True)
class _Fact:
    """A triple with its sides in reading order; `roleset` is the predicate."""

    roleset: str
    left: _Side
    right: _Side

    def sides(self) -> tuple[tuple[_Side, _Side], tuple[_Side, _Side]]:
        """Return (x, y) both ways around."""
        return (self.left, self.right), (self.right, self.left)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a text says: its triples, and single arguments by predicate; whether its names are markers."""

    triples: list[_Fact]
    single: list[tuple[str, _Side]]
    anonymous: bool


class FrameSemantic:
    """Answer by the first strategy that finds a triple to match the question's.

    Parameters
    ----------
    seed : int
        Of the choice between several answers of one strategy.
    entities : callable
        ``Story -> list of NamedEntity``, for the back-off.
    """

    def __init__(self, seed: int = 0, entities: EntitySource = capitalised) -> None:
        self._seed = seed
        self._back_off = Frequency(exclusive=True, entities=entities)

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question; an answer's `rule` is the strategy that gave it."""
        facts = _facts(story.doc, story.frames)
        return [self._answer(story, facts, question) for question in questions]

    def _answer(self, story: Story, facts: _Facts, question: Question) -> Answer:
        asked = Story(Record(question.id, question.text, tokenised=story.tokenised))
        gap = gap_of(asked.doc, question.placeholder)
        if gap is not None:
            open_ = _facts(asked.doc, _opened(asked, gap.i, question.placeholder))
            for strategy in STRATEGIES[:-1]:
                found = [
                    span
                    for side in _found(strategy, open_, gap.i, facts)
                    if (span := _new(story.doc, side, question, facts.anonymous))
                ]
                if found:
                    return self._chosen(story, question, found, strategy)
        (answer,) = self._back_off.answer_all(story, [question])
        return Answer(answer.texts, answer.spans, 0.0, STRATEGIES[-1])

    def _chosen(
        self, story: Story, question: Question, found: list[tuple[int, int]], strategy: str
    ) -> Answer:
        score = float(len(STRATEGIES) - STRATEGIES.index(strategy))
        texts: dict[str, tuple[int, int]] = {}
        for start, end in sorted(found):
            span = story.doc[start:end]
            texts.setdefault(span.text, (span.start_char, span.end_char))
        if question.is_choice:
            scores = np.array([max(_overlap(choice, text) for text in texts) for choice in question.choices])
            return choice_answer(question, scores, strategy)
        digest = hashlib.sha256(f"{self._seed} {question.id}".encode()).digest()
        text = list(texts)[int.from_bytes(digest[:8], "big") % len(texts)]  # the order of the story
        return Answer((text,), (texts[text],), score, strategy)


def frame_semantic(options: ReaderOptions) -> FrameSemantic:
    """Make the reader `frame-semantic`."""
    return FrameSemantic(options.seed, entity_source(options.entities))


def _opened(asked: Story, gap: int, placeholder: str) -> list[Frame]:
    """Return the frames of a question; the one that it opens comes with the gap as an argument."""
    found = open_argument(asked.doc, asked.frames, placeholder)
    if found is None:
        return list(asked.frames)
    kept = [a for a in found.frame.arguments if not a.start <= gap < a.end and a.role != found.role]
    whole = Argument(found.role, found.start, found.end, gap)
    opened = replace(found.frame, arguments=(*kept, whole))
    return [opened, *(frame for frame in asked.frames if frame.head != opened.head)]


def _overlap(one: str, other: str) -> float:
    left, right = set(words_of(one)), set(words_of(other))
    return len(left & right) / max(1, len(left | right))


def _facts(doc: Doc, frames: Sequence[Frame]) -> _Facts:
    """Return what frames say, to compare."""
    return _Facts(
        [
            _Fact(triple.frame.roleset, _side(doc, triple.left), _side(doc, triple.right))
            for triple in triples(frames)
        ],
        [
            (frame.roleset, _side(doc, argument))
            for frame in frames
            for argument in frame.arguments
            if argument.role not in _MARKS
        ],
        any(_is_marker(token.lower_) for token in doc),
    )


def _side(doc: Doc, argument: Argument) -> _Side:
    span = doc[argument.start : argument.end]
    marks = [token.lower_ for token in span if _is_marker(token.lower_)]
    head = doc[argument.head]
    keys = set(marks)
    if not marks and head.lower_ not in _EMPTY:
        keys.add(head.lemma_.lower())
    role = plain_role(argument.role)
    return _Side(role, frozenset(keys), argument.start, argument.end, argument.head, _is_marker(head.lower_))


def _is_marker(word: str) -> bool:
    """Tell whether a word is an anonymised entity."""
    return word.startswith("@entity")


def _found(strategy: str, asked: _Facts, gap: int, facts: _Facts) -> Iterator[_Side]:
    """Yield the story's sides that a strategy puts into the gap of a question."""
    if strategy == "correct frame":
        for roleset, p in asked.single:
            if p.start <= gap < p.end and roleset != _BE and roleset not in _SAYING:
                yield from (x for other, x in facts.single if other == roleset and x.role == p.role)
        return
    for fact in asked.triples:
        for p, y in fact.sides():
            if p.start <= gap < p.end and not y.start <= gap < y.end:
                yield from _matches(strategy, fact.roleset, p, y, facts.triples)


def _matches(strategy: str, roleset: str, p: _Side, y: _Side, facts: Sequence[_Fact]) -> Iterator[_Side]:
    """Yield the story's sides that a strategy puts into the gap `p` of a question's triple."""
    if strategy == "be.01.V match" and roleset != _BE:
        return
    if strategy in ("permuted frame", "matching entity") and roleset in _SAYING:
        return
    for fact in facts:
        same = fact.roleset == roleset
        for x, other in fact.sides():
            if not other.keys & y.keys:
                continue
            alike = x.role == p.role and other.role == y.role
            if strategy == "exact match":
                good = same and roleset != _BE and alike
            elif strategy == "be.01.V match":
                good = same and alike
            elif strategy == "permuted frame":
                good = same and other.role == p.role and x.role == y.role
            else:
                good = alike and other.bare and y.bare and fact.roleset not in _SAYING
            if good:
                yield x


def _new(doc: Doc, side: _Side, question: Question, anonymous: bool) -> tuple[int, int] | None:
    """Return the words of a side that answer: what the question does not name, or None.

    In anonymous stories that is the entity nearest to the head, else the side without its preposition.
    """
    named = f" {folded(question.text)} "
    marks = [i for i in range(side.start, side.end) if _is_marker(doc[i].lower_)]
    fresh = [i for i in marks if f" {doc[i].lower_} " not in named]
    if anonymous:
        nearest = min(fresh, key=lambda i: (abs(i - side.head), i), default=None)
        return None if nearest is None else (nearest, nearest + 1)
    if not side.keys or f" {folded(doc[side.start : side.end].text)} " in named:
        return None
    start = side.start
    while start < side.end - 1 and doc[start].dep_ in ("case", "mark", "punct"):
        start += 1
    return start, side.end
