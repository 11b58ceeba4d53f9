"""The kernel that joins what question words seek with what a story's words offer."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Array, Bytes, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.match.keys import StoryWords, WantedKeys, longer
from symbolic_rc.match.kinds import Kind

_PHRASE = np.uint8(Kind.PHRASE)
_ANTONYM = np.uint8(Kind.ANTONYM)
#: Room for the matches of a question, before more is made.
_ROOM = 256


class _Marks(NamedTuple):
    """The best match of each unit, and of each token, with one question word."""

    unit_weight: Singles
    unit_kind: Bytes
    opposed: Bytes
    touched: Ints
    weight: Singles
    kind: Bytes
    seen: Bytes
    hit: Ints


def joined(story: StoryWords, wanted: WantedKeys) -> tuple[Array, ...]:
    """Return what a question's words match in a story, row by row: see `join`."""
    rows, done = len(wanted.row_bounds) - 1, 0
    indptr = np.zeros(rows + 1, np.int32)
    found: list[Array] = [np.empty(_ROOM, kind) for kind in (np.int32, np.float32, np.uint8)]
    while (done := join(story, wanted, done, indptr, *found)) < rows:
        room = 2 * len(found[0]) + story.n_tokens  # at least one row more
        found = [longer(array, room) for array in found]
    return indptr, *(array[: indptr[-1]] for array in found)


@kernel
def join(
    story: StoryWords,
    question: WantedKeys,
    first: int,
    indptr: Ints,
    found: Ints,
    weights: Singles,
    kinds: Bytes,
) -> int:
    """Match rows of question units, from the `first` on, with the story; return the next row.

    That is one whose matches there is no room for, or the number of rows. Fills the relation: positions
    rising in each row, the strongest match of each token; an antonym's entry has weight zero. Of rows before
    the first, they are there.
    """
    units, rows, tokens = len(story.bounds) - 1, len(question.row_bounds) - 1, story.n_tokens
    marks = _Marks(
        np.zeros(units, np.float32), np.zeros(units, np.uint8), np.zeros(units, np.uint8),
        np.empty(units, np.int32), np.zeros(tokens, np.float32), np.zeros(tokens, np.uint8),
        np.zeros(tokens, np.uint8), np.empty(tokens, np.int32),
    )  # fmt: skip
    count = indptr[first]
    for row in range(first, rows):
        hits = 0
        for k in range(question.row_bounds[row], question.row_bounds[row + 1]):
            many = _touch(story, question, question.row_units[k], marks)
            hits = _spread(story, many, hits, marks)
        if count + hits > len(found):
            return row
        _sort(tokens, hits, marks)
        for h in range(hits):
            token = marks.hit[h]
            found[count], weights[count], kinds[count] = token, marks.weight[token], marks.kind[token]
            marks.seen[token] = 0
            count += 1
        indptr[row + 1] = count
    return rows


@kernel
def _touch(story: StoryWords, question: WantedKeys, sought: int, marks: _Marks) -> int:
    """Mark the units of the story that one unit of the question matches; return how many."""
    many = 0
    for s in range(question.starts[sought], question.ends[sought]):
        wanted = question.keys[s]
        place = 0
        past = len(story.keys)
        while place < past:
            middle = (place + past) >> 1
            if story.keys[middle] < wanted:
                place = middle + 1
            else:
                past = middle
        while place < len(story.keys) and story.keys[place] == wanted:
            unit = story.owners[place]
            place += 1
            if marks.unit_weight[unit] == 0 and marks.opposed[unit] == 0:
                marks.touched[many] = unit
                many += 1
            kind = question.kinds[s]
            weight = question.weights[s]
            if kind == _ANTONYM:
                marks.opposed[unit] = 1
                continue
            if story.phrases[unit]:
                weight *= story.phrase_weight
                kind = _PHRASE
            best = marks.unit_weight[unit]
            if weight > best or (weight == best and kind < marks.unit_kind[unit]):
                marks.unit_weight[unit], marks.unit_kind[unit] = weight, kind
    return many


@kernel
def _spread(story: StoryWords, many: int, hits: int, marks: _Marks) -> int:
    """Hand the marks of units on to their tokens; return how many tokens are marked."""
    for t in range(many):
        unit = marks.touched[t]
        weight, kind = marks.unit_weight[unit], marks.unit_kind[unit]
        # words that are opposites are near in many other ways; that is no match
        if marks.opposed[unit] and (weight == 0 or kind > _PHRASE):
            weight, kind = np.float32(0.0), _ANTONYM
        marks.unit_weight[unit] = 0
        marks.opposed[unit] = 0
        for p in range(story.bounds[unit], story.bounds[unit + 1]):
            token = story.positions[p]
            if not marks.seen[token]:
                marks.seen[token] = 1
                marks.hit[hits] = token
                hits += 1
            elif weight < marks.weight[token] or (
                weight == marks.weight[token] and kind >= marks.kind[token]
            ):
                continue
            marks.weight[token], marks.kind[token] = weight, kind
    return hits


@kernel
def _sort(tokens: int, hits: int, marks: _Marks) -> None:
    """Put the marked tokens in order."""
    for h in range(1, hits):
        if marks.hit[h] < marks.hit[h - 1]:
            break
    else:
        return
    # several words matched, each with rising positions: one pass puts them in order
    h = 0
    for token in range(tokens):
        if marks.seen[token]:
            marks.hit[h] = token
            h += 1
