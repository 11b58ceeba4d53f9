"""Entity markers: names become ``@entityN`` (Kocisky et al. 2018, section 5.1), and are permuted."""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.cloze.names import words_at
from symbolic_rc.datasets.cloze.words import CLOSED
from symbolic_rc.question.parsed import context_of, within

MARKER = re.compile(r"@entity\d+")


def number_of(marker: str) -> int:
    """Return the number of a marker."""
    return int(marker.removeprefix("@entity"))


def shuffled(count: int, seed: int, story: str) -> list[int]:
    """Return the numbers below `count` in an order that depends on seed and story alone."""
    numbers = list(range(count))
    random.Random(f"{seed}:{story}").shuffle(numbers)
    return numbers


def permuted(record: Record, seed: int) -> Record:
    """Return the record with its ``@entityN`` markers permuted, in text, questions, answers and tags.

    Stories without markers come back unchanged. Equal seed and story give an equal permutation.

    Parameters
    ----------
    record : Record
    seed : int

    Examples
    --------
    >>> permuted(Record("s", "@entity0 met @entity1 ."), 3).text
    '@entity1 met @entity0 .'
    """
    texts = [record.text, *(question.text for question in record.questions)]
    markers = {marker for text in texts for marker in MARKER.findall(text)}
    found = sorted(markers | set(filter(MARKER.fullmatch, record.tags)), key=number_of)
    new = {marker: found[i] for marker, i in zip(found, shuffled(len(found), seed, record.id), strict=True)}

    def changed(text: str) -> str:
        return MARKER.sub(lambda match: new.get(match.group(), match.group()), text)

    questions = tuple(_rewritten(question, changed, spans=()) for question in record.questions)
    tags = {new.get(name, name): value for name, value in record.tags.items()}
    return replace(record, text=changed(record.text), questions=questions, tags=tags)


def marked(record: Record, seed: int = 0) -> Record:
    """Return the record with a marker for every capitalised word that it never writes in lower case.

    Story, questions, choices and references share the markers; character offsets are adjusted. Function words
    are no entities. Markers are numbered in an order that depends on seed and story alone. A story that
    already has markers keeps its entities, permuted.

    Parameters
    ----------
    record : Record
    seed : int

    Returns
    -------
    Record
        Its tags hold each marker's name.

    Examples
    --------
    >>> marked(Record("s", "The mill was Ada's. The miller sold Ada the lamp."), 1).text
    "The mill was @entity0's. The miller sold @entity0 the lamp."
    """
    texts = [record.text, record.title]
    for one in record.questions:
        texts += [one.text, *one.choices, *chain(*one.references)]
    if any(map(MARKER.search, texts)):
        return permuted(record, seed)
    entities = _entities(texts)
    numbers = shuffled(len(entities), seed, record.id)
    markers = {word: f"@entity{number}" for word, number in zip(entities, numbers, strict=True)}
    story = _Marked(record.text, markers)
    table = {markers[word]: name for word, name in entities.items()}
    return replace(
        record,
        text=story.text,
        title=_Marked(record.title, markers).text,
        questions=tuple(_question(question, story, markers) for question in record.questions),
        tags={**record.tags, **{name: table[name] for name in sorted(table, key=number_of)}},
    )


def _rewritten(question: Question, changed: Callable[[str], str], **more: Any) -> Question:
    references = tuple(tuple(map(changed, one)) for one in question.references)
    choices = tuple(map(changed, question.choices))
    return replace(question, text=changed(question.text), references=references, choices=choices, **more)


def _entities(texts: Iterable[str]) -> dict[str, str]:
    """Return the entities by their lower-case forms, each as first written."""
    words = [word for text in texts for _, _, word in words_at(text)]
    small = {word for word in words if word[0].islower()}
    found: dict[str, str] = {}
    for word in words:
        lower = word.lower()
        if word[0].isupper() and lower not in small and lower not in CLOSED:
            found.setdefault(lower, word)
    return found


class _Marked:
    """A text with its markers, and how its offsets have moved."""

    def __init__(self, text: str, marks: dict[str, str]) -> None:
        parts, at = list[str](), 0
        self._starts, self._shifts, shift = [0], [0], 0
        for start, end, word in words_at(text):
            if (mark := marks.get(word.lower())) is None:
                continue
            parts += [text[at:start], mark]
            shift += len(mark) - (end - start)
            at = end
            self._starts.append(end)
            self._shifts.append(shift)
        self.text = "".join([*parts, text[at:]])

    def moved(self, place: int) -> int:
        """Return the new offset of a word's start or end."""
        return place + self._shifts[bisect_right(self._starts, place) - 1]


def _question(question: Question, story: _Marked, markers: dict[str, str]) -> Question:
    def moved(places: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple((story.moved(start), story.moved(end)) for start, end in places)

    spans = tuple(map(moved, question.spans))
    new = _rewritten(question, lambda text: _Marked(text, markers).text, spans=spans)
    return within(new, moved(context_of(question))) if context_of(question) else new
