"""The rule: a named, ordered step from a query and facts to proposals with proofs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.rules.conditions import Condition
from symbolic_rc.rules.proof import Proposal

if TYPE_CHECKING:
    from symbolic_rc.rules.case import Case

Propose = Callable[["Case"], Sequence[Proposal]]
Made = TypeVar("Made", bound=Propose)

#: What rules need, in the order in which they are tried: the choices or the placeholder of the question; the
#: events of the story together; a comparison of facts; a fact as it is asked for; facts that entail it; a
#: part of a fact; the clauses of the text; the ranker; nothing but an answer's type.
GROUPS = ("form", "state", "comparison", "stated", "inferred", "loose", "text", "ranker", "guess")
#: The highest threshold; strengths are 0 to 1, so that a rule decides from 1 on only where it is certain.
MOST = 1e6


@dataclass(frozen=True, slots=True)
class Rule:
    """A named, documented, ordered step from a query and facts to proposals with proofs.

    Attributes
    ----------
    name : str
    propose : callable
        From a case to proposals, in any order. It changes nothing in the case.
    threshold : float
        The least strength at which its strongest proposal decides; 0 to 1,000,000, above 1 for never.
    doc : str
        What it proposes.
    source : str
        The paper, with section or table, or "own".
    example : str
        "question -> text -> answer", a test of the rule; see `rules.examples`.
    conditions : tuple of Condition
        What a question must ask before the rule is tried, in the order in which it is looked at.
    enabled : bool
    answers_nothing : bool
        Whether a proposal without words says that nothing is the answer; else such a proposal is passed over.
    asks, finds : str
        Of a rule written as patterns of facts: what the question asks for, and what the story says.
    group : str
        What it needs, one of `GROUPS`: the ranker sees what rules of a group propose in one column.

    Raises
    ------
    SymbolicRCError
        If the threshold is no number from 0 to 1,000,000, or there is no such group.
    """

    name: str
    propose: Propose
    threshold: float
    doc: str
    source: str = "own"
    example: str = ""
    conditions: tuple[Condition, ...] = ()
    enabled: bool = True
    answers_nothing: bool = False
    asks: str = ""
    finds: str = ""
    group: str = "stated"

    def __post_init__(self) -> None:
        where, threshold = f"rule {self.name!r}: ", self.threshold
        if (
            isinstance(threshold, bool)
            or not isinstance(threshold, (int, float))
            or not 0 <= threshold <= MOST
        ):
            shown = repr(threshold) if isinstance(threshold, float) else type(threshold).__name__
            raise SymbolicRCError(f"{where}the threshold is a number from 0 to {MOST:,.0f}, not {shown}")
        check_name("group", self.group, GROUPS, where=where)
        object.__setattr__(self, "threshold", float(threshold))

    def __str__(self) -> str:
        lines = [self.name, f"  {self.doc}", f"  threshold: {self.threshold:g}"]
        lines += [f"  group: {self.group}", f"  source: {self.source}"]
        lines += [f"  example: {self.example}"] if self.example else []
        lines += [f"  asks: {self.asks}", f"  finds: {self.finds}"] if self.asks else []
        return "\n".join([*lines, *(f"  if it {condition.name}" for condition in self.conditions)])

    def missed(self, case: Case) -> str:
        """Return the name of the first condition that does not hold; empty if all do."""
        held = case.held
        for condition in self.conditions:
            name = condition.name
            if (holds := held.get(name)) is None:
                holds = held[name] = bool(condition.holds(case))
            if not holds:
                return name
        return ""

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as JSON-ready values."""
        names = ("name", "group", "threshold", "doc", "source", "example", "enabled")
        conditions = [condition.name for condition in self.conditions]
        return {**{name: getattr(self, name) for name in names}, "conditions": conditions}


#: The engine's own rules, by name.
OWN: dict[str, Rule] = {}


def rule(
    name: str,
    group: str,
    threshold: float,
    *conditions: Condition,
    source: str = "own",
    example: str = "",
    answers_nothing: bool = False,
) -> Callable[[Made], Made]:
    """Make a rule of the engine of a function.

    The first paragraph of its docstring says what it proposes; one with arrows is its example.
    """

    def add(propose: Made) -> Made:
        told = [" ".join(one.split()) for one in (inspect.getdoc(propose) or "").split("\n\n")]
        shown = example or next((one for one in told if " -> " in one), "")
        OWN[name] = Rule(
            name, propose, threshold, told[0], source, shown, conditions, True, answers_nothing, group=group
        )
        return propose

    return add
