"""Patterns of facts: what is asked of a story's facts, with variables for what is wanted.

Patterns have a text form, for users: ``sell(ARG0=?who, ARG1=wheel)``. The word before the parenthesis is the
predicate, ``kind:predicate/sense`` says the kind and the sense of a fact (``comparison:old/more``), ``?`` in
place of a predicate takes any. Arguments are ``role=value`` or, of any role, a value alone; values are words,
or ``?name`` for a variable. Several patterns are joined by ``&`` and share their variables::

    build(ARG0=?x, ARG1=mill) & relation:uncle-or-aunt(?x, of=Ada)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.graph.facts.fact import KINDS

_PATTERN = re.compile(r"\s*(?P<head>[^(&]+?)\s*\((?P<arguments>[^()]*)\)\s*(?:&|$)")


class PatternError(SymbolicRCError):
    """A pattern of facts that cannot be read; says where and what is expected."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One argument of a pattern.

    Attributes
    ----------
    role : str
        The role that it must have, or empty for any.
    words : str
        The words that it must match; empty for a variable.
    variable : str
        The variable's name, or empty.
    optional : bool
        Whether it may be missing, in a clause of inference: ``[role=?name]``.
    """

    role: str = ""
    words: str = ""
    variable: str = ""
    optional: bool = False

    def __str__(self) -> str:
        value = f"?{self.variable}" if self.variable else self.words
        told = f"{self.role}={value}" if self.role else value
        return f"[{told}]" if self.optional else told


@dataclass(frozen=True, slots=True)
class FactPattern:
    """A pattern of one fact.

    Attributes
    ----------
    predicate : str
        A lemma, a roleset (``sell.01``), a relation; empty for any.
    kind : str
        The kind of fact, or empty for any.
    wanted : tuple of Wanted
    denied : bool or None
        Whether the fact must be denied; None for either.
    sense : str
        The sense beside the predicate, or empty for any.
    adjuncts : bool
        Whether the adjuncts of an event are those of what follows from it, in a clause of inference: ``...``.
    """

    predicate: str
    wanted: tuple[Wanted, ...]
    kind: str = ""
    denied: bool | None = False
    sense: str = ""
    adjuncts: bool = False

    def __str__(self) -> str:
        head = f"{self.kind}:{self.predicate or '?'}" if self.kind else self.predicate or "?"
        head += f"/{self.sense}" if self.sense else ""
        told = [*map(str, self.wanted), *(("...",) if self.adjuncts else ())]
        return f"{'not ' if self.denied else ''}{head}({', '.join(told)})"


def parse_pattern(text: str) -> tuple[FactPattern, ...]:
    """Read the text form of a pattern; see the module's text.

    Parameters
    ----------
    text : str
        As ``symbolic-rc facts --match`` takes it.

    Raises
    ------
    PatternError

    Examples
    --------
    >>> [str(one) for one in parse_pattern("not sell(ARG0=?x, the wheel) & kinship-less(?x)")]
    ['not sell(ARG0=?x, the wheel)', 'kinship-less(?x)']
    """
    found, at = [], 0
    while at < len(text):
        if (match := _PATTERN.match(text, at)) is None:
            raise PatternError(
                f"the pattern {text!r} cannot be read from character {at + 1}:"
                " expected predicate(role=words, ?variable)"
            )
        kind, _, predicate = match["head"].removeprefix("not ").strip().rpartition(":")
        if kind:
            check_name("kind of fact", kind, KINDS, error=PatternError)
        predicate, _, sense = predicate.partition("/")
        parts = [part.strip() for part in match["arguments"].split(",") if part.strip()]
        wanted, denied = (
            tuple(_wanted(part) for part in parts if part != "..."),
            match["head"].startswith("not "),
        )
        predicate = "" if predicate == "?" else predicate
        found.append(FactPattern(predicate, wanted, kind, denied, sense, "..." in parts))
        at = match.end()
    if not found:
        raise PatternError("the pattern is empty; expected something like sell(ARG0=?who, ARG1=wheel)")
    return tuple(found)


def _wanted(text: str) -> Wanted:
    if text.startswith("[") and text.endswith("]"):
        return replace(_wanted(text[1:-1]), optional=True)
    role, _, value = text.rpartition("=")
    value = value.strip().strip("'\"")
    if value.startswith("?"):
        return Wanted(role.strip(), "", value[1:] or "_")
    return Wanted(role.strip(), value)
