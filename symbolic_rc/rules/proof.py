"""Proofs: how a rule gets from the facts of a story to an answer, so that it can be shown and replayed."""

from __future__ import annotations

from dataclasses import dataclass, field

from symbolic_rc.core.trace import Link as Link
from symbolic_rc.graph.facts import Fact, Facts, Term


@dataclass(frozen=True, slots=True)
class Proof:
    """The facts that an answer rests on, and the links from the query to them.

    Attributes
    ----------
    facts : tuple of Fact
    links : tuple of Link
    term : Term or None
        The term that the variable is bound to.
    rests_on : {"facts", "names", "nearness", "clause", "mentions", "ranking", "guess",
        "filled"}
        What proves it: facts, another name of the same entity, the words of the question near the term, those
        and the sentence that tells most of the question, how often the term's entity is mentioned, the
        learned comparison of candidates, nothing but a guess, or the words around a placeholder.
    """

    facts: tuple[Fact, ...]
    links: tuple[Link, ...] = ()
    term: Term | None = None
    rests_on: str = "facts"

    def describe(self, facts: Facts) -> list[str]:
        """Return the proof in plain lines: each fact with its sentence, then the links."""
        lines = [f"sentence {fact.sentence + 1}: {facts.describe(fact)}" for fact in self.facts]
        return lines + [str(link) for link in self.links]


@dataclass(frozen=True, slots=True)
class Proposal:
    """An answer that a rule proposes.

    Attributes
    ----------
    start, end : int
        Tokens of the story; -1 for an answer that is no span of it.
    text : str
        The answer's words.
    strength : float
        0 to 1; comparable within the rule.
    support : float
        What breaks ties of strength: how much of the question the sentence tells.
    proof : Proof
    texts : tuple of str
        The answers, where it takes several.
    places : tuple of (int, int)
        Character offsets of `texts`, where they are spans of the story.
    unmet, contrary : int
        The number of the question's arguments that the fact does not meet, and of those for which it names
        something else.
    """

    start: int
    end: int
    text: str
    strength: float
    support: float = 0.0
    proof: Proof = field(default_factory=lambda: Proof(()))
    texts: tuple[str, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    unmet: int = 0
    contrary: int = 0

    @property
    def is_asserted(self) -> bool:
        """Whether the narrator asserts the first fact of its proof."""
        return bool(self.proof.facts) and self.proof.facts[0].is_asserted
