"""Rules over what is so: attributes, relations, comparisons and quantities that the story states."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon import nouns
from symbolic_rc.lexicon.scales import adjective_of, direction
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answers.answering import answering, says_nothing_new
from symbolic_rc.rules.answers.phrase import answer_span, best_mention
from symbolic_rc.rules.answers.span_ends import asks_amount
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.logic.prove import gender_fits
from symbolic_rc.rules.proof import Link, Proof, Proposal

#: What is said of a term proves something of another that meets it so well: its head, and most other words.
_SURELY_MET = 0.75
#: What somebody only says or believes, or what is only planned, is less than what is told.
_NOT_TOLD = 0.7
_POINTING = frozenset("it this that".split())
#: Measures of what no question for how much is about.
_TIME = ("time", "age")
#: What is counted is less likely asked for where somebody else has it.
_ANOTHERS = 0.6


def has_attribute(case: Case) -> list[Proposal]:
    """Propose what the story says that somebody or something is, or who is said to be so."""
    found: list[Proposal] = []
    for part, gap in _asked(case, "attribute"):
        given = part.terms[1 - part.terms.index(gap)]
        if case.query.kind_asked and case.query.syntax.lowers[given.head] in _POINTING:
            return list(_of_kind_asked(case))
        for fact in case.facts.of("attribute"):
            factor = 1.0 if fact.told else _NOT_TOLD
            if fact.denied != part.denied:
                if gap.role == "subject" and _opposite(part, fact):
                    found += _met(case, fact, None, None, fact.terms[0], 0.9 * factor)
                continue
            if gap.role == "value" and part.sense and part.sense not in ("kind", "state"):
                if fact.sense == part.sense:
                    value, counted = _measured(case, fact.terms[1])
                    found += _met(case, fact, given, fact.terms[0], value, factor, counted)
            else:
                found += _met(case, fact, given, fact.terms[1], fact.terms[0], factor)
                found += _met(case, fact, given, fact.terms[0], fact.terms[1], factor)
    return found


def _of_kind_asked(case: Case) -> Iterator[Proposal]:
    """Yield what the story names of the asked kind: "what kind of animal was it"."""
    for fact in case.facts.of("event", "attribute"):
        for term in fact.terms if fact.told and not fact.denied else ():
            noun = case.facts.syntax.pos[term.head] == "NOUN"
            if noun and case.nouns_under(case.query.kind_asked)[term.head]:
                yield from _met(case, fact, None, None, term)


def _measured(case: Case, value: Term) -> tuple[Term, tuple[Fact, ...]]:
    """Return what is counted in a value where a number is asked for, and the fact of that.

    As *six years* of "six years old"; else the value itself.
    """
    for fact in case.facts.of("quantity") if case.kind == "number" else ():
        if value.start <= fact.terms[0].head < value.end:
            return fact.terms[0], (fact,)
    return value, ()


def _opposite(part: Fact, fact: Fact) -> bool:
    """Whether a fact says the opposite of an adjective, where its denial is asked for or told."""
    return direction(adjective_of(part.predicate), adjective_of(fact.predicate)) == -1


def is_called(case: Case) -> list[Proposal]:
    """Propose the name of what the question describes, where another mention of it is a name."""
    found: list[Proposal] = []
    for part, gap in _asked(case, "attribute"):
        if part.sense != "name" or gap.role != "value":
            continue
        similarity = case.alignment.similarity(part.terms[0])
        for number, term in enumerate(case.facts.terms):
            named = best_mention(case.facts, term, named=True)
            if similarity[number] < _SURELY_MET or named is term or says_nothing_new(case, named):
                continue
            if case.facts.syntax.pos[named.head] != "PROPN":
                continue
            start, end = answer_span(case.facts, named)
            link = Link(
                case.query.text(part.terms[0]), case.facts.text(term), "its words", float(similarity[number])
            )
            same = Link(case.facts.text(term), case.facts.text(named), "coreference", 1.0)
            proof = Proof((), (link, same), term, "names")
            text = case.span_text(start, end)
            found.append(Proposal(start, end, text, float(similarity[number]), 0.0, proof))
    return found


def is_related(case: Case) -> list[Proposal]:
    """Propose who stands in a relation of kinship or role to whom the question names."""
    found: list[Proposal] = []
    for part, gap in _asked(case, "relation"):
        place = part.terms.index(gap)
        for fact in case.facts.of("relation"):
            fits = gender_fits(case, part, fact) if place == 0 else True
            if fact.predicate == part.predicate and not fact.denied and fits:
                found += _met(case, fact, part.terms[1 - place], fact.terms[1 - place], fact.terms[place])
    return found


def _asked(case: Case, kind: str) -> list[tuple[Fact, Term]]:
    """Return the asked facts of a kind; none where an event is asked about, which says more."""
    asked = case.query.asked
    own = {fact.token for fact, _ in asked if fact.kind == kind}  # "what was it made of" tells both
    if any(
        fact.kind == "event" and fact.terms[1:] and not term.link and fact.token not in own
        for fact, term in asked
    ):
        return []
    return [(fact, term) for fact, term in asked if fact.kind == kind]


def counts(case: Case) -> list[Proposal]:
    """Propose how many there are of what is counted, in the sentence that tells most of the question.

    Of how much, where no unit is named, how many of any unit but those of time, for which *how long* asks;
    whose they are must be whom the question names.
    """
    if case.kind != "number":
        return []
    wanted = {case.query.syntax.lemmas[i].lower() for i in case.query.variables}
    if asks_amount(case):
        wanted = {unit for unit, measure in nouns().units.items() if measure not in _TIME}
    support = case.alignment.sentence_support
    found: list[Proposal] = []
    told_of = list(_counted(case, wanted))
    events = [_of_asked_event(case, term) for _, term in told_of]
    for (fact, term), same in zip(told_of, events, strict=True):
        start, end = answer_span(case.facts, term)
        places = [c for c in case.facts.syntax.children_of(term.head) if c > term.head]
        end = min([end, *(int(case.facts.syntax.left[c]) for c in places)])
        told = float(support[fact.sentence] / max(float(support.max()), 1e-9)) * _whose(case, term)
        told *= 1.0 if same or not any(events) else _ANOTHERS
        link = Link("how many", case.facts.text(term), "counted", told)
        found.append(
            Proposal(start, end, case.span_text(start, end), told, 0.0, Proof((fact,), (link,), term))
        )
    return found


def _counted(case: Case, wanted: set[str]) -> Iterator[tuple[Fact, Term]]:
    """Yield what the story counts of some nouns, also where it leaves the noun out: "and Bo has eight"."""
    syntax = case.facts.syntax
    told = set()
    for fact in case.facts.of("quantity"):
        if fact.predicate in wanted:
            told.add(fact.sentence)
            yield fact, fact.terms[0]
    for fact in case.facts.of("event"):
        for term in fact.terms if fact.sentence in told else ():
            if syntax.pos[term.head] == "NUM" and term.end - term.start == 1 and term.role == "ARG1":
                yield fact, term


def _of_asked_event(case: Case, counted: Term) -> bool:
    """Whether what is counted takes part in an event that the question names."""
    rows = [case.alignment.row[part.token] for part in case.query.facts if part.token in case.alignment.row]
    return any(
        any(term.head == counted.head for term in fact.terms)
        and any(float(case.alignment.best[row, fact.token]) >= SAME_WORD for row in rows)
        for fact in case.facts.of("event")
    )


def _whose(case: Case, counted: Term) -> float:
    """Return less where the story counts what is somebody else's than whom the question names."""
    owners = [
        term
        for part in case.query.facts
        for term in part.terms
        if part.kind == "event" and term.role in ("ARG0", "ARG1") and not case.query.is_variable(term)
    ]
    if not owners:
        return 1.0
    for fact in case.facts.of("event"):
        if any(term.head == counted.head for term in fact.terms):
            others = [term for term in fact.terms if term.head != counted.head]
            if any(
                case.alignment.similarity(owner)[case.number_of(one)] >= _SURELY_MET
                for owner in owners
                for one in others
            ):
                return 1.0
            return _ANOTHERS
    return 1.0


