"""The frame-semantic baseline: six ordered strategies over PropBank triples (Hermann et al. 2015, table 4).

A question's triple (p, V, y) holds the gap p; a story's triple offers x in its place::

    1  exact match      (p, V, y)      (x, V, y)
    2  be.01.V match    (p, be.01, y)  (x, be.01, y)
    3  correct frame    (p, V, y)      (x, V, z)
    4  permuted frame   (p, V, y)      (y, V, x)
    5  matching entity  (p, V, y)      (x, Z, y)
    6  back-off         the most frequent entity that the question does not name

Arguments are compared number with number, except under the permuted frame, where the order is relaxed. Of
several answers of one strategy, one is drawn by a seeded choice.
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
from symbolic_rc.frames.triples import Triple, plain_role, triples
from symbolic_rc.readers.frequency import Frequency
from symbolic_rc.readers.names import EntitySource, capitalised
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.readers.spans import choice_answer, folded, words_of
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
_EMPTY = frozenset("it he she they them him i you we this that these those there who which what".split())


@dataclass(frozen=True, slots=True)
class _Side:
    """One argument as it is compared: its role, what it names, and where it stands."""

    role: str
    keys: frozenset[str]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Fact:
    """A triple with its sides in reading order; `roleset` is the predicate."""

    roleset: str
    left: _Side
    right: _Side

    def sides(self) -> tuple[tuple[_Side, _Side], tuple[_Side, _Side]]:
        """Return (x, y) both ways around."""
        return (self.left, self.right), (self.right, self.left)


class FrameSemantic:
    """Answer by the first strategy that finds a triple to match the question's.

    Parameters
    ----------
    seed : int
        Of the choice between several answers of one strategy.
    entities : callable
        ``Story -> list of Named``, for the back-off.
    """

    def __init__(self, seed: int = 0, entities: EntitySource = capitalised) -> None:
        self._seed = seed
        self._back_off = Frequency(exclusive=True, entities=entities)

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question; an answer's `rule` is the strategy that gave it."""
        facts = list(_facts(story.doc, story.frames))
        return [self._answer(story, facts, question) for question in questions]

    def _answer(self, story: Story, facts: list[_Fact], question: Question) -> Answer:
        asked = Story(Record(question.id, question.text, tokenised=story.tokenised))
        gap = gap_of(asked.doc, question.placeholder)
        if gap is not None:
            open_ = [
                (fact.roleset, x, y)
                for fact in _facts(asked.doc, _opened(asked, gap.i, question.placeholder))
                for x, y in fact.sides()
                if x.start <= gap.i < x.end and not y.start <= gap.i < y.end
            ]
            named = f" {folded(question.text)} "
            for strategy in STRATEGIES[:-1]:
                found = [
                    side
                    for roleset, p, y in open_
                    for side in _matches(strategy, roleset, p, y, facts)
                    if _is_new(story.doc, side, named)
                ]
                if found:
                    return self._chosen(story, question, found, strategy)
        (answer,) = self._back_off.answer_all(story, [question])
        return Answer(answer.texts, answer.spans, 0.0, STRATEGIES[-1])

    def _chosen(self, story: Story, question: Question, found: list[_Side], strategy: str) -> Answer:
        score = float(len(STRATEGIES) - STRATEGIES.index(strategy))
        texts: dict[str, tuple[int, int]] = {}
        for side in found:
            start, end = _bare(story.doc, side, question.is_cloze)
            span = story.doc[start:end]
            texts.setdefault(span.text, (span.start_char, span.end_char))
        if question.is_choice:
            scores = np.array([max(_overlap(choice, text) for text in texts) for choice in question.choices])
            return choice_answer(question, scores, strategy)
        digest = hashlib.sha256(f"{self._seed} {question.id}".encode()).digest()
        text = sorted(texts)[int.from_bytes(digest[:8], "big") % len(texts)]
        return Answer((text,), (texts[text],), score, strategy)


def frame_semantic(options: ReaderOptions) -> FrameSemantic:
    """Make the reader `frame-semantic`."""
    return FrameSemantic(options.seed)


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


def _facts(doc: Doc, frames: Sequence[Frame]) -> Iterator[_Fact]:
    """Yield the triples of numbered arguments as facts to compare."""
    for triple in triples(frames):
        yield _fact(doc, triple)


def _fact(doc: Doc, triple: Triple) -> _Fact:
    return _Fact(triple.frame.roleset, _side(doc, triple.left), _side(doc, triple.right))


def _side(doc: Doc, argument: Argument) -> _Side:
    span = doc[argument.start : argument.end]
    marks = [token.lower_ for token in span if token.lower_.startswith("@entity")]
    head = doc[argument.head]
    keys = set(marks)
    if not marks and head.lower_ not in _EMPTY:
        keys.add(head.lemma_.lower())
    return _Side(plain_role(argument.role), frozenset(keys), argument.start, argument.end)


def _matches(strategy: str, roleset: str, p: _Side, y: _Side, facts: Sequence[_Fact]) -> Iterator[_Side]:
    """Yield the story's sides that a strategy puts into the gap `p` of a question's triple."""
    if strategy == "be.01.V match" and roleset != _BE:
        return
    for fact in facts:
        same = fact.roleset == roleset
        for x, other in fact.sides():
            alike = x.role == p.role and other.role == y.role
            shared = bool(other.keys & y.keys)
            if strategy == "exact match":
                good = same and roleset != _BE and alike and shared
            elif strategy == "be.01.V match":
                good = same and alike and shared
            elif strategy == "correct frame":
                good = same and roleset != _BE and x.role == p.role
            elif strategy == "permuted frame":
                good = same and shared and other.role == p.role and x.role == y.role
            else:
                good = alike and shared
            if good:
                yield x


def _is_new(doc: Doc, side: _Side, named: str) -> bool:
    """Return whether a side names something, and nothing that the question names."""
    if not side.keys:
        return False
    marks = [key for key in side.keys if key.startswith("@entity")]
    if marks:
        return any(f" {mark} " not in named for mark in marks)
    return f" {folded(doc[side.start : side.end].text)} " not in named


def _bare(doc: Doc, side: _Side, cloze: bool) -> tuple[int, int]:
    """Return a side's span without the preposition before it; for cloze questions the entity alone."""
    if cloze:
        for i in range(side.start, side.end):
            if doc[i].lower_.startswith("@entity"):
                return i, i + 1
    start = side.start
    while start < side.end - 1 and doc[start].dep_ in ("case", "mark", "punct"):
        start += 1
    return start, side.end
