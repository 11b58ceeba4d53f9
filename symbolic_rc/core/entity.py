"""Mentions, entities and frames of a story."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a frame: tokens ``start`` to ``end`` (exclusive) with their syntactic `head`.

    `role` is PropBank's label: ``ARG0`` to ``ARG5``, ``ARGM-TMP``, ..., ``C-ARG1``, ``R-ARG0``.
    """

    role: str
    start: int
    end: int
    head: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One predicate with its roleset (``give.01``) and its arguments; all offsets count tokens.

    Attributes
    ----------
    head, start, end : int
        The predicate's head token, and its span (phrasal verbs: ``gave up``).
    kind : {"verb", "noun", "adjective"}
    arguments : tuple of Argument
        In order of `start`.
    modality : str
        The modal's lemma (``must``), or empty.
    """

    roleset: str
    head: int
    start: int
    end: int
    kind: str
    arguments: tuple[Argument, ...] = ()
    negated: bool = False
    modality: str = ""

    @property
    def lemma(self) -> str:
        """The roleset without its number: ``give``."""
        return self.roleset.rsplit(".", 1)[0]

    def argument(self, role: str) -> Argument | None:
        """Return the first argument with that role, or None."""
        return next((argument for argument in self.arguments if argument.role == role), None)


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
