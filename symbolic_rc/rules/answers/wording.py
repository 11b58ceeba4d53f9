"""The wording of an answer that was found: in the form of name that is asked for, without a title."""

from __future__ import annotations

from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Proposal

#: A name has fewer words.
_MOST_NAMES = 5
_TITLES = frozenset(
    "mr mr. mrs mrs. miss ms ms. dr dr. sir lady lord king queen captain saint st st. father".split()
)


def in_form(case: Case, proposal: Proposal) -> str:
    """Return an answer's words in the form of name that the question asks for, if it asks for one."""
    form = case.query.understanding.form
    term = proposal.proof.term
    if form not in ("first name", "last name", "full name") or term is None:
        return proposal.text
    if term.entity < 0 and case.facts.syntax.pos[term.head] != "PROPN":
        return proposal.text
    full = _full_name(case, proposal, term.entity)
    words = [word for word in full.split() if word.lower() not in _TITLES] or proposal.text.split()
    if form == "full name":
        return full
    return words[0] if form == "first name" else words[-1]


def _full_name(case: Case, proposal: Proposal, entity: int) -> str:
    """Return the longest name of an entity, or of whoever has its only name as last name."""
    names = case.facts.entities[entity].names if entity >= 0 else ()
    longest = max([*names, proposal.text], key=lambda name: (name in names, len(name.split())))
    if " " in longest:
        return longest
    for mention in case.facts.mentions:
        if mention.kind == "name" and mention.end - mention.start > 1:
            text = case.span_text(mention.start, mention.end)
            if longest in (text.split()[-1], text.split()[0]) and len(text.split()) < _MOST_NAMES:
                return text
    return longest
