"""The candidates of one question as columns, computed at their first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from symbolic_rc.core.arrays import Flags, Ints, Longs, Singles
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import sense_code as sense_code
from symbolic_rc.index.codes import word_code
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import CandidateFeatures, WordMatches
from symbolic_rc.ranker.feature_templates import DENSE_NAMES

Held = TypeVar("Held")
_COLUMN = {name: i for i, name in enumerate(DENSE_NAMES)}


@lru_cache(maxsize=256)
def codes(words: str) -> Ints:
    """Return the numbers of several words, given with blanks between."""
    return np.array([word_code(word) for word in words.split()], np.int32)


def among(values: Ints, wanted: Ints) -> Flags:
    """Return which numbers are among a few others."""
    out = np.zeros(values.shape[0], np.bool_)
    _mark_among(values, wanted, out)
    return out


@kernel
def _mark_among(values: Ints, wanted: Ints, out: Flags) -> None:
    for i in range(values.shape[0]):
        for k in range(wanted.shape[0]):
            if values[i] == wanted[k]:
                out[i] = True
                break


def is_in(values: Ints, words: str) -> Flags:
    """Return which numbers stand for one of these words."""
    return among(values, codes(words))


class StoryCandidates:
    """A story's candidates as columns that no question changes; all of them, or some rows."""

    def __init__(self, story: StoryIndex, rows: Longs | None = None) -> None:
        self.story = story
        self._rows = rows

    @cached_property
    def cand(self) -> Ints:
        """The candidates' rows of `StoryIndex.cand`."""
        return self.story.cand if self._rows is None else self.story.cand.take(self._rows, 0)

    @cached_property
    def heads(self) -> Ints:
        """The candidates' head tokens."""
        return np.ascontiguousarray(self.cand[:, C.TOP])

    @cached_property
    def entities(self) -> Ints:
        """The entities that the candidates' heads are of, -1 for none."""
        return np.ascontiguousarray(self.cand[:, C.C_ENTITY])

    def head(self, row: int) -> Ints:
        """Return a token row at the candidates' heads."""
        return self.story.tok[row].take(self.heads)

    def first(self, row: int) -> Ints:
        """Return a token row at the candidates' first tokens."""
        return self.story.tok[row].take(self.cand[:, C.START])

    @cached_property
    def word_before(self) -> Ints:
        """The lower-cased word before each candidate in its sentence, else 0."""
        start = self.cand[:, C.START]
        inside = start > self.story.bounds[self.cand[:, C.C_SENT]]
        return np.where(inside, self.story.tok[C.LOWER, np.maximum(start - 1, 0)], 0)

    @cached_property
    def preposition(self) -> Ints:
        """The lemma of the head's preposition, else 0."""
        case = self.head(C.CASE)
        return np.where(case >= 0, self.story.tok[C.LEMMA, np.maximum(case, 0)], 0)

    def sense(self, *names: str) -> Flags:
        """Return which heads are of one of these lexicographer files."""
        return among(self.head(C.SENSE), np.array([sense_code(name) for name in names], np.int32))

    def entity(self, labels: str) -> Flags:
        """Return which heads are in a named entity of one of these labels."""
        return is_in(self.head(C.ENT_TYPE), labels)

    def entity_type(self, *types: int) -> Flags:
        """Return which candidates refer to an entity of one of these types (`rows` numbers them)."""
        entity = self.cand[:, C.C_ENTITY]
        if not len(self.story.ent):
            return np.zeros(len(self.cand), np.bool_)
        of = self.story.ent[np.maximum(entity, 0), 0]
        return (entity >= 0) & among(of, np.array(types, np.int32))


class CandidateView(StoryCandidates):
    """The candidates of one question as columns; `hidden` (sentences,) must not be looked at."""

    def __init__(
        self,
        story: StoryIndex,
        asked: ParsedQuestion,
        candidates: CandidateFeatures,
        alignment: WordMatches,
        hidden: Flags | None = None,
    ) -> None:
        super().__init__(story, candidates.selected.astype(np.int64))
        self.hidden = hidden
        self.asked, self.candidates, self.alignment = asked, candidates, alignment
        self.wh = asked.understanding.wh
        self.kind = asked.understanding.kind
        self._found: dict[Callable[[CandidateView], Any], Any] = {}

    def once(self, test: Callable[[CandidateView], Held]) -> Held:
        """Return what a test finds in this view, worked out at its first call; rules share their tests."""
        if test not in self._found:
            self._found[test] = test(self)
        return self._found[test]

    def always(self, test: Callable[[StoryCandidates], Any]) -> Flags:
        """Return what a test that no question changes finds; the story remembers it."""
        if test not in self._found:
            known = self.story.own
            if test not in known:
                known[test] = test(StoryCandidates(self.story))
            self._found[test] = known[test].take(self._rows)
        return self._found[test]

    def __len__(self) -> int:
        return len(self.candidates.selected)

    def col(self, name: str) -> Singles:
        """Return a numeric feature by its name in `features.DENSE_NAMES`; float32, one a candidate."""
        return self._columns[_COLUMN[name]]

    @cached_property
    def _columns(self) -> Singles:
        return np.ascontiguousarray(self.candidates.dense.T)

    @cached_property
    def related(self) -> Ints:
        """The graph's relations with an entity that the question names as their target: source and label."""
        rows = self.story.relations
        return rows[among(np.ascontiguousarray(rows[:, 2]), self.candidates.named)][:, :2]

    @cached_property
    def anchor(self) -> tuple[int, int]:
        """The event of the question's clause of time: its place in the order and its head; or -1s."""
        asked = self.asked
        word = asked.understanding.order
        if not word or word not in asked.texts:
            return -1, -1
        at = asked.texts.index(word)
        bounds, positions, weights = self.alignment
        best, found = 0.0, -1
        votes: dict[int, float] = {}
        for i, w in enumerate(asked.words.tolist()):
            if w < at:
                continue
            for k in range(bounds[i], bounds[i + 1]):
                if (event := int(self._events[positions[k]])) >= 0:
                    votes[event] = votes.get(event, 0.0) + float(weights[k])
        for event, vote in votes.items():
            if vote > best:
                best, found = vote, event
        return (int(self.story.order[found]), found) if found >= 0 else (-1, -1)

    @property
    def _events(self) -> Ints:
        """The nearest event head at or above each token of the story, up to seven steps, or -1."""
        known = self.story.memo
        if "events" not in known:
            head, order = self.story.tok[C.HEAD], self.story.order
            above = np.arange(len(order), dtype=np.int32)
            found = np.full(len(order), -1, np.int32)
            for _ in range(8):
                found = np.where((found < 0) & (order[above] >= 0), above, found)
                above = head[above]
            known["events"] = found
        return known["events"]

    @cached_property
    def event_place(self) -> Ints:
        """The place in the order of happening of the event that each candidate's head belongs to, or -1."""
        events = self._events[self.heads]
        return np.where(events >= 0, self.story.order[events], -1)

    def text(self, row: int) -> str:
        """Return what a candidate (by its number) answers."""
        return self.story.answer_text(int(self.candidates.selected[row]))
