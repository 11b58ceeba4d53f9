"""Triples as they are compared: what each argument names, and which entities stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from spacy.tokens import Doc

from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.frames.triples import plain_role, triples
from symbolic_rc.readers.entities import NamedEntity, Names
from symbolic_rc.story import Story

#: What an argument may name: an entity by its number, other things by their words.
Key = int | str | tuple[str, ...]

_EMPTY = frozenset(
    "it he she they them him her i you we us me my your his its our their this that these those there "
    "who whom whose which what".split()
)
_CONTENT = frozenset(("NOUN", "PROPN", "ADJ", "NUM", "VERB"))


@dataclass(frozen=True, slots=True)
class EntityMention:
    """Tokens ``start`` to ``end`` (exclusive) with syntactic head `head` that refer to an entity."""

    start: int
    end: int
    head: int
    entity: int


@dataclass(frozen=True, slots=True)
class Side:
    """One argument of a triple, as it is compared.

    Attributes
    ----------
    role : str
    start, end, head : int
        Its tokens.
    keys : frozenset
        The entities that it holds, else its head's lemma; empty for pronouns.
    name : int or tuple of str or None
        What it is: the entity at its head, else its content words; None for pronouns.
    entities : tuple of int
        The entities that it holds, the nearest to the head first.
    """

    role: str
    start: int
    end: int
    head: int
    keys: frozenset[Key]
    name: Key | None
    entities: tuple[int, ...]

    def holds(self, token: int) -> bool:
        """Tell whether a token is part of the argument."""
        return self.start <= token < self.end


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple: the predicate's roleset between two arguments."""

    roleset: str
    left: Side
    right: Side

    def sides(self) -> tuple[tuple[Side, Side], tuple[Side, Side]]:
        """Return (x, y) both ways around."""
        return (self.left, self.right), (self.right, self.left)


def facts(doc: Doc, frames: Iterable[Frame], mentions: Sequence[EntityMention]) -> list[Fact]:
    """Return the triples of frames, to compare."""
    return [
        Fact(triple.frame.roleset, _side(doc, triple.left, mentions), _side(doc, triple.right, mentions))
        for triple in triples(frames)
    ]


def _side(doc: Doc, argument: Argument, mentions: Sequence[EntityMention]) -> Side:
    start, end, head = argument.start, argument.end, argument.head
    within = [
        one
        for one in mentions
        if start <= one.start and one.end <= end and (one.head == head or _is_name(doc, one.head))
    ]
    within.sort(key=lambda one: (abs(one.head - head), one.start))
    keys: set[Key] = {one.entity for one in within}
    empty = doc[head].lower_ in _EMPTY
    if not keys and not empty:
        keys.add(doc[head].lemma_.lower())
    name: Key | None = next((one.entity for one in mentions if one.start <= head < one.end), None)
    if name is None and not empty:
        name = tuple(token.lemma_.lower() for token in doc[start:end] if token.pos_ in _CONTENT) or None
    entities = tuple(dict.fromkeys(one.entity for one in within))
    return Side(plain_role(argument.role), start, end, head, frozenset(keys), name, entities)


def _is_name(doc: Doc, token: int) -> bool:
    return doc[token].pos_ == "PROPN" or doc[token].text[:1] == "@"


def mentions_of(story: Story, entities: Sequence[NamedEntity]) -> list[EntityMention]:
    """Return the mentions of a story's entities in tokens of its annotated text, in order."""
    starts, ends = story.chars[:, 0], story.chars[:, 1]
    found = []
    for number, entity in enumerate(entities):
        for first, last in entity.spans:
            left = int(np.searchsorted(ends, story.tokens.starts[first], side="right"))
            right = int(np.searchsorted(starts, story.tokens.ends[last - 1], side="left"))
            if left < right:
                found.append(EntityMention(left, right, story.doc[left:right].root.i, number))
    return sorted(found, key=lambda one: (one.start, one.end))


def named_in(doc: Doc, names: Names) -> list[EntityMention]:
    """Return where a question names entities of the story."""
    return [
        EntityMention(start, end, doc[start:end].root.i, entity)
        for start, end, entity in names.find([token.text for token in doc])
    ]
