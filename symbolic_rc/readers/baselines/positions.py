"""A story and its questions as positions in which each name is one word, as anonymised text has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.readers.entities import NamedEntity, Names
from symbolic_rc.spans import Relation
from symbolic_rc.story import Story


@dataclass(frozen=True, slots=True)
class Asked:
    """A word of a question, or a name that stands for one word.

    Attributes
    ----------
    token : int
        Its token, the first of a name.
    shift : int
        Its position less that of the gap.
    entity : int
        Whom it names, or -1.
    """

    token: int
    shift: int
    entity: int = -1


class Positions:
    """The positions of a story: its tokens, those of each name counted as one.

    Parameters
    ----------
    story : Story
    entities : sequence of NamedEntity

    Attributes
    ----------
    entities : sequence of NamedEntity
    mentions : list of list of int
        The positions of each entity's mentions, in order.
    """

    def __init__(self, story: Story, entities: Sequence[NamedEntity]) -> None:
        self.entities, self._words = entities, story.tokens.words
        self._names = Names(entities)
        spans = {span for entity in entities for span in entity.spans}
        self._of = _positions(len(self._words), sorted(spans))
        self._count = int(self._of[-1]) + 1 if len(self._of) else 0
        self.mentions = [sorted({int(self._of[start]) for start, _ in entity.spans}) for entity in entities]

    def of_words(self, words: Iterable[str]) -> list[int]:
        """Return the positions of words (in lower case) in the story."""
        wanted = set(words)
        return sorted({int(self._of[i]) for i, word in enumerate(self._words) if word.lower() in wanted})

    def asked(self, words: Sequence[str], gap: int) -> list[Asked]:
        """Return a question's words as they are aligned: no marks, not the gap, each name once."""
        named = [(start, end, entity) for start, end, entity in self._names.find(words)]
        own = _positions(len(words), [(start, end) for start, end, _ in named])
        entities = {start: entity for start, _, entity in named}
        inside = {i for start, end, _ in named for i in range(start + 1, end)}
        return [
            Asked(i, int(own[i] - own[gap]), entities.get(i, -1))
            for i, word in enumerate(words)
            if i != gap and i not in inside and (word[0].isalnum() or word[0] == "@")
        ]

    def relation(self, asked: Sequence[Asked], tokens: Relation) -> Relation:
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
        empty = np.zeros(0, np.int32), np.zeros(0, np.float32)
        positions = np.concatenate([empty[0], *(places for places, _ in rows)])
        weights = np.concatenate([empty[1], *(weights for _, weights in rows)])
        return Relation(bounds, positions, weights, self._count)


def _positions(count: int, names: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    """Return the position of each token where every name counts as one."""
    inner = np.zeros(count, np.int64)
    for start, end in names:
        inner[start + 1 : end] = 1
    return np.cumsum(1 - inner) - 1
