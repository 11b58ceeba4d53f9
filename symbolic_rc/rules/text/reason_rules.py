"""Rules for reasons and purposes: the clause that says why, beside the event that is asked about."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.arrays import KIND_NUMBER
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proof, Proposal

_BECAUSE = frozenset("because since as so for to due".split())
_SURE = frozenset(("because",))


def gives_reason(case: Case) -> list[Proposal]:
    """Propose the clause that says why the event that is asked about happened."""
    if case.kind != "reason":
        return []
    found: list[Proposal] = []
    for part, _ in case.query.asked:
        if part.kind != "event" or part.token not in case.alignment.row:
            continue
        row = case.alignment.row[part.token]
        arrays = case.facts.arrays
        for number in range(len(case.facts)):
            if arrays.kind[number] != KIND_NUMBER["event"]:
                continue
            same = float(case.alignment.best[row, arrays.token[number]])
            if same >= 0.5:
                found += _reasons(case, case.facts[number], same)
    return found


def _reasons(case: Case, fact: Fact, same: float) -> Iterator[Proposal]:
    """Yield the clauses of reason and purpose under an event's verb."""
    syntax = case.facts.syntax
    support = float(case.alignment.sentence_support[fact.sentence])
    top = max(float(case.alignment.sentence_support.max()), 1e-9)
    for child in syntax.children_of(fact.token):
        if not syntax.deps[child].startswith(("advcl", "obl", "xcomp")):
            continue
        sign = _sign(syntax, child)
        if not sign:
            continue
        start, end = int(syntax.left[child]), int(syntax.right[child]) + 1
        while end > start + 1 and syntax.pos[end - 1] == "PUNCT":
            end -= 1
        strength = same * (support / top) * (1.0 if sign in _SURE else 0.8)
        link = Link(f"why {fact.predicate}", case.span_text(start, end), f"told by {sign!r}", strength)
        term = Term("ARGM-CAU", start, end, child)
        text = case.span_text(start, end)
        yield Proposal(start, end, text, strength, support, Proof((fact,), (link,), term))


def _sign(syntax: Syntax, token: int) -> str:
    """Return the word that marks a clause or phrase as a reason or purpose, or empty."""
    clause = syntax.deps[token].startswith("advcl")
    for child in syntax.children_of(token):
        word = syntax.lowers[child]
        marks = child < token and syntax.deps[child] in ("mark", "case") and word in _BECAUSE
        if marks and (clause or word in ("because", "due")):
            return word
    return ""
