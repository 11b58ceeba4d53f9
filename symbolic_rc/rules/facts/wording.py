"""The wording of an answer that was found: in the form of name that is asked for, without a title."""

from __future__ import annotations

from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.proof import Proposal

_TITLES = frozenset(
    "mr mr. mrs mrs. miss ms ms. dr dr. sir lady lord king queen captain saint st st. father".split()
)


def in_form(case: Case, proposal: Proposal) -> str:
    """Return an answer's words in the form of name that the question asks for, if it asks for one."""
    form = case.query.understanding.form
    term = proposal.proof.term
    if form not in ("first name", "last name", "full name") or term is None or term.entity < 0:
        return proposal.text
    entity = case.facts.entities[term.entity]
    full = max(entity.names, key=lambda name: len(name.split()), default="")
    words = [word for word in full.split() if word.lower() not in _TITLES] or proposal.text.split()
    if form == "full name":
        return full or proposal.text
    return words[0] if form == "first name" else words[-1]
