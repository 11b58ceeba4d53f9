"""How many: as the story states it, counted by name, added up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.numbers import CURRENCIES
from symbolic_rc.lexicon import nouns
from symbolic_rc.lexicon.english import NUMBER_WORDS, TIMES_ALONE
from symbolic_rc.lexicon.measures import unit_kinds
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.question.calculation import Asked, words_asked
from symbolic_rc.question.query import Query
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answering import answer_span, asks_amount, whole_list
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.calculated import Amounts, place_of_number, within
from symbolic_rc.rules.families.graded import sentences_of
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import ASKS_NUMBER, rule
from symbolic_rc.rules.terms import asserted, meant, said, same_events, spanning

#: Measures of what no question for how much is about.
_TIME = ("time", "age")
#: What is counted is less likely asked for where somebody else has it.
_ANOTHERS = 0.6
_NOMINAL = ("NOUN", "PROPN")
_OF_AMOUNT = frozenset("total different more many".split())
_REST = frozenset("rest others remainder".split())
_NEW = frozenset("a an another his her their its".split())
_UNDONE = frozenset("attempt miss block fail".split())
_ORDINALS = frozenset("first second third fourth fifth sixth last".split())
_REMAINING = frozenset("left remain remaining".split())
_WORDS = NUMBER_WORDS[:13]
_HAVING = frozenset(("have", "own"))
_GAINING = _HAVING | frozenset("get receive buy find gain catch win take collect".split())
_GIVING = frozenset("give bring send hand lend".split())
_LOSING = _GIVING | frozenset("lose sell eat drop break spend drink use burn throw".split())


@rule("count", "comparison", 0.5, ASKS_NUMBER)
def counts_up(case: Case) -> list[Proposal]:
    """What the story names is counted; what several have, or somebody gets, is added up.

    How many people came? -> Ada, Bo and Karl came. -> three
    """
    if case.query.polar:
        return []
    return _times(case) or _changed(case) or _mentioned(case) or _others(case) or _listed(case)


def _said(value: float, facts: list[Fact], reason: str) -> list[Proposal]:
    text = _WORDS[int(value)] if 0 <= value < len(_WORDS) else str(int(value))
    return [said(text, 1.0, facts, (Link("how many", text, reason, 1.0),))]


def _value(case: Case, quantity: Fact) -> float | None:
    return value_of(case.facts.syntax.words[quantity.terms[1].head])


def _counted_events(case: Case) -> Iterator[tuple[Fact, float, Fact]]:
    """Yield the events of what is counted, with how many there are in each, and the fact that says so."""
    told = [one for one in case.facts.of("quantity") if one.predicate in case.query.nouns_asked]
    for fact in asserted(case, "event"):
        heads = [term.head for term in fact.terms]
        quantity = next((one for one in told if one.terms[0].head in heads), None)
        if quantity is not None and (value := _value(case, quantity)) is not None:
            yield fact, value, quantity


def _times(case: Case) -> list[Proposal]:
    """Propose how many times something was so: *twice* of "came twice", three of "won for the third time"."""
    query = case.query
    asked = query.facts if "time" in query.nouns_asked else ()
    for part in (one for one in asked if one.kind == "event"):
        given = query.given(part)
        for fact in same_events(case, part):
            others = [term for term in fact.terms if term.role != "ARGM-TMP"]
            met = all(any(meant(case, one, term) for term in others) for one in given)
            if found := [one for term in fact.terms if met for one in _so_often(case, fact, term)]:
                return found
    return []


def _so_often(case: Case, fact: Fact, term: Term) -> list[Proposal]:
    """Return how many times a time of an event says; nothing where it says when."""
    syntax = case.facts.syntax
    if term.role == "ARGM-TMP" and syntax.lowers[term.head] in TIMES_ALONE:
        link = Link("how many times", case.facts.text(term), "counted", 1.0)
        return [spanning(case, term.head, term.head + 1, 1.0, Proof((fact,), (link,), term))]
    words = syntax.lowers[term.start : term.end] if syntax.lowers[term.head] == "time" else ()
    values = (2.0 if word == "second" else value_of(word) for word in words)
    nth = next((value for value in values if value is not None), None)
    return [] if nth is None else _said(nth, [fact], "counted")


def _changed(case: Case) -> list[Proposal]:
    """Add what somebody got to what they had, and take away what they lost: "how many has Ada now"."""
    if case.query.time != "last" and _REMAINING.isdisjoint(case.query.lowers):
        return []
    for part, _ in case.query.asked:
        doer = next(iter(case.query.given(part)), None)
        if part.kind != "event" or part.predicate != "have" or doer is None:
            continue
        total, told = 0.0, list[Fact]()
        for fact, value, since in _counted_events(case):
            sign = _gain(case, doer, fact)
            total += sign * value
            told += [fact, since] if sign else []
        if len(told) > 2:
            return _said(total, told, "added up")
    return []


def _gain(case: Case, doer: Term, fact: Fact) -> int:
    """Return 1 where somebody has or gets something by an event, -1 where they lose it, else 0."""
    actor, other = fact.term("ARG0"), fact.term("ARG2")
    if actor is not None and meant(case, doer, actor):
        return 1 if fact.predicate in _GAINING else -1 if fact.predicate in _LOSING else 0
    return int(other is not None and fact.predicate in _GIVING and meant(case, doer, other))


def _mentioned(case: Case) -> list[Proposal]:
    """Count the things mentioned one by one with *a* or a measure, for the owner and place asked about."""
    query, syntax = case.query, case.facts.syntax
    asked = Asked.of(query)
    counted = [] if asked is None or asked.more else asked.lemmas[asked.begin : asked.end]
    if asked is None or not counted or asked.low[asked.begin - 1] != "many" or unit_kinds(asked.unit):
        return []
    stated = (fact for fact in case.facts.of("quantity") if fact.predicate == asked.unit)
    if any((_value(case, fact) or 0) > 1 for fact in stated):
        return []
    names = [row for token, row in case.alignment.row.items() if query.syntax.pos[token] == "PROPN"]
    part = _part_asked(query)
    found = [
        i
        for start, end in _sentences_of_part(case, part)
        if (case.alignment.referred[names, start:end].max(axis=1, initial=0.0) >= SAME_WORD).all()
        for i in range(start, end)
        if _is_one(case, counted, i, start)
    ]
    if len(found) < 2 and part is None:
        return []
    sentences = {int(syntax.sentences[i]) for i in found}
    facts = [fact for fact in asserted(case, "event") if fact.sentence in sentences]
    return _said(len(found), facts, "counted") if facts else []


def _sentences_of_part(case: Case, part: tuple[str, str] | None) -> Iterator[tuple[int, int]]:
    """Yield the sentences from the mention of a part of the story to that of the next; all for no part."""
    syntax, within = case.facts.syntax, part is None
    asked, noun = part or ("", "")
    for start, end in sentences_of(case):
        for i in range(start + 1, end):
            if noun and syntax.lemmas[i] == noun and syntax.lowers[i - 1] in _ORDINALS:
                within = syntax.lowers[i - 1] == asked
        if within:
            yield start, end


def _part_asked(query: Query) -> tuple[str, str] | None:
    """Return the part of the story that a question names, as an ordinal and a noun; None for none."""
    syntax = query.syntax
    for i in range(query.start + 1, query.end):
        if syntax.lowers[i - 1] in _ORDINALS and syntax.pos[i] == "NOUN" and i not in query.variables:
            return syntax.lowers[i - 1], syntax.lemmas[i]
    return None


def _is_one(case: Case, counted: Sequence[str], token: int, start: int) -> bool:
    """Whether a token of the story is one or more of what is counted, told as new, that came about."""
    syntax = case.facts.syntax
    if syntax.tags[token] != "NN" or syntax.lemmas[token].lower() != counted[-1]:
        return False
    first = token
    parts = (*_NOMINAL, "NUM", "ADJ")
    while first > start and (syntax.pos[first - 1] in parts or syntax.lowers[first - 1] == "-"):
        first -= 1
    phrase = {lemma.lower() for lemma in syntax.lemmas[first:token]}
    compound = syntax.pos[token + 1 : token + 2] == ["NOUN"]
    if compound or not phrase.issuperset({*counted[:-1]} - _OF_AMOUNT):
        return False
    new = syntax.lowers[first - 1] in _NEW or any(syntax.pos[i] == "NUM" for i in range(first, token))
    around = set(syntax.lemmas[max(start, first - 4) : token + 2])
    return new and around.isdisjoint(_UNDONE - set(case.query.lowers))


def _others(case: Case) -> list[Proposal]:
    """Subtract those of whom the story says the contrary: "Ten pupils sat the exam, and six passed it"."""
    wholes = [one for one in case.facts.of("quantity") if one.predicate in case.query.nouns_asked]
    for part, gap in case.query.asked:
        told = _facts_of_such(case, part, gap)
        alike = any(fact.denied == part.denied for fact, _ in told)
        for fact, term in told:
            low = case.facts.syntax.lowers[term.head]
            if found := _rest(case, wholes, fact, term) if low in _REST or not alike else []:
                return found
    return []


def _facts_of_such(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, Term]]:
    """Return the facts of such an event, or of such an attribute, with whom they are about."""
    if part.kind == "event":
        way = Pass(share=float(len(part.terms) > 1), any_polarity=True)
        return [(one.fact, one.term) for one in met_by_event(case.alignment, part, gap, way)]
    told = asserted(case, "attribute") if part.kind == "attribute" else ()
    return [(one, one.terms[0]) for one in told if meant(case, part.terms[1], one.terms[1])]


def _rest(case: Case, wholes: Sequence[Fact], fact: Fact, term: Term) -> list[Proposal]:
    """Return how many of a whole are left without those that a term counts, or *the rest* leaves."""
    near = [one for one in wholes if one.terms[0].head < max(term.head, term.end)]  # "two of the six"
    values = [_value(case, one) or 0.0 for one in near]
    some = value_of(case.facts.syntax.words[term.head]) or sum(values[1:]) or inf
    left = [(value - some, one) for value, one in zip(values, near, strict=True) if value > some]
    return _said(left[-1][0], [fact, left[-1][1]], "all the others") if left else []


def _listed(case: Case) -> list[Proposal]:
    """Count the members of the list that meets what is asked for."""
    if "many" not in case.query.lowers:
        return []
    for part, gap in case.query.asked:
        for share in (1.0, 0.0) if part.kind == "event" else ():
            found = list(met_by_event(case.alignment, part, gap, Pass(share=share), None))
            for met in found:
                members = _of_kind(case, whole_list(case.facts, met.fact, met.term))
                if case.counted.any() and not _are_counted(case, members):
                    continue
                counts = [one for member in members if (one := _number_of(case, member)) is not None]
                if 1 < len(members) == len(counts) and met.fact.is_asserted:
                    told = [met.fact, *(fact for _, facts in counts for fact in facts)]
                    return _said(sum(value for value, _ in counts), told, "counted by name")
            if found:
                break
    return []


def _are_counted(case: Case, members: Sequence[Term]) -> bool:
    """Whether all members of a list are of the noun that is counted, which the question does not modify."""
    syntax, asked = case.facts.syntax, Asked.of(case.query)
    bare = asked is not None and asked.end - asked.begin == 1
    return bare and all(syntax.lemmas[one.head].lower() in case.query.nouns_asked for one in members)


def _number_of(case: Case, member: Term) -> tuple[float, list[Fact]] | None:
    """Return how many a member of a list is, with the fact that says so; None where that is not told."""
    for quantity in case.facts.of("quantity"):
        if quantity.terms[0].head == member.head:
            value = _value(case, quantity)
            return None if value is None else (value, [quantity])
    return None if case.facts.syntax.tags[member.head] == "NNS" else (1.0, [])


def _of_kind(case: Case, members: Sequence[Term]) -> Sequence[Term]:
    """Return those of a list that are of the kind that is counted; all, where none is known to be."""
    for noun in dict.fromkeys(case.query.nouns_asked):
        under = case.nouns_under(noun)
        found = [term for term in members if under[term.head]]
        if found:
            return found
    return members


@rule("quantity", "stated", 0.5, ASKS_NUMBER)
def counts(case: Case) -> list[Proposal]:
    """The story says how many there are.

    How many coins did Bo pay? -> Bo paid forty coins. -> forty coins

    Of how much, where no unit is named, how many of any unit but those of time, for which *how long* asks;
    whose they are must be whom the question names.
    """
    values = [part.terms[1] for part in case.query.facts if part.kind == "attribute"]
    # "twelve guests, five of whom were doctors"
    kinds = {case.query.syntax.lemmas[one.head] for one in values}
    quantities = list(_counted(case, _nouns_wanted(case) | kinds))
    heads = _heads_asked(case, values)
    # takes part in what the question names
    asked = [term.head in heads or fact.predicate in kinds for fact, term in quantities]
    described = _described(case, quantities, alone=not any(asked))
    found = [
        _quantity(case, fact, term, own * (1.0 if same or not any(asked) else _ANOTHERS))
        for (fact, term), same, own in zip(quantities, asked, described, strict=True)
    ]
    return _by_nearest_words(case, found) if len(found) > 1 else found


def _nouns_wanted(case: Case) -> set[str]:
    """Return the nouns that a question counts; of how much all units but those of time."""
    if asks_amount(case):
        return {unit for unit, measure in nouns().units.items() if measure not in _TIME} | CURRENCIES
    return set(case.query.nouns_asked)


def _heads_asked(case: Case, values: Sequence[Term]) -> set[int]:
    """Return the heads of what takes part in the events that a question names, or is one of some values."""
    heads = {t.head for part in case.query.facts for fact in same_events(case, part) for t in fact.terms}
    told = asserted(case, "attribute") if values else ()  # "six hens, two of which are black"
    return heads | {
        fact.terms[0].head for fact in told if any(meant(case, one, fact.terms[1]) for one in values)
    }


def _quantity(case: Case, fact: Fact, term: Term, own: float) -> Proposal:
    """Return what is counted with its number, without what follows it."""
    syntax, support = case.facts.syntax, case.alignment.sentence_support
    start, end = answer_span(case.facts, term)
    number = [one.head for one in fact.terms[1:]]  # behind its symbol: "$ 500"
    behind = [c for c in syntax.children_of(term.head) if c > term.head and c not in number]
    end = min([end, *(int(syntax.left[c]) for c in behind)])
    sure = float(support[fact.sentence] / max(float(support.max()), 1e-9)) * _whose(case, term) * own
    link = Link("how many", case.facts.text(term), "counted", sure)
    return spanning(case, start, end, sure, Proof((fact,), (link,), term))


def _described(case: Case, quantities: Sequence[tuple[Fact, Term]], alone: bool) -> list[float]:
    """Return a factor for each term by whether it meets most adjectives of what is counted: "yellow hats".

    Where terms `alone` tell, also by other words of the question: "the sixteen apples in the basket".
    """
    words = {i for _, gap in case.query.asked for i in range(gap.start, gap.end)} & case.alignment.row.keys()
    words = {i for i in words if case.query.syntax.pos[i] == "ADJ"}
    words |= case.alignment.row.keys() - case.query.variables if alone else set()
    rows = [case.alignment.row[i] for i in sorted(words)]
    best = [case.alignment.best[rows, t.start : t.end].max(axis=1, initial=0.0) for _, t in quantities]
    met = [int((one >= MET).sum()) for one in best]
    return [1.0 if one == max(met) else _ANOTHERS for one in met]


def _by_nearest_words(case: Case, found: Sequence[Proposal]) -> list[Proposal]:
    """Return numbers; ties are broken by how many words of the question stand near each."""
    amounts, words = Amounts(case), words_asked(case.query)
    inside = [next(iter(within(amounts.every, one.start, one.end)), None) for one in found]
    among = sorted((one for one in inside if one is not None), key=place_of_number)
    return [
        one if amount is None else replace(one, support=amounts.score(amount, words, among).total)
        for one, amount in zip(found, inside, strict=True)
    ]


def _counted(case: Case, wanted: set[str]) -> Iterator[tuple[Fact, Term]]:
    """Yield what the story counts of some nouns, also where it leaves the noun out: "and Bo has eight"."""
    syntax = case.facts.syntax
    told = [fact for fact in case.facts.of("quantity") if fact.predicate in wanted]
    yield from ((fact, fact.terms[0]) for fact in told)
    sentences = {fact.sentence for fact in told}
    for fact in case.facts.of("event") if told else ():
        for term in fact.terms if fact.sentence in sentences else ():
            if syntax.pos[term.head] == "NUM" and term.end - term.start == 1 and term.role == "ARG1":
                yield fact, term


def _whose(case: Case, counted: Term) -> float:
    """Return less where the story counts what is somebody else's than whom the question names."""
    events = [part for part in case.query.facts if part.kind == "event"]
    owners = [term for part in events for term in case.query.given(part, "ARG0", "ARG1", "ARG2", "ARGM-LOC")]
    for fact in case.facts.of("event") if owners else ():
        if any(term.head == counted.head for term in fact.terms):
            others = [term for term in fact.terms if term.head != counted.head]
            own = any(meant(case, owner, one) for owner in owners for one in others)
            return 1.0 if own else _ANOTHERS
    return 1.0
