"""A read book, ready for questions: its cast, its words, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.books.cast import Cast, name_of
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.question import Question
from symbolic_rc.core.tokens import Vocabulary
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex, index
from symbolic_rc.retrieve import Chunks, cut, load_retriever
from symbolic_rc.story import Story

#: The retrievers that are asked.
RETRIEVERS = ("graph", "tfidf")
#: The most occurrences of a word that are used, spread over the book.
_OCCURRENCES = 400


class Book:
    """What questions on a book share.

    Attributes
    ----------
    texts : tuple of str
        The tokens of the annotated text.
    title : frozenset of str
        The words of the story's title.
    """

    def __init__(self, story: Story) -> None:
        self.story = story
        self.texts = tuple(token.text for token in story.doc)
        self.cast = Cast(story, self.texts)
        self.title = frozenset(name_of(story.title))

    @cached_property
    def index(self) -> StoryIndex:
        """The engine's arrays of the story."""
        return index(self.story)

    @cached_property
    def chunks(self) -> Chunks:
        """The chunks that retrievers choose from."""
        return cut(self.story)

    def retrieved(self, questions: Sequence[Question]) -> dict[str, NDArray[np.float64]]:
        """Return each retriever's scores; shape (questions, chunks)."""
        return {name: load_retriever(name)(self.chunks, questions) for name in RETRIEVERS}

    @property
    def sentence(self) -> NDArray[np.int32]:
        """The sentence of each token of the annotated text."""
        return self.index.tok[C.SENT]

    @cached_property
    def events(self) -> dict[int, list[tuple[int, str, frozenset[int]]]]:
        """By member of the cast the events that it takes part in: predicate, role, all members in it."""
        found: dict[int, list[tuple[int, str, frozenset[int]]]] = {}
        for event in self.story.facts.of("event"):
            part = [
                (term.role, int(self.cast.of_entity[term.entity])) for term in event.terms if term.entity >= 0
            ]
            members = frozenset(number for _, number in part if number >= 0)
            for role, number in part:
                if number >= 0:
                    found.setdefault(number, []).append((event.token, role, members))
        return found

    @cached_property
    def relations(self) -> dict[int, list[int]]:
        """By member of the cast the members to whom the story states a relation, once for each statement."""
        found: dict[int, list[int]] = {}
        for fact in self.story.facts.of("relation"):
            one, other = (int(self.cast.of_entity[term.entity]) for term in fact.terms)
            if min(term.entity for term in fact.terms) >= 0 and not fact.denied and -1 < one != other > -1:
                found.setdefault(one, []).append(other)
        return found

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The annotated text's tokens in lower case."""
        return tuple(text.lower() for text in self.texts)

    @cached_property
    def capital(self) -> NDArray[np.bool_]:
        """Which tokens begin with a capital."""
        return np.array([text[:1].isupper() for text in self.texts], np.bool_)

    @cached_property
    def _occurrences(self) -> tuple[Vocabulary, NDArray[np.intp], NDArray[np.intp]]:
        vocabulary = Vocabulary(self.words)
        codes = vocabulary.encode(self.words)
        order = np.argsort(codes, kind="stable")
        return vocabulary, order, np.searchsorted(codes[order], np.arange(len(vocabulary) + 1))

    def count(self, word: str) -> int:
        """Return how often a lower-case word stands in the book."""
        vocabulary, _, bounds = self._occurrences
        code = vocabulary.find(word)
        return int(bounds[code + 1] - bounds[code]) if code >= 0 else 0

    def occurrences(self, word: str) -> NDArray[np.intp]:
        """Return where a lower-case word stands, in tokens; of a frequent one every n-th place."""
        vocabulary, order, bounds = self._occurrences
        code = vocabulary.find(word)
        found = order[bounds[code] : bounds[code + 1]] if code >= 0 else order[:0]
        return found[:: max(1, len(found) // _OCCURRENCES)]