def _met(
    case: Case,
    fact: Fact,
    given: Term | None,
    named: Term | None,
    answer: Term,
    certain: float = 1.0,
    counted: tuple[Fact, ...] = (),
) -> Iterator[Proposal]:
    """Yield the answer of a fact, where what the question gives is met by what the fact names.

    It may rest on a fact of what is `counted`, too.
    """
    similarity = 1.0
    if given is not None and named is not None:
        similarity = float(case.alignment.similarity(given)[case.number_of(named)])
    at = case.number_of(answer)
    named_anyway = float(case.alignment.best[:, answer.head].max(initial=0.0)) >= SAME_WORD
    if similarity < _SURELY_MET or named_anyway or not case.suited[at]:
        return
    term, factor, naming = answering(case, answer)
    start, end = answer_span(case.facts, term)
    members = _listed(case, fact, answer)
    if len(members) > 1:
        factor, naming = 1.0, ()
        start, end = answer_span(case.facts, members[0])[0], answer_span(case.facts, members[-1])[1]
    links: tuple[Link, ...] = ()
    if given is not None and named is not None:
        reason = (
            "the same words"
            if case.facts.text(named) == case.query.text(given)
            else "its words, or coreference"
        )
        links = (Link(case.query.text(given), case.facts.text(named), reason, similarity),)
    support = float(case.alignment.sentence_support[fact.sentence])
    text = case.span_text(start, end)
    yield Proposal(
        start,
        end,
        text,
        similarity * factor * certain,
        support,
        Proof((fact, *counted, *naming), links, answer),
    )


def _listed(case: Case, fact: Fact, answer: Term) -> list[Term]:
    """Return the members of the list of which a fact tells, where all of it can answer: side by side."""
    if answer.role != "subject" or fact.premises:
        return []
    found: list[Term] = []
    for one in case.facts.of(fact.kind):
        same = one.predicate == fact.predicate and one.sense == fact.sense
        if one.token == fact.token and same and one.terms[1].head == fact.terms[1].head:
            term = one.terms[0]
            if one.premises or not case.suited[case.number_of(term)]:
                return []
            found.append(term)
    found.sort(key=lambda term: term.start)
    return found if any(term.link == "member of a list" for term in found) or _there(found) else []


def _there(terms: list[Term]) -> bool:
    return len(terms) > 1 and all(term.link == "there" for term in terms)
