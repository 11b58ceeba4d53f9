"""What somebody or something is, is like, is called: stated, or as others of its kind are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.graph.facts.reading.phrases import phrase_from
from symbolic_rc.graph.state.naming import Naming, Phrase
from symbolic_rc.lexicon.scales import adjective_of, direction
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answering import answer_span, answering, best_mention, says_nothing_new
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.conditions import asks_state
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.terms import MEANT, asked_state, from_phrase

#: What somebody only says or believes, or what is only planned, is less than what is told.
_NOT_TOLD = 0.7
_POINTING = frozenset("it this that".split())


def has_attribute(case: Case) -> list[Proposal]:
    """Propose what the story says that somebody or something is, or who is said to be so."""
    found: list[Proposal] = []
    for part, gap in asked_facts(case, "attribute"):
        given = part.terms[1 - part.terms.index(gap)]
        if case.query.kind_asked and case.query.syntax.lowers[given.head] in _POINTING:
            return list(_of_kind_asked(case))
        for fact in case.facts.of("attribute"):
            factor = 1.0 if fact.told else _NOT_TOLD
            if fact.denied != part.denied:
                if gap.role == "subject" and _opposite(part, fact):
                    found += met_facts(case, fact, None, None, fact.terms[0], 0.9 * factor)
                continue
            if gap.role == "value" and part.sense and part.sense not in ("kind", "state"):
                if fact.sense == part.sense:
                    value, counted = _measured(case, fact.terms[1])
                    found += met_facts(case, fact, given, fact.terms[0], value, factor, counted)
            else:
                found += met_facts(case, fact, given, fact.terms[1], fact.terms[0], factor)
                found += met_facts(case, fact, given, fact.terms[0], fact.terms[1], factor)
    return found


def _of_kind_asked(case: Case) -> Iterator[Proposal]:
    """Yield what the story names of the asked kind: "what kind of animal was it"."""
    for fact in case.facts.of("event", "attribute"):
        for term in fact.terms if fact.told and not fact.denied else ():
            noun = case.facts.syntax.pos[term.head] == "NOUN"
            if noun and case.nouns_under(case.query.kind_asked)[term.head]:
                yield from met_facts(case, fact, None, None, term)


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
    for part, gap in asked_facts(case, "attribute"):
        if part.sense != "name" or gap.role != "value":
            continue
        similarity = case.alignment.similarity(part.terms[0])
        for number, term in enumerate(case.facts.terms):
            named = best_mention(case.facts, term, named=True)
            if similarity[number] < MEANT or named is term or says_nothing_new(case, named):
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


def asked_facts(case: Case, kind: str) -> list[tuple[Fact, Term]]:
    """Return the asked facts of a kind; none where an event is asked about, which says more."""
    asked = case.query.asked
    own = {fact.token for fact, _ in asked if fact.kind == kind}  # "what was it made of" tells both
    if any(
        fact.kind == "event" and fact.terms[1:] and not term.link and fact.token not in own
        for fact, term in asked
    ):
        return []
    return [(fact, term) for fact, term in asked if fact.kind == kind]


def met_facts(
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
    if similarity < MEANT or named_anyway or not case.suited[at]:
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


#: What is known of another of the same kind is only likely.
_LIKELY = 0.6


def members(case: Case) -> dict[str, list[tuple[str, Fact]]]:
    """Return the kinds of which the story says that each is one: "Gerd is a hare"; with the fact."""
    naming = Naming(case.facts)
    found: dict[str, list[tuple[str, Fact]]] = {}
    for fact in case.facts.of("attribute"):
        value = fact.terms[1]
        if fact.denied or not fact.told or case.facts.syntax.pos[value.head] != "NOUN":
            continue
        if case.facts.syntax.lowers[value.start] not in ("a", "an"):
            continue
        subject = naming.of(fact.terms[0].start, fact.terms[0].end, fact.terms[0].entity)
        kind = naming.of(value.start, value.end)
        if subject and kind:
            found.setdefault(subject[0].key, []).append((kind[0].key, fact))
    return found


def by_kind(case: Case) -> list[Proposal]:
    """Propose what the story says of somebody's kind: Gerd is a hare, hares are afraid of foxes."""
    asked = asked_state(case, "likes what")
    if asked is None:
        return []
    kinds = [(asked.subject, ()), *((kind, (fact,)) for kind, fact in members(case).get(asked.subject, ()))]
    found = []
    for kind, because in kinds:
        for fact, phrase in _said_of(case, kind, asked.relation, asked.sense):
            links = [Link(asked.subject, kind, "one of its kind", 1.0)] if because else []
            found.append(from_phrase(case, phrase, [*because, fact], links))
        if found:
            break
    return found


