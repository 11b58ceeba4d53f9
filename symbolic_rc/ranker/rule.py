"""Rules as data, and the ordered book of them."""

from __future__ import annotations

import html
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.rules.ordered import OrderedRules

if TYPE_CHECKING:
    from symbolic_rc.ranker.case import RankedCase
    from symbolic_rc.ranker.list_features import Shortlist


#: The ranker's stages, in their order: propose candidates, score them, decide, word the answer.
STAGES = ("propose", "score", "decide", "word")


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule's result when its conditions held.

    Attributes
    ----------
    rows : ndarray of bool, shape (candidates,), or sequence of int
        The candidates that it speaks for.
    bindings : dict
        What its variables were bound to.
    score : float
        What a user's own rule adds to the scores of those candidates.
    """

    rows: NDArray[np.bool_] | Sequence[int] = ()
    bindings: dict[str, str] = field(default_factory=dict)
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Missed:
    """A rule's result when a condition failed: which."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """The result of a rule that scores.

    Attributes
    ----------
    rows : sequence of int
        The candidates that it speaks for, best first; the first is chosen.
    scores : ndarray of float64
        The new scores of the listed candidates.
    shortlist : Shortlist, optional
        The list itself, of the rule that makes it.
    """

    rows: Sequence[int]
    scores: NDArray[np.float64]
    shortlist: Shortlist | None = None
    bindings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a rule that decides.

    Attributes
    ----------
    rows : sequence of int
        The candidates that are the answer; none where it is no candidate, or where those that were chosen
        before stay.
    texts : sequence of (str, int, int), optional
        The answer in a form of its own, each text with its character offsets or -1s; empty for no answer. No
        rule decides after that.
    bindings : dict
        What its variables were bound to.
    takes_credit : bool
        Whether it is named as the rule that decided though another one has chosen.
    """

    rows: Sequence[int] = ()
    texts: Sequence[tuple[str, int, int]] | None = None
    bindings: dict[str, str] = field(default_factory=dict)
    takes_credit: bool = True


Result = Fired | Missed | Ranked | Decision
RuleFunction = Callable[["RankedCase"], Result]
#: Tells what a rule's variables stood for when it spoke for a candidate (a row of the view).
Bind = Callable[["RankedCase", int], dict[str, str]]


def no_bindings(case: RankedCase, row: int) -> dict[str, str]:
    """Return the bindings of a rule that has no variables of candidates."""
    return {}


@dataclass(frozen=True, slots=True)
class RankerRule:
    """A named, documented, ordered step.

    Attributes
    ----------
    name : str
    function : callable
        From a case to what the rule did: `Fired` or `Missed`, `Ranked`, `Decision`. It changes nothing in the
        case.
    stage : {"propose", "score", "decide", "word"}
    doc : str
        What it does.
    source : str
        The paper, with section or table, or "own".
    example : str
        A question that it answers, and how.
    conditions : tuple of str
        What must hold, in the order in which it is looked at.
    enabled : bool
    bind : callable
        Tells what the rule's variables stood for when it proposed a candidate.
    """

    name: str
    function: RuleFunction
    stage: str = "propose"
    doc: str = ""
    source: str = "own"
    example: str = ""
    conditions: tuple[str, ...] = ()
    enabled: bool = True
    bind: Bind = no_bindings

    def __str__(self) -> str:
        lines = [self.name, f"  {self.doc}", f"  stage: {self.stage}", f"  source: {self.source}"]
        lines += [f"  example: {self.example}"] if self.example else []
        lines += [f"  if {condition}" for condition in self.conditions]
        return "\n".join(lines)


class RankerBook(OrderedRules[RankerRule]):
    """Rules in their order; a small list that can be inspected and changed.

    Parameters
    ----------
    rules : iterable of RankerRule
    """

    def replace(self, name: str, function: RuleFunction) -> None:
        """Let another function do a rule's work."""
        self._change(name, function=function)

    def rule(
        self,
        name: str | None = None,
        *,
        before: str | None = None,
        stage: str = "propose",
        source: str = "own",
        example: str = "",
    ) -> Callable[[RuleFunction], RuleFunction]:
        """Decorate a function of a case to make it a rule of this book.

        A rule that proposes returns `Fired` with the rows of its candidates and a score for them; one that
        decides returns a `Decision`; both return `Missed` with the reason where they do not apply.
        """

        def add(function: RuleFunction) -> RuleFunction:
            own = name or getattr(function, "__name__", "rule").replace("_", "-")
            doc = inspect.getdoc(function) or ""
            self.add(RankerRule(own, function, stage, doc, source, example), before)
            return function

        return add

    def of(self, stage: str) -> list[RankerRule]:
        """Return the rules of a stage that are switched on, in order."""
        return [rule for rule in self.enabled if rule.stage == stage]

    def __repr__(self) -> str:
        return "\n".join(
            f"{i:3d} {rule.stage:8} {rule.name}{'' if rule.enabled else ' (off)'}: {rule.doc.splitlines()[0]}"
            for i, rule in enumerate(self._rules)
        )

    def _repr_html_(self) -> str:
        rows = (
            f"<li><b>{html.escape(rule.name)}</b>{'' if rule.enabled else ' (off)'}: "
            f"{html.escape(rule.doc.splitlines()[0])}</li>"
            for rule in self._rules
        )
        return f'<ol start="0">{"".join(rows)}</ol>'

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rules as JSON-ready values."""
        names = ("name", "stage", "doc", "source", "example", "conditions", "enabled")
        return [{name: getattr(rule, name) for name in names} for rule in self._rules]
