"""Rules written as two patterns of facts: what the question asks for, and what the story says of it.

Variables join them. Whoever is asked for with ``buy(ARG0=?who, ARG1=?what)`` is found by
``sell(ARG2=?who, ARG1=?what)``, where the story's ``?what`` is what the question names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from symbolic_rc.core.forks import remembered
from symbolic_rc.graph.facts import FactPattern, Facts, Match, PatternError, Term, parse_pattern
from symbolic_rc.rules.answering import answer_span, answering
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.events import NAMED, NOT_TOLD
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Link, Proof, Proposal

_NOBODY = "_"


@dataclass(frozen=True, slots=True)
class PatternRule:
    """The rule that proposes what a pattern of the story's facts binds the asked variable to.

    Parameters
    ----------
    asks : str
        A pattern that the question's facts must meet; one of its variables is what is asked for.
    finds : str
        A pattern that facts of the story must meet; it shares variables with the other.

    Raises
    ------
    PatternError
        If one cannot be read, or they share no variable.
    """

    asks: str
    finds: str

    def __post_init__(self) -> None:
        if not self._shared:
            raise PatternError(
                f"the patterns {self.asks!r} and {self.finds!r} share no variable, so nothing of what is"
                " asked is found"
            )

    @property
    def _shared(self) -> set[str]:
        return _variables(_parsed(self.asks)) & _variables(_parsed(self.finds))

    def __call__(self, case: Case) -> list[Proposal]:
        """Propose for a case."""
        if not case.query.facts:
            return []
        asked = Facts(case.query.facts, case.query.syntax, (), ())
        met, shared = asked.match(_parsed(self.asks)), self._shared
        stated = _matches_of(case.facts, self.finds) if met else []
        return [
            found
            for one in met
            for variable, term in one.bindings.items()
            if variable in shared and case.query.is_variable(term)
            for found in _proposals(case, one, variable, stated)
        ]


_parsed = lru_cache(maxsize=1024)(parse_pattern)


@remembered
def _matches(facts: Facts) -> dict[str, list[Match]]:
    return {}


def _matches_of(facts: Facts, pattern: str) -> list[Match]:
    """Return how a story's facts meet a pattern, matched once."""
    known = _matches(facts)
    if pattern not in known:
        known[pattern] = facts.match(_parsed(pattern))
    return known[pattern]


def _variables(patterns: tuple[FactPattern, ...]) -> set[str]:
    names = {wanted.variable for pattern in patterns for wanted in pattern.wanted}
    return names - {"", _NOBODY}


def _proposals(case: Case, asked: Match, variable: str, stated: list[Match]) -> Iterator[Proposal]:
    """Yield what each match in the story binds the variable to, where the others match the question's."""
    given = {name: term for name, term in asked.bindings.items() if not case.query.is_variable(term)}
    for found in stated:
        term = found.bindings.get(variable)
        number = -1 if term is None else case.number_of(term)
        if term is None or not case.suited[number] or case.alignment.asked_about[number] >= NAMED:
            continue
        links = [
            Link(case.query.text(one), case.facts.text(other), "by the rule's patterns", near)
            for name, one in given.items()
            if (other := found.bindings.get(name)) is not None
            for near in [_near(case, one, other)]
        ]
        if all(link.strength >= MET for link in links):
            yield _proposal(case, term, found, links)


def _near(case: Case, asked: Term, stated: Term) -> float:
    return float(case.alignment.similarity(asked)[case.number_of(stated)])


def _proposal(case: Case, term: Term, found: Match, links: list[Link]) -> Proposal:
    best, factor, naming = answering(case, term)
    start, end = answer_span(case.facts, best)
    met = sum(link.strength for link in links) / len(links) if links else 1.0
    strength = met * factor * (1.0 if all(fact.is_asserted for fact in found.facts) else NOT_TOLD)
    support = max(float(case.alignment.sentence_support[fact.sentence]) for fact in found.facts)
    proof = Proof((*found.facts, *naming), tuple(links), term)
    return Proposal(start, end, case.span_text(start, end), strength, support, proof)
