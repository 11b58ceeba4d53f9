"""The word-distance baseline (Hermann et al. 2015, section 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.forks import remembered
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.core.tokens import tokens
from symbolic_rc.lexicon.english import QUESTION_WORDS
from symbolic_rc.match import StoryWords, matcher
from symbolic_rc.readers.entities import EntityNames, EntitySource, NamedEntity, entity_source, resolved
from symbolic_rc.readers.reader import ReaderOptions, choice_answer, folded, span_answer
from symbolic_rc.spans import Relation, word_distance
from symbolic_rc.story import Story


@dataclass(frozen=True, slots=True)
class QuestionWord:
    """A word of a question, or a name that stands for one word.

    That is its (first) token, its position less that of the gap (`shift`), and the entity named, or -1.
    """

    token: int
    shift: int
    entity: int = -1


class Positions:
    """The positions of a story: its tokens, those of each name counted as one; of each entity's mentions."""

    def __init__(self, story: Story, entities: Sequence[NamedEntity]) -> None:
        self.entities, self._words = entities, story.tokens.words
        self._names = EntityNames(entities)
        spans = {span for entity in entities for span in entity.spans}
        self._of = _positions(len(self._words), sorted(spans))
        self._count = int(self._of[-1]) + 1 if len(self._of) else 0
        self.mentions = [sorted({int(self._of[start]) for start, _ in entity.spans}) for entity in entities]

    def of_words(self, words: Iterable[str]) -> list[int]:
        """Return the positions of words (in lower case) in the story."""
        wanted = set(words)
        return sorted({int(self._of[i]) for i, word in enumerate(self._words) if word.lower() in wanted})

    def asked(self, words: Sequence[str], gap: int) -> list[QuestionWord]:
        """Return a question's words as they are aligned: no marks, not the gap, each name once."""
        named = self._names.find(words)
        own = _positions(len(words), [(start, end) for start, end, _ in named])
        entities = {start: entity for start, _, entity in named}
        inside = {i for start, end, _ in named for i in range(start + 1, end)}
        return [
            QuestionWord(i, int(own[i] - own[gap]), entities.get(i, -1))
            for i, word in enumerate(words)
            if i != gap and i not in inside and (word[0].isalnum() or word[0] == "@")
        ]

    def relation(self, asked: Sequence[QuestionWord], tokens: Relation) -> Relation:
        """Return a relation of words with the story's tokens as one of `asked` with positions.

        A name matches every mention of its entity, fully; other words keep their matches, each position with
        the greatest weight of its tokens.
        """
        rows: list[tuple[NDArray[np.int32], NDArray[np.float32]]] = []
        for row, one in enumerate(asked):
            if one.entity >= 0:
                places = np.array(self.mentions[one.entity], np.int32)
                rows.append((places, np.ones(len(places), np.float32)))
                continue
            positions, weights = tokens.row(row)
            places, first = np.unique(self._of[positions], return_index=True)
            greatest = np.maximum.reduceat(weights, first) if len(first) else weights
            rows.append((places.astype(np.int32), greatest))
        bounds = np.cumsum([0, *(len(places) for places, _ in rows)]).astype(np.int32)
        positions = np.concatenate([np.zeros(0, np.int32), *(places for places, _ in rows)])
        weights = np.concatenate([np.zeros(0, np.float32), *(weights for _, weights in rows)])
        return Relation(bounds, positions, weights, self._count)


def _positions(count: int, names: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    """Return the position of each token where every name counts as one."""
    inner = np.zeros(count, np.int64)
    for start, end in names:
        inner[start + 1 : end] = 1
    return np.cumsum(1 - inner) - 1


#: Words of an answer that are looked for are longer.
_SHORT = 2

#: Which tokens of a story each word of a question matches.
Aligner = Callable[[Story, Sequence[str]], Relation]

#: The largest distance of one word; tuned on validation data in the paper.
CAP = 8

_ASKING = QUESTION_WORDS - {"why"}


class WordDistance:
    """Align the placeholder with each mention of each entity; the least summed distance wins.

    The distance of a question word is that from where the alignment puts it to its nearest match in the
    story, at most `CAP`. A name that the question shares with the story is one word, wherever it stands, and
    matches every mention of its entity, as coreference aligns them: with `resolved` entities, pronouns and
    nominals too. In a free question the question word stands for the placeholder, and entities that the
    question names are no candidates. All other words are matched by `align`.
    """

    def __init__(self, entities: EntitySource = resolved, align: Aligner | None = None) -> None:
        self._align = align or equal_words

        @remembered
        def positions(story: Story) -> Positions:
            return Positions(story, entities(story))

        self._positions = positions

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with an entity or a choice."""
        return [self._answer(story, question) for question in questions]

    def _answer(self, story: Story, question: Question) -> Answer:
        if question.is_choice:
            return choice_answer(question, self.rank(story, question, question.choices), "word-distance")
        places = self._positions(story)
        asked = f" {folded(question.text)} "
        known = [i for i, entity in enumerate(places.entities) if not entity.is_in(asked)]
        if not known:
            return Answer((), rule="word-distance")
        distances, _ = self._distances(story, question, [places.mentions[i] for i in known])
        best = int(np.argmin(distances))
        span = places.entities[known[best]].spans[0]
        return span_answer(story, *span, -float(distances[best]), "word-distance")

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score answers by the least distance at the places where their words occur in the story."""
        places = self._positions(story)
        mentions = [
            places.of_words(word for word in folded(answer).split() if len(word) > _SHORT) for answer in pool
        ]
        distances, worst = self._distances(story, question, mentions)
        return -np.where(np.isfinite(distances), distances, worst).astype(np.float64)

    def _distances(
        self, story: Story, question: Question, mentions: Sequence[Sequence[int]]
    ) -> tuple[NDArray[np.float32], float]:
        places = self._positions(story)
        words = list(tokens(question.text, story.tokenised).words)
        asked = places.asked(words, _gap(words, question.placeholder))
        relation = places.relation(asked, self._align(story, [words[one.token] for one in asked]))
        bounds = np.cumsum([0, *map(len, mentions)])
        flat = np.array([*chain(*mentions)], np.int32)
        found = word_distance(relation, bounds, flat, cap=CAP, shifts=[one.shift for one in asked])
        return found.best, float(CAP * len(asked) + 1)


def _gap(words: Sequence[str], placeholder: str) -> int:
    """Return the place of the placeholder, else of the question word, else 0."""
    for i, word in enumerate(words):
        if word == placeholder if placeholder else word.lower() in _ASKING:
            return i
    return 0


def equal_words(story: Story, words: Iterable[str]) -> Relation:
    """Match words with the story's tokens that are the same but for case."""
    asked = [word.lower() for word in words]
    places: dict[str, list[int]] = {word: [] for word in asked}
    for i, token in enumerate(story.tokens.words):
        if (row := places.get(token.lower())) is not None:
            row.append(i)
    rows = [places[word] for word in asked]
    positions = np.array([*chain(*rows)], np.int32)
    bounds = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    return Relation(bounds, positions, np.ones(len(positions), np.float32), len(story.tokens))


def matching_words() -> Aligner:
    """Return an aligner that matches words with what means the same, by their match's weight."""
    match = matcher()

    @remembered
    def prepared(story: Story) -> StoryWords:
        return match.story(story.tokens.words)

    return lambda story, words: match.relate(words, prepared(story))


def word_distance_reader(options: ReaderOptions, name: str) -> WordDistance:
    """Make the reader `word-distance`, on the same words or on words that match."""
    align = matching_words() if name.endswith(":relation") else None
    return WordDistance(entity_source(options.entities, resolved), align)
