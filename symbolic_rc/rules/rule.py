"""The rule: a named, ordered step from a query and facts to proposals with proofs; conditions by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.lexicon.scales import CHANGES, COMPARATIVES, WAYS
from symbolic_rc.question.state_question import read_state_question
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
class Condition:
    """What must hold before a rule is tried; two of the same name are the same."""

    name: str  # in words: "asks why"
    #: A function of a module, or `functools.partial` of one, so that rules can be pickled.
    holds: Callable[[Case], object] = field(compare=False)


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
        number = isinstance(threshold, (int, float)) and not isinstance(threshold, bool)
        if not number or not 0 <= threshold <= MOST:
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


#: Words and tags of questions that compare, or ask when something rose or fell.
_GRADED = {*COMPARATIVES, "JJR", "RBR", *CHANGES, *WAYS}
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


def _asks_name(case: Case) -> bool:
    return any(fact.kind == "attribute" and fact.sense == "name" for fact, _ in case.query.asked)


def asks_state(*forms: str) -> Condition:
    """Return the condition that a question is about the state of a story, in one of some forms."""
    return Condition(f"asks about a state: {', '.join(forms)}", partial(_asks_state, forms))


def _asks_state(forms: tuple[str, ...], case: Case) -> bool:
    found = read_state_question(case.query.text_asked or case.query.question.text)
    return found is not None and found.form in forms


def _asks_feeling(case: Case) -> bool:
    lemmas = {case.query.syntax.lemmas[i] for i in case.query.content}
    return case.kind == "manner" and bool(lemmas & {"feel", "react"})


def asks_for(kind: str) -> Condition:
    """Return the condition that a fact of a kind is asked for."""
    article = "an" if kind[0] in "aeiou" else "a"
    return Condition(f"asks for {article} {kind}", partial(_asks_fact, kind))


def _asks_fact(kind: str, case: Case) -> bool:
    return any(fact.kind == kind for fact, _ in case.query.asked)


def _is_kind(kinds: tuple[str, ...], case: Case) -> bool:
    return case.kind in kinds


def _names_or_compares(case: Case) -> bool:
    query = case.query
    more = not _GRADED.isdisjoint((*query.lemmas, *query.syntax.tags[query.start : query.end]))
    more = more or any(fact.kind == "comparison" for fact in query.facts)
    return bool(case.options) or (more and (case.kind in ("person", "time") or bool(query.kind_asked)))


def _asks_attribute_or_time(case: Case) -> bool:
    return case.kind == "time" or _asks_fact("attribute", case)


def _asks_order(case: Case) -> bool:
    return bool(case.query.time or case.query.understanding.order)


ASKS_ATTRIBUTE_OR_TIME = Condition("asks for an attribute, or when something is", _asks_attribute_or_time)
ASKS_EVENT = Condition("asks for an argument of an event", attrgetter("query.events_asked"))
ASKS_REASON = Condition("asks why", partial(_is_kind, ("reason",)))
ASKS_RELATION = Condition("asks how two are related", partial(_is_kind, ("relation",)))
ASKS_AMOUNT = Condition("asks how many or how long", partial(_is_kind, ("number", "duration")))
ASKS_NUMBER = Condition("asks how many", partial(_is_kind, ("number",)))
ASKS_PERSON = Condition("asks for somebody", partial(_is_kind, ("person",)))
ASKS_NAME = Condition("asks what something is called", _asks_name)
ASKS_FEELING = Condition("asks how somebody feels", _asks_feeling)
ASKS_MANNER = Condition("asks how", partial(_is_kind, ("manner",)))
ASKS_CLAUSE = Condition("asks what happened, why or how", partial(_is_kind, ("event", "reason", "manner")))
HAS_CHOICES = Condition("has choices", attrgetter("question.is_choice"))
HAS_PLACEHOLDER = Condition("has a placeholder", attrgetter("question.is_cloze"))
RANKS = Condition("is asked with a ranker", attrgetter("ranker"))
HAS_OPTIONS = Condition("names its options", attrgetter("options"))
COMPARES = Condition("names its options, or asks what is or became more so", _names_or_compares)
HAS_ALTERNATIVES = Condition("asks which of several statements is so", attrgetter("query.alternatives"))
IS_POLAR = Condition("asks whether something is so", attrgetter("query.polar"))
ASKS_ORDER = Condition("asks what was first, last, before or after", _asks_order)
