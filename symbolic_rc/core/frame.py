"""Frames: predicates with their PropBank rolesets and arguments."""

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