def _said_of(case: Case, subject: str, adjective: str, preposition: str) -> Iterator[tuple[Fact, Phrase]]:
    """Yield what an adjective of a subject is said with: ``foxes`` of "hares are afraid of foxes"."""
    naming, syntax = Naming(case.facts), case.facts.syntax
    for fact in case.facts.of("attribute"):
        head = fact.terms[1].head
        if (
            fact.denied
            or syntax.lowers[head] != adjective
            or syntax.lowers[head + 1 : head + 2] != [preposition]
        ):
            continue
        about = naming.of(fact.terms[0].start, fact.terms[0].end, fact.terms[0].entity)
        start, end = phrase_from(syntax, head + 2, len(syntax))
        if about and about[0].key == subject and start < end:
            yield fact, naming.of(start, end)[0]


def like_its_kind(case: Case) -> list[Proposal]:
    """Propose what the story says of others of the same kind: Lotte is a hare and grey, so is Gerd."""
    asked = asked_state(case, "attribute")
    property_ = PROPERTIES.get(asked.relation, "") if asked is not None else ""
    if asked is None or not property_:
        return []
    kinds = members(case)
    own = kinds.get(asked.subject, ())
    if not own:
        return []
    naming = Naming(case.facts)
    told: list[tuple[str, Fact, Fact]] = []
    for fact in case.facts.of("attribute"):
        about = naming.of(fact.terms[0].start, fact.terms[0].end, fact.terms[0].entity)
        if fact.denied or fact.sense != property_ or not about:
            continue
        if about[0].key == asked.subject:
            return [_value(case, [fact], 1.0, ())]
        told += [(kind, fact, since) for kind, since in kinds.get(about[0].key, ())]
    for kind, because in own:
        same = [(fact, since) for other, fact, since in told if other == kind]
        if same:
            counts = Counter(fact.predicate for fact, _ in same)
            fact, since = max(same, key=lambda one: (counts[one[0].predicate], one[0].token))
            link = Link(asked.subject, kind, "others of its kind are so", _LIKELY)
            return [_value(case, [because, since, fact], _LIKELY, (link,))]
    return []


def _value(case: Case, facts: list[Fact], strength: float, links: tuple[Link, ...]) -> Proposal:
    """Return the value of the last of some facts as an answer."""
    value = facts[-1].terms[1]
    found = from_phrase(case, Phrase("", value.start, value.end), facts, links)
    return Proposal(found.start, found.end, found.text, strength, found.support, found.proof)


_SOURCE = "after Weston et al. 2016; VerbNet's classes as in Basu et al. 2020"
KIND = Rule(
    "kind",
    by_kind,
    0.5,
    "What the story says of a kind holds of whoever is one of it.",
    _SOURCE,
    "What is Gerd afraid of? -> Gerd is a hare. Hares are afraid of foxes.",
    conditions=(asks_state("likes what"),),
)
#: Behind the attributes that the story states.
LIKE_ITS_KIND = Rule(
    "like-its-kind",
    like_its_kind,
    0.5,
    "What the story says of another of the same kind is likely so of this one.",
    _SOURCE,
    "What colour is Gerd? -> Gerd is a hare. Lotte is a hare. Lotte is grey.",
    conditions=(asks_state("attribute"),),
)
