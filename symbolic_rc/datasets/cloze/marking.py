"""Entity markers for any data set: names become ``@entityN`` (Kocisky et al. 2018, section 5.1)."""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.cloze.known import CLOSED
from symbolic_rc.datasets.cloze.permute import MARKER, permuted
from symbolic_rc.datasets.cloze.tokens import words_at
from symbolic_rc.question.parsed import context_of, within

_NUMBER = re.compile(r"\d+")


def marked(record: Record, seed: int = 0) -> Record:
    """Return the record with a marker for every capitalised word that it never writes in small letters.

    Story, questions, answer choices and references have the same markers; places in the story (of references,
    of the sections that a question is about) move with the text. Closed-class words are no entities. Markers
    are numbered in an order that depends on seed and story alone. A story that has markers already keeps its
    entities, permuted.

    Parameters
    ----------
    record : Record
    seed : int

    Returns
    -------
    Record
        Its tags tell what each marker stands for.

    Examples
    --------
    >>> marked(Record("s", "The mill was Ada's. The miller sold Ada the lamp."), 1).text
    "The mill was @entity0's. The miller sold @entity0 the lamp."
    """
    texts = [record.text, record.title, *_texts(record.questions)]
    if any(map(MARKER.search, texts)):
        return permuted(record, seed)
    entities = _entities(texts)
    numbers = list(range(len(entities)))
    random.Random(f"{seed}:{record.id}").shuffle(numbers)
    marks = {word: f"@entity{number}" for word, number in zip(entities, numbers, strict=True)}
    story = _Marked(record.text, marks)
    table = {marks[word]: name for word, name in entities.items()}
    ordered = dict(sorted(table.items(), key=lambda item: int(_NUMBER.findall(item[0])[0])))
    return replace(
        record,
        text=story.text,
        title=_Marked(record.title, marks).text,
        questions=tuple(_question(question, story, marks) for question in record.questions),
        tags={**record.tags, **ordered},
    )


def _texts(questions: Iterable[Question]) -> Iterator[str]:
    for question in questions:
        yield question.text
        yield from question.choices
        yield from (text for reference in question.references for text in reference)


def _entities(texts: Iterable[str]) -> dict[str, str]:
    """Return the words that are entities, in small letters, each with its first writing."""
    words = [word for text in texts for _, _, word in words_at(text)]
    small = {word for word in words if word[0].islower()}
    found: dict[str, str] = {}
    for word in words:
        lower = word.lower()
        if word[0].isupper() and lower not in small and lower not in CLOSED:
            found.setdefault(lower, word)
    return found


class _Marked:
    """A text with its markers, and where its places have moved."""

    def __init__(self, text: str, marks: dict[str, str]) -> None:
        parts, at = list[str](), 0
        self._starts, self._shifts, shift = [0], [0], 0
        for start, end, word in words_at(text):
            mark = marks.get(word.lower())
            if mark is None:
                continue
            parts += [text[at:start], mark]
            shift += len(mark) - (end - start)
            at = end
            self._starts.append(end)
            self._shifts.append(shift)
        self.text = "".join([*parts, text[at:]])

    def moved(self, place: int) -> int:
        """Return where a place of the text, at a word's start or end, stands now."""
        return place + self._shifts[bisect_right(self._starts, place) - 1]


def _question(question: Question, story: _Marked, marks: dict[str, str]) -> Question:
    def changed(text: str) -> str:
        return _Marked(text, marks).text

    def moved(places: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple((story.moved(start), story.moved(end)) for start, end in places)

    new = replace(
        question,
        text=changed(question.text),
        references=tuple(tuple(map(changed, one)) for one in question.references),
        choices=tuple(map(changed, question.choices)),
        spans=tuple(map(moved, question.spans)),
    )
    return within(new, moved(context_of(question))) if context_of(question) else new
