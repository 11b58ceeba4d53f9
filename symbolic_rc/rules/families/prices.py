"""How much something costs: the price that the story tells of it, times how many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.lexicon.numbers import spelled
from symbolic_rc.rules.answering import asks_amount
from symbolic_rc.rules.case import Case, types_of
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.terms import meant, proposed, said

_CONTENT = ("NOUN", "PROPN", "ADJ", "VERB")
_FOR_NOTHING = (["free"], ["for", "nothing"])
_PAYING = frozenset("cost pay spend charge worth".split())
_SAID = _PAYING | {"much"}
_BEING = frozenset("is was are were".split())
#: A fact that tells what somebody pays, or for what, and how much.
Price = tuple[Fact, Term, Term]


def prices(case: Case) -> list[Proposal]:
    """Return the price of what a question of how much names: of "a pen costs two" *two*, of four pens eight.

    Empty where the story tells several such prices, or not all that the question says.
    """
    query, syntax = case.query, case.query.syntax
    pays = not _PAYING.isdisjoint(query.lemmas) or not _BEING.isdisjoint(query.understanding.lowers[2:3])
    told = list(_told(case)) if pays and asks_amount(case) else []
    numbers = {i: value for i in case.alignment.row if (value := value_of(syntax.lowers[i]))}
    words = (i for i in case.alignment.row if syntax.pos[i] in _CONTENT and i not in numbers)
    rows = [case.alignment.row[i] for i in words if syntax.lemmas[i] not in _SAID]
    best = case.alignment.best[rows]
    met = [one for one in told if rows and (best[:, _tokens(one[0])].max(axis=1) >= MET).all()]
    if len({price.head for _, _, price in met}) != 1:
        return []
    fact, thing, price = met[0]
    terms = [term for part in query.facts for term in part.terms if meant(case, term, thing)]
    counts = [value for i, value in numbers.items() if any(one.start <= i < one.head for one in terms)]
    if counts and case.facts.syntax.tags[thing.head] == "NN":  # "four pens", where a pen costs two euros
        return _times(case, counts[0], fact, price)
    return [proposed(case, price, 1.0, (fact,))]


def _told(case: Case) -> Iterator[Price]:
    """Yield what has which price: "the lamp cost nine euros", "children pay half", "admission is free"."""
    numbers, lowers, pos = types_of(case.facts)["number"], case.facts.syntax.lowers, case.facts.syntax.pos
    for fact in (one for one in case.facts.of("attribute", "event") if one.is_asserted and one.terms):
        gratis = (one for one in fact.terms if lowers[one.start : one.end] in _FOR_NOTHING)
        thing, price = fact.term("ARG0") or fact.terms[0], fact.term("ARG1") or fact.terms[-1]
        price = next(gratis, price)
        pays = fact.predicate in ("pay", "cost") if fact.kind == "event" else fact.sense == "price"
        told = lowers[price.head] in ("free", "nothing") and (pays or fact.kind == "attribute")
        free = told or lowers[price.start : price.end] in _FOR_NOTHING
        several = {"NUM", "CCONJ"}.issubset(pos[price.start : price.end])  # "$8 for adults and $5 for pupils"
        several |= sum(one.role == "ARG1" for one in fact.terms) > 1
        if free or (thing is not price and pays and numbers[case.number_of(price)] and not several):
            yield fact, thing, replace(price, start=price.head, end=price.head + 1) if free else price


def _tokens(fact: Fact) -> list[int]:
    return [fact.token, *(i for term in fact.terms for i in range(term.start, term.end))]


def _times(case: Case, count: float, fact: Fact, price: Term) -> list[Proposal]:
    """Return a price so many times; nothing where it is no number."""
    syntax = case.facts.syntax
    number = next((i for i in range(price.start, price.end) if syntax.pos[i] == "NUM"), price.head)
    if (value := value_of(syntax.words[number])) is None:
        return []
    unit = syntax.words[price.head] if syntax.pos[price.head] == "NOUN" else ""
    text = f"{spelled(count * value, syntax.words[number][0].isdigit())} {unit}".strip()
    return [said(text, 1.0, [fact])]
