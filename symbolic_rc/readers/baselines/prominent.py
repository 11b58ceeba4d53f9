"""Readers that hardly look at the question: they guess, or answer with a prominent entity."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Question
from symbolic_rc.lexicon.english import STOPWORDS
from symbolic_rc.readers.entities import EntitySource, NamedEntity, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions, among_choices, choice_answer, folded, span_answer
from symbolic_rc.story import Story


class Frequency:
    """Answer with the most frequent entity; if `exclusive`, of those that the question does not name.

    Hermann et al. (2015), section 3.
    """

    def __init__(self, exclusive: bool = False, entities: EntitySource = capitalised) -> None:
        self._exclusive, self._entities = exclusive, entities
        self._rule = "exclusive-frequency" if exclusive else "max-frequency"

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with an entity, or with the choice whose words are most frequent."""
        ranked = sorted(self._entities(story), key=lambda entity: -len(entity.spans))
        return [self._answer(story, question, ranked) for question in questions]

    def _answer(self, story: Story, question: Question, ranked: list[NamedEntity]) -> Answer:
        if question.is_choice:
            return choice_answer(question, self.rank(story, question, question.choices), self._rule)
        asked = f" {folded(question.text)} "
        for entity in ranked:
            if not self._exclusive or not entity.is_in(asked):
                return span_answer(story, *entity.spans[0], float(len(entity.spans)), self._rule)
        return Answer((), rule=self._rule)

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score each answer by how often it occurs in the story, in whole words."""
        text, asked = f" {folded(story.text)} ", f" {folded(question.text)} "
        scores = np.zeros(len(pool))
        for i, answer in enumerate(pool):
            wanted = f" {folded(answer)} "
            if wanted.strip() and not (self._exclusive and wanted in asked):
                scores[i] = text.count(wanted)
        return scores


def frequency(options: ReaderOptions, name: str) -> Frequency:
    """Make the reader `max-frequency` or `exclusive-frequency`."""
    return Frequency(name == "exclusive-frequency", entity_source(options.entities))


class PassageOnly:
    """Answer with the most frequent, the first or the nearest entity (Dasigi et al. 2019, sections 4.2, 4.4).

    Only `nearest` looks at the question: it finds the sentence that shares most words with it, and takes the
    entity nearest to those words, an answer without coreference.
    """

    def __init__(self, kind: str = "frequent", entities: EntitySource = capitalised) -> None:
        self._kind, self._entities = kind, entities
        self._rule = "passage-only" if kind == "frequent" else f"passage-only-{kind}"

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with an entity, or with the choice that names it."""
        answers = [Answer((), rule=self._rule)] * len(questions)
        entities = self._entities(story)
        if entities and self._kind == "nearest":
            answers = [self._nearest(story, question, entities) for question in questions]
        elif entities:
            chosen = entities[0] if self._kind == "first" else max(entities, key=lambda one: len(one.spans))
            answer = span_answer(story, *chosen.spans[0], float(len(chosen.spans)), self._rule)
            answers = [answer] * len(questions)
        return list(map(among_choices, questions, answers))

    def _nearest(self, story: Story, question: Question, entities: list[NamedEntity]) -> Answer:
        asked = f" {folded(question.text)} "
        wanted = set(asked.split()) - STOPWORDS
        bounds = story.tokens.sentences
        hits = np.array([word.lower() in wanted for word in story.tokens.words])
        shared = np.add.reduceat(hits.astype(np.int32), bounds[:-1])
        sentence = int(shared.argmax())
        places = np.flatnonzero(hits[bounds[sentence] : bounds[sentence + 1]]) + bounds[sentence]
        centre = float(places.mean()) if len(places) else float(bounds[sentence])
        spans = [
            (abs((start + end - 1) / 2 - centre), start, end)
            for entity in entities
            if not entity.is_in(asked)
            for start, end in entity.spans
        ]
        if not spans:
            return Answer((), rule=self._rule)
        distance, start, end = min(spans)
        return span_answer(story, start, end, -distance, self._rule)


def passage_only(options: ReaderOptions, name: str) -> PassageOnly:
    """Make one of the readers `passage-only*`."""
    kind = name.removeprefix("passage-only").strip("-") or "frequent"
    return PassageOnly(kind, entity_source(options.entities))


class RandomChoice:
    """Guess a choice, or an entity, or (in a story without names) a sentence.

    What is guessed depends on the seed and the question's id alone, so that neither the order of the stories
    nor the number of workers matters.
    """

    def __init__(self, seed: int = 0, entities: EntitySource = capitalised) -> None:
        self._seed, self._entities = seed, entities

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question by chance."""
        bounds = story.tokens.sentences.tolist()
        spans = [one.spans[0] for one in self._entities(story)] or list(itertools.pairwise(bounds))
        answers = []
        for question in questions:
            if question.is_choice:
                scores = self.rank(story, question, question.choices)
                answers.append(choice_answer(question, scores, "random"))
            elif spans:
                start, end = spans[int(self._generator(question).integers(len(spans)))]
                answers.append(span_answer(story, start, end, 0.0, "random"))
            else:
                answers.append(Answer((), rule="random"))
        return answers

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score answers by chance."""
        return self._generator(question).random(len(pool))

    def _generator(self, question: Question) -> np.random.Generator:
        digest = hashlib.sha256(f"{self._seed}\0{question.id}".encode()).digest()
        return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "little")))


def random_choice(options: ReaderOptions, name: str) -> RandomChoice:
    """Make the reader `random`."""
    return RandomChoice(options.seed, entity_source(options.entities))
