"""Rules as data, and the ordered book of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from symbolic_rc.core.errors import SymbolicRCError

if TYPE_CHECKING:
    from symbolic_rc.rules.case import Case


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that a rule proposes as answer.

    Attributes
    ----------
    candidate : int
        Index into the case's candidates (or choices).
    score : float
        What the rule adds to the candidate's score.
    """

    candidate: int
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule's result when its conditions held: proposals and what its variables were bound to."""

    proposals: tuple[Proposal, ...]
    bindings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Missed:
    """A rule's result when a condition failed: which."""

    reason: str


RuleFunction = Callable[["Case"], "Fired | Missed"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named, documented, ordered step.

    Attributes
    ----------
    name : str
    function : callable
        From a case to `Fired` or `Missed`.
    source : str
        The paper, with section or table, or "own".
    example : str
        A question that it answers, and how.
    enabled : bool
    """

    name: str
    function: RuleFunction
    source: str = "own"
    example: str = ""
    enabled: bool = True

    @property
    def doc(self) -> str:
        """What the rule does."""
        return inspect.getdoc(self.function) or ""

    def __str__(self) -> str:
        return f"{self.name}\n  {self.doc}\n  source: {self.source}\n  example: {self.example}"


class Rulebook:
    """Rules in their order; a small list that can be inspected and changed.

    Parameters
    ----------
    rules : iterable of Rule
    """

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules = list(rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __getitem__(self, name: str) -> Rule:
        return self._rules[self._find(name)]

    def __contains__(self, name: object) -> bool:
        return any(rule.name == name for rule in self._rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The rules' names, in order."""
        return tuple(rule.name for rule in self._rules)

    def copy(self) -> Rulebook:
        """Return a book of the same rules, to change."""
        return Rulebook(self._rules)

    def disable(self, *names: str) -> None:
        """Switch rules off; they stay in their place."""
        for name in names:
            i = self._find(name)
            self._rules[i] = replace(self._rules[i], enabled=False)

    def enable(self, *names: str) -> None:
        """Switch rules on."""
        for name in names:
            i = self._find(name)
            self._rules[i] = replace(self._rules[i], enabled=True)

    def move(self, name: str, before: str | None = None) -> None:
        """Move a rule before another one, or to the end."""
        rule = self._rules.pop(self._find(name))
        self._rules.insert(len(self._rules) if before is None else self._find(before), rule)

    def replace(self, name: str, function: RuleFunction) -> None:
        """Let another function do a rule's work."""
        i = self._find(name)
        self._rules[i] = replace(self._rules[i], function=function)

    def add(self, rule: Rule, before: str | None = None) -> None:
        """Add a rule before another one, or at the end."""
        if rule.name in self:
            raise SymbolicRCError(f"a rule named {rule.name!r} exists; use replace")
        self._rules.insert(len(self._rules) if before is None else self._find(before), rule)

    def rule(
        self, name: str | None = None, *, before: str | None = None, source: str = "own", example: str = ""
    ) -> Callable[[RuleFunction], RuleFunction]:
        """Decorate a function to make it a rule of this book."""

        def add(function: RuleFunction) -> RuleFunction:
            own = name or getattr(function, "__name__", "rule").replace("_", "-")
            self.add(Rule(own, function, source, example), before)
            return function

        return add

    def _find(self, name: str) -> int:
        for i, rule in enumerate(self._rules):
            if rule.name == name:
                return i
        raise SymbolicRCError(f"no rule is named {name!r}; there are: {', '.join(self.names)}")

    def __repr__(self) -> str:
        return "\n".join(
            f"{i:3d} {'' if rule.enabled else '(off) '}{rule.name}: {rule.doc.partition(chr(10))[0]}"
            for i, rule in enumerate(self._rules)
        )

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rules as JSON-ready values."""
        return [
            {"name": r.name, "doc": r.doc, "source": r.source, "example": r.example, "enabled": r.enabled}
            for r in self._rules
        ]
