"""How much something costs: the price that the story tells, times how many, or of all that was bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.lexicon.numbers import spelled
from symbolic_rc.question.calculation import PAYING
from symbolic_rc.rules.answering import asks_amount
from symbolic_rc.rules.case import Case, types_of
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.terms import asserted, meant, proposed, said

_CONTENT = ("NOUN", "PROPN", "ADJ", "VERB")
_FOR_NOTHING = frozenset(("free", "nothing"))
_SAID = PAYING | {"much"}
_BEING = frozenset("is was are were".split())
_GETTING = frozenset(("buy", "order"))
#: A fact that tells what somebody pays, or for what, and how much.
Price = tuple[Fact, Term, Term]


def prices(case: Case) -> list[Proposal]:
    """Return the price of what a question of how much names: of "a pen costs two" *two*, of four pens eight.

    Empty where the story tells several such prices, or not all that the question says.
    """
    query, syntax = case.query, case.query.syntax
    pays = not PAYING.isdisjoint(query.lemmas) or not _BEING.isdisjoint(query.understanding.lowers[2:3])
    told = list(_told(case)) if pays and asks_amount(case) else []
    numbers = {i: value for i in case.alignment.row if (value := value_of(syntax.lowers[i]))}
    words = (i for i in case.alignment.row if syntax.pos[i] in _CONTENT and i not in numbers)
    rows = [case.alignment.row[i] for i in words if syntax.lemmas[i] not in _SAID]
    best = case.alignment.best[rows]
    met = [one for one in told if rows and (best[:, _tokens(one[0])].max(axis=1) >= MET).all()]
    if not met:
        return _amount(case, list(_bought(case, told)))
    fact, thing, price = met[0]
    if len({one[2].head for one in met}) > 1:
        return []
    terms = [term for part in query.facts for term in part.terms if meant(case, term, thing)]
    counts = [value for i, value in numbers.items() if any(one.start <= i < one.head for one in terms)]
    if counts and case.facts.syntax.tags[thing.head] == "NN":
        return _amount(case, [(counts[0], met[0])])
    return [proposed(case, price, 1.0, (fact,))]


def _told(case: Case) -> Iterator[Price]:
    """Yield what has which price: "the lamp cost nine euros", "children pay half", "admission is free"."""
    numbers, lowers, pos = types_of(case.facts)["number"], case.facts.syntax.lowers, case.facts.syntax.pos
    for fact in (one for one in case.facts.of("attribute", "event") if one.is_asserted):
        thing, price = fact.term("ARG0") or fact.terms[0], fact.term("ARG1") or fact.terms[-1]
        pays = fact.predicate in ("pay", "cost") if fact.kind == "event" else fact.sense == "price"
        free = lowers[price.head] in _FOR_NOTHING and (pays or fact.kind == "attribute")
        several = {"NUM", "CCONJ"}.issubset(pos[price.start : price.end])  # "$8 for adults and $5 for pupils"
        if free or (thing is not price and pays and numbers[case.number_of(price)] and not several):
            yield fact, thing, replace(price, start=price.head, end=price.head + 1) if free else price


def _tokens(fact: Fact) -> list[int]:
    return [fact.token, *(i for term in fact.terms for i in range(term.start, term.end))]


def _bought(case: Case, told: Sequence[Price]) -> Iterator[tuple[float, Price]]:
    """Yield how many things whom a question names bought of each with a price."""
    lemmas, words = case.facts.syntax.lemmas, case.facts.syntax.words
    spending = [part for part in case.query.facts if part.predicate in ("spend", "pay")] if told else []
    buyers = [term for part in spending for term in case.query.given(part, "ARG0")]
    counts = {one.terms[0].head: value_of(words[one.terms[1].head]) for one in case.facts.of("quantity")}
    for fact in asserted(case, "event"):
        own = fact.term("ARG0")
        buys = own is not None and fact.predicate in _GETTING and any(meant(case, one, own) for one in buyers)
        for item in fact.terms if buys else ():
            same = [one for one in told if item.role == "ARG1" and lemmas[one[1].head] == lemmas[item.head]]
            if len({one[2].head for one in same}) == 1:
                yield counts.get(item.head) or 1.0, same[0]


def _amount(case: Case, several: Sequence[tuple[float, Price]]) -> list[Proposal]:
    """Return the sum of some prices, each so many times; nothing where one is no number."""
    syntax, total, unit, digits = case.facts.syntax, 0.0, "", False
    for count, (_, _, price) in several:
        number = next((i for i in range(price.start, price.end) if syntax.pos[i] == "NUM"), price.head)
        if (value := value_of(syntax.words[number])) is None:
            return []
        total, digits = total + count * value, digits or syntax.words[number][0].isdigit()
        unit = unit or (syntax.words[price.head] if syntax.pos[price.head] == "NOUN" else "")
    text = f"{spelled(total, digits)} {unit}".strip()
    return [said(text, 1.0, [fact for _, (fact, _, _) in several])] if several else []
