"""One rule over facts: a named, documented, ordered step from a query and facts to proposals with proofs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.proof import Proposal


@dataclass(frozen=True, slots=True)
class FactRule:
    """A named, documented, ordered step from a query and facts to proposals with proofs.

    Attributes
    ----------
    name : str
    propose : callable
        From a case to proposals, in any order.
    threshold : float
        The strength from which on its strongest proposal decides.
    doc, source, example : str
    """

    name: str
    propose: Callable[[Case], list[Proposal]]
    threshold: float
    doc: str
    source: str = "own"
    example: str = ""
