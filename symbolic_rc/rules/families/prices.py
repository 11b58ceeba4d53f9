"""How much something costs: the price that the story gives for it, times how many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon.english import BE
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
#: A fact that states a price, with who pays it or for what, and how much.
Price = tuple[Fact, Term, Term]


def prices(case: Case) -> list[Proposal]:
    """Return the price of what a question of how much names: of "a pen costs two" *two*, of four pens eight.

    Empty where the story tells several such prices, or not all that the question says.
    """
    pays = not _PAYING.isdisjoint(case.query.lemmas)
    if not asks_amount(case) or not (pays or case.query.understanding.lowers[2] in BE):
        return []
    rows, numbers = _words_asked(case)
    best = case.alignment.best[rows]
    told = reversed([*_stated(case)])  # of several facts that tell one price the first
    met = {one[2].head: one for one in told if min(best[:, _tokens(one[0])].max(axis=1), default=0.0) >= MET}
    if len(met) != 1:
        return []
    ((fact, thing, price),) = met.values()
    terms = [term for part in case.query.facts for term in part.terms if meant(case, term, thing)]
    counts = [numbers[i] for i in numbers for one in terms if one.start <= i < one.head]
    if counts and case.facts.syntax.tags[thing.head] == "NN":  # "four pens", where a pen costs two euros
        return _times(case, counts[0], fact, price)
    return [proposed(case, price, 1.0, (fact,))]


def _words_asked(case: Case) -> tuple[list[int], dict[int, float]]:
    """Return the rows of the words that a price must meet, and the numbers of a question by their place."""
    syntax, row = case.query.syntax, case.alignment.row
    numbers = {i: value for i in row if (value := value_of(syntax.lowers[i]))}
    words = (i for i in row.keys() - numbers if syntax.pos[i] in _CONTENT)
    return [row[i] for i in sorted(words) if syntax.lemmas[i] not in _SAID], numbers


def _stated(case: Case) -> Iterator[Price]:
    """Yield what has which price: "the lamp cost nine euros", "children pay half", "admission is free"."""
    numbers = types_of(case.facts)["number"]
    for fact in (one for one in case.facts.of("attribute", "event") if one.is_asserted and one.terms):
        thing, price = fact.term("ARG0") or fact.terms[0], fact.term("ARG1") or fact.terms[-1]
        pays = fact.predicate in ("pay", "cost") if fact.kind == "event" else fact.sense == "price"
        if (gratis := _gratis(case, fact, price, pays)) is not None:
            yield fact, thing, gratis
        elif pays and thing is not price and numbers[case.number_of(price)] and not _has_several(case, fact):
            yield fact, thing, price


def _gratis(case: Case, fact: Fact, price: Term, pays: bool) -> Term | None:
    """Return the word of a fact that says that it costs nothing; None where it does not."""
    lowers, told = case.facts.syntax.lowers, pays or fact.kind == "attribute"
    own = [price] if told and lowers[price.head] in ("free", "nothing") else []
    words = (*own, *(one for one in fact.terms if lowers[one.start : one.end] in _FOR_NOTHING))
    return next((replace(one, start=one.head, end=one.head + 1) for one in words), None)


def _has_several(case: Case, fact: Fact) -> bool:
    """Whether a fact tells several prices: "$8 for adults and $5 for pupils"."""
    prices = [term for term in fact.terms if term.role in ("ARG1", "value")]
    parts = (case.facts.syntax.pos[term.start : term.end] for term in prices)
    return len(prices) > 1 or any({"NUM", "CCONJ"}.issubset(part) for part in parts)


def _tokens(fact: Fact) -> list[int]:
    return [fact.token, *(i for term in fact.terms for i in range(term.start, term.end))]


def _times(case: Case, count: float, fact: Fact, price: Term) -> list[Proposal]:
    """Return the price of several; nothing where it is no number."""
    syntax = case.facts.syntax
    number = next((i for i in range(price.start, price.end) if syntax.pos[i] == "NUM"), price.head)
    if (value := value_of(syntax.words[number])) is None:
        return []
    unit = syntax.words[price.head] if syntax.pos[price.head] == "NOUN" else ""
    text = f"{spelled(count * value, syntax.words[number][0].isdigit())} {unit}".strip()
    return [said(text, 1.0, [fact])]
