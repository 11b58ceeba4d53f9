"""Mentions and the entities that they refer to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mention:
    """A span that refers: tokens ``start`` to ``end`` (exclusive) with syntactic head `head`.

    Attributes
    ----------
    kind : {"name", "nominal", "pronoun"}
    entity : int
        Index of the entity in the story's `entities`.
    antecedent : int
        Index of the mention that it was linked to, or -1 for the first of its entity.
    link : str
        The sieve or rule that made the link, or empty.
    """

    start: int
    end: int
    head: int
    kind: str
    entity: int = -1
    antecedent: int = -1
    link: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """The cluster of mentions that refer to one thing.

    Attributes
    ----------
    id : int
        Its index in the story's `entities`.
    mentions : tuple of int
        Indices into the story's `mentions`, in order of the text.
    name : str
        The fullest name, or the first nominal, or the first pronoun.
    names : tuple of str
        Every distinct name, longest first.
    type : str
        ``PERSON``, ``ORG``, ``GPE``, ``LOC``, ``FAC``, ``THING``, ``GROUP`` or empty.
    gender : {"masculine", "feminine", "neuter", ""}
    number : {"singular", "plural", ""}
    speaks : bool
        Whether a quotation in the story was attributed to it.
    """

    id: int
    mentions: tuple[int, ...]
    name: str
    names: tuple[str, ...] = ()
    type: str = ""
    gender: str = ""
    number: str = ""
    speaks: bool = False
