"""The reader `frame-semantic`: the first strategy that finds a triple to match the question's decides."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.question import Question
from symbolic_rc.question.open_argument import OpenArgument
from symbolic_rc.question.query import read_query
from symbolic_rc.readers.answers import choice_answer, folded, span_answer, words_of
from symbolic_rc.readers.baselines.frame_semantic.sides import Fact, Side, facts, mentions_of, named_in
from symbolic_rc.readers.baselines.frame_semantic.strategies import BACK_OFF, CONDITIONS, STRATEGIES, matches
from symbolic_rc.readers.baselines.frequency import Frequency
from symbolic_rc.readers.entities import (
    EntitySource,
    NamedEntity,
    Names,
    capitalised,
    entity_source,
    resolved,
)
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.story import Story


@dataclass(frozen=True, slots=True)
class _Told:
    """What a story tells: its entities, their names, its triples."""

    story: Story
    entities: Sequence[NamedEntity]
    names: Names
    facts: list[Fact]


class FrameSemantic:
    """Answer by the first strategy that finds a triple to match the question's.

    The paper reads text as it is written; anonymised text is read alike, each marker an entity. The answer to
    a cloze question is an entity that the question does not name, the one nearest to the head of the argument
    that a strategy found. Free questions may ask for what is no entity: their answer is the argument.

    Parameters
    ----------
    seed : int
        Of the choice between several answers of one strategy.
    entities : callable
        ``Story -> list of NamedEntity``, for the arguments; by default those of the coreference layer, and
        markers where the story has them.
    counted : callable
        The same, for the back-off, which counts names.
    """

    def __init__(
        self, seed: int = 0, entities: EntitySource = resolved, counted: EntitySource = capitalised
    ) -> None:
        self._seed, self._entities = seed, entities
        self._back_off = Frequency(exclusive=True, entities=counted)

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question; an answer's `rule` is the strategy that gave it."""
        entities = self._entities(story)
        found = facts(story.doc, story.frames, mentions_of(story, entities))
        told = _Told(story, entities, Names(entities), found)
        return [self._answer(told, question) for question in questions]

    def _answer(self, told: _Told, question: Question) -> Answer:
        query = read_query(question)
        opened, doc = query.open_argument, query.doc
        if opened is not None:
            open_facts = facts(doc, _with_gap(query.frames, opened), named_in(doc, told.names))
            for strategy in CONDITIONS:
                answers = _answers(told, question, matches(strategy, open_facts, opened.start, told.facts))
                if answers:
                    return self._chosen(question, answers, strategy)
        (answer,) = self._back_off.answer_all(told.story, [question])
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


def frame_semantic(options: ReaderOptions) -> FrameSemantic:
    """Make the reader `frame-semantic`.

    Parameters
    ----------
    options : ReaderOptions
        What stands for an entity, and the pipeline.
    """
    own = entity_source(options.entities, resolved)
    return FrameSemantic(options.seed, own, entity_source(options.entities))


def _with_gap(frames: Sequence[Frame], found: OpenArgument) -> list[Frame]:
    """Return the frames of a question; the one that it opens comes with the gap as an argument."""
    gap = found.start
    kept = [a for a in found.frame.arguments if not a.start <= gap < a.end and a.role != found.role]
    whole = Argument(found.role, found.start, found.end, gap)
    opened = replace(found.frame, arguments=(*kept, whole))
    return [opened, *(frame for frame in frames if frame.head != opened.head)]


def _answers(told: _Told, question: Question, sides: Iterable[Side]) -> dict[str, Answer]:
    """Return the answers that sides give, by their text, in the order of the story."""
    named = f" {folded(question.text)} "
    found: dict[str, Answer] = {}
    for side in sorted(sides, key=lambda side: (side.start, side.end)):
        entity = next((one for one in side.entities if not _is_named(told.entities[one], named)), None)
        if question.is_cloze:
            answer = (
                None if entity is None else span_answer(told.story, *told.entities[entity].spans[0], 0.0, "")
            )
        else:
            answer = _argument(told, side, named)
        if answer is not None:
            found.setdefault(answer.text, answer)
    return found


def _is_named(entity: NamedEntity, asked: str) -> bool:
    return any(f" {folded(name)} " in asked for name in entity.names)


def _argument(told: _Told, side: Side, asked: str) -> Answer | None:
    """Return an argument without its preposition; None for pronouns, and for what the question says."""
    doc = told.story.doc
    if side.name is None or f" {folded(doc[side.start : side.end].text)} " in asked:
        return None
    start = side.start
    while start < side.end - 1 and doc[start].dep_ in ("case", "mark", "punct"):
        start += 1
    span = doc[start : side.end]
    return Answer((span.text,), ((span.start_char, span.end_char),))


def _overlap(one: str, other: str) -> float:
    left, right = set(words_of(one)), set(words_of(other))
    return len(left & right) / max(1, len(left | right))
