"""The rule: a named, ordered step from a query and facts to proposals with proofs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symbolic_rc.rules.conditions import Condition
from symbolic_rc.rules.proof import Proposal

if TYPE_CHECKING:
    from symbolic_rc.rules.case import Case

Propose = Callable[["Case"], Sequence[Proposal]]

#: What a rule needs, from precise to loose: what the text states, what follows from it, the state after what
#: happened, comparisons and counts, facts in other words or roles, words near by, the learned comparison.
GROUPS = ("stated", "inferred", "state", "comparison", "loose", "text", "ranker")


@dataclass(frozen=True, slots=True)
class Rule:
    """A named, documented, ordered step from a query and facts to proposals with proofs.

    Attributes
    ----------
    name : str
    propose : callable
        From a case to proposals, in any order. It changes nothing in the case.
    threshold : float
        The strength from which on its strongest proposal decides.
    doc : str
        What it proposes.
    source : str
        The paper, with section or table, or "own".
    example : str
        A question that it answers, and how.
    conditions : tuple of Condition
        What a question must ask before the rule is tried, in the order in which it is looked at.
    enabled : bool
    answers_nothing : bool
        Whether a proposal without words says that nothing is the answer; else such a proposal is passed over.
    group : str
        One of `GROUPS`: what it needs, and which column of the ranker its proposals count in.
    asks, finds : str
        Of a rule written as patterns of facts: what the question asks for, and what the story says.
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
    group: str = "stated"
    asks: str = ""
    finds: str = ""

    def __str__(self) -> str:
        lines = [self.name, f"  {self.doc}", f"  threshold: {self.threshold:g}", f"  source: {self.source}"]
        lines += [f"  example: {self.example}"] if self.example else []
        lines += [f"  asks: {self.asks}", f"  finds: {self.finds}"] if self.asks else []
        return "\n".join([*lines, *(f"  if it {condition.name}" for condition in self.conditions)])

    def missed(self, case: Case) -> str:
        """Return the name of the first condition that does not hold; empty if all do."""
        return next((condition.name for condition in self.conditions if not condition.holds(case)), "")

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as JSON-ready values."""
        names = ("name", "threshold", "doc", "source", "example", "enabled")
        conditions = [condition.name for condition in self.conditions]
        return {**{name: getattr(self, name) for name in names}, "conditions": conditions}
