"""Facts: single statements of a story, with the tokens that express them."""

from __future__ import annotations

from dataclasses import dataclass

#: The kinds of facts.
KINDS = ("event", "attribute", "relation", "comparison", "quantity", "order")

#: Modalities: only a real fact is asserted to have happened.
MODALITIES = (
    "real", "possible", "planned", "wished", "obliged", "ordered", "asked", "conditional", "believed", "said",
)  # fmt: skip

#: The roles that facts of a kind need; comparisons may have further terms, and events have any.
NEEDED = {
    "attribute": ("subject", "value"),
    "relation": ("subject", "of"),
    "comparison": ("subject",),
    "quantity": ("counted", "value"),
    "order": ("event", "other"),
}


@dataclass(frozen=True, slots=True)
class Term:
    """One argument of a fact: tokens ``start`` to ``end`` (exclusive) with their syntactic head.

    Attributes
    ----------
    role : str
        PropBank's label for events (``ARG0``, ``ARGM-TMP``), else the word for its part: ``subject``,
        ``value``, ``of``, ``standard``, ``counted``, ``event``, ``other``.
    start, end, head : int
    entity : int
        The entity that it refers to, or -1.
    link : str
        How it was found where the tokens are not in the clause itself: ``shared subject``,
        ``relative clause``, ...; else empty.
    """

    role: str
    start: int
    end: int
    head: int
    entity: int = -1
    link: str = ""

    def in_role(self, role: str) -> Term:
        """Return the same in another role."""
        return Term(role, self.start, self.end, self.head, self.entity, self.link)


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement of the story.

    Attributes
    ----------
    id : int
        Its index in the story's facts.
    kind : str
        One of `KINDS`.
    predicate : str
        The lemma of the verb, noun or adjective; for relations the relation (``parent``, ``owns``), for an
        order in time ``before`` or ``with``.
    sense : str
        The roleset of an event (``sell.01``), the kind of an attribute (``colour``), the family of a relation
        (``kinship``), the direction of a comparison (``more``, ``less``, ``equal``, ``most``, ``least``).
    terms : tuple of Term
    token : int
        The word that expresses it.
    sentence : int
    denied : bool
        Whether the story denies it.
    modality : str
        One of `MODALITIES`.
    source : int
        The entity that says or thinks it, or -1 for the narrator.
    premises : tuple of int
        The facts that it was inferred from, if it is not stated.
    clause : str
        The name of the clause by which it follows from them, or empty.
    """

    id: int
    kind: str
    predicate: str
    sense: str
    terms: tuple[Term, ...]
    token: int
    sentence: int
    denied: bool = False
    modality: str = "real"
    source: int = -1
    premises: tuple[int, ...] = ()
    clause: str = ""

    def term(self, role: str) -> Term | None:
        """Return the first term with that role, or None."""
        return next((term for term in self.terms if term.role == role), None)

    @property
    def is_other_side(self) -> bool:
        """Whether it tells an event of the story over again, by a clause that is no sentence of the story."""
        return self.kind == "event" and bool(self.clause) and not self.clause.startswith("sentence ")

    @property
    def is_asserted(self) -> bool:
        """Whether the narrator asserts or denies it, rather than a character, a plan or a condition."""
        return self.modality == "real" and self.source < 0
