"""What rules look at: the candidates of one question as columns, made at their first use."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.rules import layout as L
from symbolic_rc.rules.asked import Asked
from symbolic_rc.rules.codes import word_code
from symbolic_rc.rules.features import DENSE_NAMES
from symbolic_rc.rules.index import StoryIndex
from symbolic_rc.rules.rank import Scene
from symbolic_rc.rules.relation import Relation

Held = TypeVar("Held")
_COLUMN = {name: i for i, name in enumerate(DENSE_NAMES)}


@lru_cache(maxsize=256)
def codes(words: str) -> NDArray[np.int32]:
    """Return the numbers of several words, given with blanks between."""
    return np.array([word_code(word) for word in words.split()], np.int32)


@lru_cache(maxsize=64)
def sense_code(lexname: str) -> int:
    """Return the number of a lexicographer file, as row SENSE holds it."""
    return zlib.crc32(lexname.encode()) & 0x7FFFFFFF


class View:
    """The candidates of one question as columns.

    Parameters
    ----------
    story : StoryIndex
    asked : Asked
    scene : Scene
    relation : Relation
    """

    def __init__(self, story: StoryIndex, asked: Asked, scene: Scene, relation: Relation) -> None:
        self.story, self.asked, self.scene, self.relation = story, asked, scene, relation
        self.wh = asked.understanding.wh
        self.kind = asked.understanding.kind
        self._found: dict[Callable[[View], Any], Any] = {}

    def once(self, test: Callable[[View], Held]) -> Held:
        """Return what a test finds in this view, worked out at its first call; rules share their tests."""
        if test not in self._found:
            self._found[test] = test(self)
        return self._found[test]

    def __len__(self) -> int:
        return len(self.scene.selected)

    def col(self, name: str) -> NDArray[np.float32]:
        """Return a numeric feature by its name in `features.DENSE_NAMES`; float32, one a candidate."""
        return self._columns[_COLUMN[name]]

    @cached_property
    def _columns(self) -> NDArray[np.float32]:
        return np.ascontiguousarray(self.scene.dense.T)

    @cached_property
    def cand(self) -> NDArray[np.int32]:
        """The candidates' rows of `StoryIndex.cand`."""
        return self.story.cand[self.scene.selected]

    @cached_property
    def heads(self) -> NDArray[np.int32]:
        """The candidates' head tokens."""
        return self.cand[:, L.TOP]

    def head(self, row: int) -> NDArray[np.int32]:
        """Return a token row at the candidates' heads."""
        return self.story.tok[row, self.heads]

    def first(self, row: int) -> NDArray[np.int32]:
        """Return a token row at the candidates' first tokens."""
        return self.story.tok[row, self.cand[:, L.START]]

    @cached_property
    def word_before(self) -> NDArray[np.int32]:
        """The lower-cased word before each candidate in its sentence, else 0."""
        start = self.cand[:, L.START]
        inside = start > self.story.bounds[self.cand[:, L.C_SENT]]
        return np.where(inside, self.story.tok[L.LOWER, np.maximum(start - 1, 0)], 0)

    @cached_property
    def preposition(self) -> NDArray[np.int32]:
        """The lemma of the head's preposition, else 0."""
        case = self.head(L.CASE)
        return np.where(case >= 0, self.story.tok[L.LEMMA, np.maximum(case, 0)], 0)

    def sense(self, *names: str) -> NDArray[np.bool_]:
        """Tell which heads are of one of these lexicographer files."""
        return np.isin(self.head(L.SENSE), [sense_code(name) for name in names])

    def entity(self, labels: str) -> NDArray[np.bool_]:
        """Tell which heads are in a named entity of one of these labels."""
        return np.isin(self.head(L.ENT_TYPE), codes(labels))

    def entity_type(self, *types: int) -> NDArray[np.bool_]:
        """Tell which candidates refer to an entity of one of these types (`index` numbers them)."""
        entity = self.cand[:, L.C_ENTITY]
        if not len(self.story.ent):
            return np.zeros(len(self), np.bool_)
        return (entity >= 0) & np.isin(self.story.ent[np.maximum(entity, 0), 0], types)

    @cached_property
    def related(self) -> NDArray[np.int32]:
        """The graph's relations with an entity that the question names as their target: source and label."""
        rows = self.story.relations
        return rows[np.isin(rows[:, 2], self.scene.named)][:, :2]

    @cached_property
    def anchor(self) -> tuple[int, int]:
        """The event of the question's clause of time: its place in the order and its head; or -1s."""
        asked = self.asked
        word = asked.understanding.order
        if not word or word not in asked.texts:
            return -1, -1
        at = asked.texts.index(word)
        bounds, positions, weights = self.relation
        best, found = 0.0, -1
        votes: dict[int, float] = {}
        for i, w in enumerate(asked.words.tolist()):
            if w < at:
                continue
            for k in range(bounds[i], bounds[i + 1]):
                event = self._event_over(int(positions[k]))
                if event >= 0:
                    votes[event] = votes.get(event, 0.0) + float(weights[k])
        for event, vote in votes.items():
            if vote > best:
                best, found = vote, event
        return (int(self.story.order[found]), found) if found >= 0 else (-1, -1)

    def _event_over(self, token: int) -> int:
        """Return the nearest event head at or above a token, or -1."""
        tok, order = self.story.tok, self.story.order
        for _ in range(8):
            if order[token] >= 0:
                return token
            if tok[L.HEAD, token] == token:
                break
            token = int(tok[L.HEAD, token])
        return -1

    @cached_property
    def event_place(self) -> NDArray[np.int32]:
        """The place in the order of happening of the event that each candidate's head belongs to, or -1."""
        heads, inverse = np.unique(self.heads, return_inverse=True)
        events = [self._event_over(int(head)) for head in heads]
        places = np.array([self.story.order[e] if e >= 0 else -1 for e in events], np.int32)
        return places[inverse]

    def text(self, row: int) -> str:
        """Return what a candidate (by its row of the scene) answers."""
        return self.story.answer_text(int(self.scene.selected[row]))


def is_in(values: NDArray[np.int32], words: str) -> NDArray[np.bool_]:
    """Tell which numbers stand for one of these words."""
    return np.isin(values, codes(words))
