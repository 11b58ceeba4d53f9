"""The word-distance baseline (Hermann et al. 2015, section 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.tokens import tokens
from symbolic_rc.match import StoryWords, Weights, matcher
from symbolic_rc.readers.answers import choice_answer, folded, span_answer
from symbolic_rc.readers.entities import EntitySource, NamedEntity, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.score import Relation, word_distance
from symbolic_rc.story import Story

#: Which tokens of a story each word of a question matches.
Aligner = Callable[[Story, Sequence[str]], Relation]

#: The largest distance of one word; tuned on validation data in the paper.
CAP = 8

_ASKING = frozenset("who whom whose what which where when how".split())


class WordDistance:
    """Align the placeholder with each mention of each entity; the least summed distance wins.

    The distance of a question word is that from where the alignment puts it to its nearest match in the
    story, at most `CAP`. In a free question the question word stands for the placeholder, and entities that
    the question names are no candidates.

    Parameters
    ----------
    entities : callable
        ``Story -> list of NamedEntity``.
    align : callable, optional
        ``(story, words) -> Relation``; the default matches equal words. Coreference comes in here.
    """

    def __init__(self, entities: EntitySource = capitalised, align: Aligner | None = None) -> None:
        self._entities, self._align = entities, align or equal_words

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with an entity or a choice."""
        entities = self._entities(story)
        return [self._answer(story, question, entities) for question in questions]

    def _answer(self, story: Story, question: Question, entities: list[NamedEntity]) -> Answer:
        if question.is_choice:
            return choice_answer(question, self.rank(story, question, question.choices), "word-distance")
        asked = f" {folded(question.text)} "
        known = [
            entity for entity in entities if not any(f" {folded(name)} " in asked for name in entity.names)
        ]
        if not known:
            return Answer((), rule="word-distance")
        mentions = [[start for start, _ in entity.spans] for entity in known]
        distances, _ = self._distances(story, question, mentions)
        best = int(np.argmin(distances))
        return span_answer(story, *known[best].spans[0], -float(distances[best]), "word-distance")

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score answers by the least distance at the places where their words stand in the story."""
        places: dict[str, list[int]] = {}
        for i, word in enumerate(story.tokens.words):
            places.setdefault(word.lower(), []).append(i)
        mentions = [
            sorted({i for word in folded(answer).split() if len(word) > 2 for i in places.get(word, ())})
            for answer in pool
        ]
        distances, worst = self._distances(story, question, mentions)
        return -np.where(np.isfinite(distances), distances, worst).astype(np.float64)

    def _distances(
        self, story: Story, question: Question, mentions: Sequence[Sequence[int]]
    ) -> tuple[NDArray[np.float32], float]:
        words = list(tokens(question.text, story.tokenised).words)
        gap = _gap(words, question.placeholder)
        rest = [i for i, word in enumerate(words) if i != gap and (word[0].isalnum() or word[0] == "@")]
        relation = self._align(story, [words[i] for i in rest])
        bounds = np.cumsum([0, *map(len, mentions)])
        flat = [place for one in mentions for place in one]
        shifts = [i - gap for i in rest]
        found = word_distance(relation, bounds, np.array(flat, np.int32), cap=CAP, shifts=shifts)
        return found.best, float(CAP * len(rest) + 1)


def _gap(words: Sequence[str], placeholder: str) -> int:
    """Return the place of the placeholder, else of the question word, else 0."""
    for i, word in enumerate(words):
        if word == placeholder if placeholder else word.lower() in _ASKING:
            return i
    return 0


def equal_words(story: Story, words: Sequence[str]) -> Relation:
    """Match words with the story's tokens that are the same but for case."""
    places: dict[str, list[int]] = {word.lower(): [] for word in words}
    for i, token in enumerate(story.tokens.words):
        if (row := places.get(token.lower())) is not None:
            row.append(i)
    rows = [places[word.lower()] for word in words]
    positions = np.array([i for row in rows for i in row], np.int32)
    bounds = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    return Relation(bounds, positions, np.ones(len(positions), np.float32), len(story.tokens))


def matching_words(weights: Weights | None = None) -> Aligner:
    """Return an aligner that matches words with what means the same, by their match's weight."""
    match = matcher(weights)
    latest: list[tuple[Story, StoryWords]] = []

    def align(story: Story, words: Sequence[str]) -> Relation:
        if not latest or latest[0][0] is not story:
            latest[:] = [(story, match.story(story.tokens.words))]
        return match.relate(words, latest[0][1])

    return align


def word_distance_reader(options: ReaderOptions, match: str = "") -> WordDistance:
    """Make the reader `word-distance`, on the same words or on words that match."""
    return WordDistance(entity_source(options.entities), matching_words() if match else None)
