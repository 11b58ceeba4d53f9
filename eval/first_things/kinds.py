"""Kinds of first things: small stories with questions, generated from words, and when an answer is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from symbolic_rc.behaviour.check import is_right
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.engine import Engine

C = TypeVar("C")


def word_rows(table: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table of words, joined by commas, each as its words, joined by slashes."""
    return tuple(tuple(row.strip().split("/")) for row in table.split(","))


@dataclass(frozen=True, slots=True)
class Case:
    """One small text with one question.

    Attributes
    ----------
    text : str
    question : Question
        Its references are the right answers.
    most : float
        The highest confidence that the answer may have, right or wrong; 1 for any.
    """

    text: str
    question: Question
    most: float = 1.0

    def passes(self, answer: Answer) -> bool:
        """Whether an answer is right, and not more confident than allowed."""
        return is_right(answer.texts, self.question) and answer.confidence <= self.most


@dataclass(frozen=True, slots=True)
class Kind(Generic[C]):
    """A kind of cases.

    Attributes
    ----------
    name : str
    item : int
        The number of what it shows; kinds are printed in its order.
    generate : callable
        Yields cases without end, or all that there are, from a generator of random numbers.
    """

    name: str
    item: int
    generate: Callable[[Random], Iterator[C]]


@dataclass(frozen=True, slots=True)
class Check:
    """A kind whose cases are not questions on a text: files, options, interrupts."""

    name: str
    item: int
    #: Yields at most that many results, each whether a case was handled right.
    run: Callable[[int], Iterator[bool]]


def ask(text: str, question: str, *right: str, most: float = 1.0, **fields: object) -> Case:
    """Return a case; `fields` are further ones of the question (`choices`, `placeholder`)."""
    references = tuple((one,) for one in right)
    return Case(text, Question("0", question, references, **fields), most)  # type: ignore[arg-type]


def drawn(kind: Kind[C], count: int, seed: int = 0) -> list[C]:
    """Return that many cases of a kind, or all that it has."""
    found: list[C] = []
    for case in kind.generate(Random(f"{seed}/{kind.name}")):
        if len(found) == count:
            break
        found.append(case)
    return found


def failed(engines: Mapping[str, Engine], cases: Sequence[Case]) -> dict[str, list[tuple[Case, Answer]]]:
    """Return the cases that each engine fails, with what it answers; each text is read once, by the first."""
    found: dict[str, list[tuple[Case, Answer]]] = {name: [] for name in engines}
    for case in cases:
        story = next(iter(engines.values())).read(case.text)
        for name, engine in engines.items():
            answer = engine.answer(story, case.question)
            if not case.passes(answer):
                found[name].append((case, answer))
    return found
