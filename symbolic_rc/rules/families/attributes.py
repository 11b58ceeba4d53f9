"""What somebody or something is, is like, is called, is to somebody: stated, or as others of its kind are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.trace.text import READ_AS
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.graph.state.events import Naming, Phrase
from symbolic_rc.lexicon import kinship, nouns, wordnet
from symbolic_rc.lexicon.attribute_kinds import kind_of_noun
from symbolic_rc.lexicon.names import names as first_names
from symbolic_rc.lexicon.scales import adjective_of, direction
from symbolic_rc.question.query import Query, noun_with_its_first
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answering import answer_span, answering, best_mention, says_nothing_new
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.clauses import end_of_deeds, trimmed
from symbolic_rc.rules.families.events import INTENDED, NOT_TOLD, NOW, is_over
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import ASKS_NAME, ASKS_RELATION, asks_for, rule
from symbolic_rc.rules.terms import (
    MEANT,
    PRESENT,
    asserted,
    from_phrase,
    meant,
    named,
    proposed,
    said,
    spanning,
    state_rule,
    time_of,
)

#: What is so of another of the same kind, or because the contrary is denied, is only likely.
_LIKELY, _CONTRARY_DENIED = 0.6, 0.9
#: Kinship precedes friends and masters.
_FAMILIES = {"kinship": 1.0, "role": 0.9}
_TOLD = ("real", "said")
_POINTING = frozenset("it this that".split())


@rule("attribute", "stated", 0.5, asks_for("attribute"))
def has_attribute(case: Case) -> list[Proposal]:
    """The story says what somebody or something is, is like, or is called.

    What colour is the mill? -> The old red mill burned. -> red
    """
    found = list[Proposal]()
    for part, gap in asked_facts(case, "attribute"):
        given = part.terms[1 - part.terms.index(gap)]
        if case.query.kind_asked and case.query.syntax.lowers[given.head] in _POINTING:
            return list(_of_kind_asked(case))
        for event, thing in undergone(case, part) if gap.role == "subject" else ():
            found += _met_fact(case, event, thing)
        real = part.modality == "real"
        placed = gap.role == "subject" and case.query.syntax.has_child(given.head, "case")  # "What is in it?"
        for fact in (one for one in case.facts.of("attribute") if not (real and one.modality in INTENDED)):
            if not placed or fact.sense == "place":
                found += _by_fact(case, part, gap, fact)
        found = _or_habits(case, given, found)
    return _of_time_asked(case, found)


def _by_fact(case: Case, part: Fact, gap: Term, fact: Fact) -> Iterator[Proposal]:
    """Yield what a fact says about what a question gives, or to the contrary."""
    given, (subject, value) = part.terms[1 - part.terms.index(gap)], fact.terms[:2]
    factor, tags = 1.0 if fact.is_asserted else NOT_TOLD, case.facts.syntax.tags
    nobody = gap.role == "subject" and case.facts.names_nobody(subject)
    if fact.denied != part.denied and not nobody:
        yield from _of_contrary(case, part, gap, fact)
    elif gap.role != "value" or part.sense in ("", "kind", "state"):
        yield from _either(case, fact, given, factor, part.sense == "kind")
    elif part.sense in (fact.sense, kind_of_noun(fact.predicate)) and tags[value.head] != "JJR":
        value, counted = _measured(case, value)
        yield from _met_fact(case, fact, value, factor, (given, subject), counted)


def _or_habits(case: Case, given: Term, found: list[Proposal]) -> list[Proposal]:
    """Return what somebody without a trade does: "What does Ada do?", where she keeps bees."""
    if "a profession" not in case.question.tags.get(READ_AS, ""):
        return found
    trades = [one for one in found if not is_over(case, one.proof.facts[0])]
    return trades or list(_habits(case, given))


def _habits(case: Case, given: Term) -> Iterator[Proposal]:
    """Yield the first of what somebody does nowadays."""
    syntax = case.facts.syntax
    for fact in asserted(case, "event"):
        doer, start = fact.term("ARG0"), fact.token
        if doer is not None and syntax.tags[start] in ("VBZ", "VBP") and meant(case, given, doer):
            end = trimmed(syntax, start, end_of_deeds(syntax, start))[1]
            term = Term("", start, end, start)
            yield spanning(case, start, end, _LIKELY, Proof((fact,), (), term))
            return


def _of_time_asked(case: Case, found: list[Proposal]) -> list[Proposal]:
    """Return the proposals of what is so where the question asks what *is*; of what was for *was*."""
    now = not NOW.isdisjoint(case.query.understanding.words[:3])
    times = [time_of(case.facts, one.proof.facts[0]) for one in found]
    fit = [one for one, time in zip(found, times, strict=True) if (time == PRESENT) == now]
    return found if PRESENT not in times or not fit else fit


def _of_contrary(case: Case, part: Fact, gap: Term, fact: Fact) -> Iterator[Proposal]:
    """Yield who is small where it is asked who is not large."""
    contrary = direction(adjective_of(part.predicate), adjective_of(fact.predicate)) == -1
    if contrary and gap.role == "subject":
        certain = 1.0 if fact.is_asserted else NOT_TOLD
        yield from _met_fact(case, fact, fact.terms[0], certain * _CONTRARY_DENIED)


def _either(case: Case, fact: Fact, given: Term, factor: float, whole: bool) -> Iterator[Proposal]:
    """Yield who is what the question gives, or what that is; if `whole`, no part of a longer value."""
    syntax, (subject, value) = case.facts.syntax, fact.terms[:2]
    if case.kind != "manner":  # "How was the inn?" asks for no noun
        yield from _met_fact(case, fact, subject, factor, (given, value))
    # what a list or a noun is proposed with
    above = int(syntax.heads[value.head]) if whole and syntax.deps[value.head] in ("amod", "conj") else -1
    others = (one.terms for one in case.facts.of("attribute") if above >= 0)
    if not any(one[0].head == subject.head and one[1].head == above for one in others):
        yield from _met_fact(case, fact, value, factor, (given, subject))


def undergone(case: Case, part: Fact) -> Iterator[tuple[Fact, Term]]:
    """Yield the events of which a participle tells the result, with what underwent them."""
    value = case.query.syntax.lowers[part.terms[1].head]
    verbs = wordnet().base(value, "v") if part.sense == "state" else ()
    for fact in case.facts.of("event") if verbs else ():
        thing = fact.term("ARG1")
        if fact.predicate in verbs and thing is not None and fact.modality in _TOLD:
            yield fact, thing


def _of_kind_asked(case: Case) -> Iterator[Proposal]:
    """Yield what the story names of the asked kind: "what kind of animal was it"."""
    for fact in asserted(case, "event", "attribute"):
        for term in fact.terms:
            noun = case.facts.syntax.pos[term.head] == "NOUN"
            if noun and case.nouns_under(case.query.kind_asked)[term.head]:
                yield from _met_fact(case, fact, term)


def _measured(case: Case, value: Term) -> tuple[Term, tuple[Fact, ...]]:
    """Return *six years* of "six years old", where a number is asked for, with its fact; else the value."""
    for fact in case.facts.of("quantity") if case.kind == "number" else ():
        if value.start <= fact.terms[0].head < value.end:
            joined = case.facts.syntax.lowers[fact.terms[0].end : value.end][:1] == ["-"]  # "28-year-old"
            whole = joined and case.suited[case.number_of(value)]
            return value if whole else fact.terms[0], (fact,)
    return value, ()


@rule("called", "stated", 0.75, ASKS_NAME)
def is_called(case: Case) -> list[Proposal]:
    """What the question describes is mentioned by name elsewhere.

    What is the miller's name? -> The miller left. The miller is called Ada Holm. -> Ada Holm
    """
    found: list[Proposal] = []
    for part, gap in asked_facts(case, "attribute"):
        if part.sense != "name" or gap.role != "value":
            continue
        similarity = case.alignment.similarity(part.terms[0])
        found += _named_so(case, similarity)
        for number in np.flatnonzero(similarity >= MEANT).tolist():
            term, met = case.facts.terms[number], float(similarity[number])
            name = best_mention(case.facts, term, named=True)
            is_name = name is not term and case.facts.syntax.pos[name.head] == "PROPN"
            if is_name and not says_nothing_new(case, name):
                words = Link(case.query.text(part.terms[0]), case.facts.text(term), "its words", met)
                same = Link(case.facts.text(term), case.facts.text(name), "coreference", 1.0)
                proof = Proof((), (words, same), term, "names")
                found.append(spanning(case, *answer_span(case.facts, name), met, proof))
    return found


def _named_so(case: Case, similarity: NDArray[np.float32]) -> Iterator[Proposal]:
    """Yield the name of what the question describes, by what it is said to be: "Biscuit is a parrot"."""
    words = case.facts.syntax.words
    for fact in case.facts.of("attribute"):
        subject, met = fact.terms[0], float(similarity[case.number_of(fact.terms[1])])
        name = subject.end - subject.start == 1 and words[subject.head][:1].isupper()
        person = nouns().animacy(fact.predicate) == "person" or case.facts.syntax.pos[subject.head] == "PRON"
        told = fact.is_asserted and not (fact.denied or says_nothing_new(case, subject))
        if met >= MEANT and name and not person and told:
            yield proposed(case, subject, met, (fact,))


@rule("relation", "stated", 0.5, asks_for("relation"))
def is_related(case: Case) -> list[Proposal]:
    """The story says who is whose sister, father, friend; kinship is composed.

    Who is Karl's uncle? -> Otto is the brother of Karl's mother. -> Otto
    """
    found: list[Proposal] = []
    for part, gap in asked_facts(case, "relation"):
        place = part.terms.index(gap)
        for fact in case.facts.of("relation"):
            fits = place == 1 or gender_fits(case, part, fact)
            if fact.predicate == part.predicate and not fact.denied and fits:
                given = part.terms[1 - place], fact.terms[1 - place]
                found += _met_fact(case, fact, fact.terms[place], 1.0, given)
    return found


def gender_fits(case: Case, part: Fact, fact: Fact) -> bool:
    """Whether who is said to be a mother is a woman."""
    wanted = nouns().gender(case.query.syntax.lemmas[part.token])
    known = case.facts.gender_of(fact.terms[0].entity)
    return not (wanted and known) or wanted == known


def asked_facts(case: Case, kind: str) -> list[tuple[Fact, Term]]:
    """Return the asked facts of a kind; none where an event is asked about, which says more."""
    asked = case.query.asked
    own = {fact.token for fact, _ in asked if fact.kind == kind}  # "what was it made of" tells both
    for fact, term in asked:
        whole = term.head in case.query.variables  # and not "whose cart"
        says_more = fact.token not in own and fact.predicate not in ("locate", "situate")
        if fact.kind == "event" and fact.terms[1:] and whole and not term.link and says_more:
            return []
    return [(fact, term) for fact, term in asked if fact.kind == kind]


def _met_fact(
    case: Case,
    fact: Fact,
    answer: Term,
    certain: float = 1.0,
    given: tuple[Term, Term] | None = None,
    counted: tuple[Fact, ...] = (),
) -> Iterator[Proposal]:
    """Yield a term of a fact, or of what is `counted`, whose other terms meet what the question gives."""
    alignment, similarity = case.alignment, 1.0
    if given is not None:
        similarity = float(alignment.similarity(given[0])[case.number_of(given[1])])
    if similarity < MEANT or not _may_answer(case, fact, answer):
        return
    term, factor, naming = answering(case, answer)
    if answer.role == "value" and fact.sense == "profession":  # not by name, "The composer Ada Brand"
        bare = case.facts.syntax.lowers[answer.start] == "the" and answer.start < answer.head
        term, factor, naming = replace(answer, start=answer.start + bare), 1.0, ()
    start, end = answer_span(case.facts, term)
    joined = _joined_to(case, fact) if answer.role == "value" else []
    members = [answer, *(one.terms[1] for one in joined)] if joined else _listed(case, fact, answer)
    if len(members) > 1:
        factor, naming = 1.0, ()
        start, end = answer_span(case.facts, members[0])[0], answer_span(case.facts, members[-1])[1]
    links: tuple[Link, ...] = ()
    if given is not None:
        asked, told = case.query.text(given[0]), case.facts.text(given[1])
        reason = "the same words" if asked == told else "its words, or coreference"
        links = (Link(asked, told, reason, similarity),)
    proof = Proof((fact, *joined, *counted, *naming), links, answer)
    support = float(alignment.sentence_support[fact.sentence])
    yield spanning(case, start, end, similarity * factor * certain, proof, support)


def _may_answer(case: Case, fact: Fact, answer: Term) -> bool:
    """Whether a term is of the kind asked for, or a name where one is, and the question does not name it."""
    named = fact.sense == "name" == case.query.understanding.form and answer.role == "value"
    fits = named or bool(case.suited[case.number_of(answer)])
    return fits and float(case.alignment.nearest[answer.head]) < SAME_WORD


def _listed(case: Case, fact: Fact, answer: Term) -> list[Term]:
    """Return the members of the list of which a fact tells, where all of it can answer: side by side."""
    if answer.role != "subject" or fact.premises:
        return []
    said_so = attrgetter("token", "predicate", "sense", "denied")
    told = [(said_so(one), one.terms[1].head, one) for one in case.facts.of(fact.kind)]
    same = [one for so, head, one in told if (so, head) == (said_so(fact), fact.terms[1].head)]
    found = sorted((one.terms[0] for one in same), key=lambda term: term.start)
    if any(one.premises for one in same) or not all(case.suited[case.number_of(term)] for term in found):
        return []
    there = all(term.link == "there" for term in found)
    return found if there or any(term.link == "member of a list" for term in found) else []


def _joined_to(case: Case, fact: Fact) -> list[Fact]:
    """Return the attributes whose values are further members of the list that one's value heads."""
    syntax, (subject, value) = case.facts.syntax, fact.terms[:2]
    others = [one for one in case.facts.of("attribute") if one.terms[0].head == subject.head]
    heads = [one.terms[1].head for one in others]
    below = [(syntax.deps[head], int(syntax.heads[head])) for head in heads]
    joined = [one for one, at in zip(others, below, strict=True) if at == ("conj", value.head)]
    kinds = {part.sense for part, _ in case.query.asked} - {"kind"}  # that is anything
    return joined if fact.sense not in kinds else [one for one in joined if one.sense == fact.sense]


@rule("related-how", "inferred", 0.5, ASKS_RELATION)
def related_how(case: Case) -> list[Proposal]:
    """What one is to another, as the story states it or as it follows; the noun goes by gender.

    How is Ada related to Bo? -> Ada is the mother of Bo's father. -> grandmother
    """
    query = case.query
    people = _names(query)
    for one, other in permutations(people, 2) if len(people) == 2 else ():
        found = []
        for fact in case.facts.of("relation"):
            related = meant(case, one, fact.terms[0]) and meant(case, other, fact.terms[1])
            if related and fact.sense in _FAMILIES and not fact.denied and fact.modality in _TOLD:
                noun = _noun(case, fact)
                link = Link(f"{query.text(one)} to {query.text(other)}", noun, "related so", 1.0)
                strength = _FAMILIES[fact.sense] * (1.0 if fact.is_asserted else NOT_TOLD)
                found.append(said(noun, strength, (fact,), (link,)))
        if found:
            return found
    return []


def _names(query: Query) -> list[Term]:
    """Return the names of a question by their heads: proper nouns, and first names whatever their tag."""
    syntax, known = query.syntax, first_names()
    first = (i for i in query.content if syntax.words[i].istitle() and known.is_first_name(syntax.words[i]))
    tokens = sorted({*first, *(i for i in query.content if syntax.pos[i] == "PROPN")})
    further = ("flat", "compound")  # words of a name that has come
    heads = [i for i in tokens if syntax.deps[i] not in further or int(syntax.heads[i]) not in tokens]
    return [Term("", i, i + 1, i) for i in heads]


def _noun(case: Case, fact: Fact) -> str:
    """Return the noun for the first of two who are related: the story's own, where that is of the first."""
    known, gender = kinship(), case.facts.gender_of(fact.terms[0].entity)
    own = case.facts.syntax.lemmas[fact.token].lower()
    fits = [one for one in known.all(own) if one.relation == fact.predicate]
    if fits and not fact.premises and (not fits[0].gender or gender in ("", fits[0].gender)):
        return own
    return next(iter((*known.nouns(fact.predicate, gender), *known.nouns(fact.predicate))), fact.predicate)


@rule("in-common", "comparison", 0.5)
def in_common(case: Case) -> list[Proposal]:
    """Of both whom the question names the story says the same, of the kind that is asked for.

    What profession do Ada and Bo share? -> Ada is a tall cook. Bo is a cook and a miller. -> cook
    """
    query, syntax = case.query, case.facts.syntax
    verb = "have" if "common" in query.lemmas else "share"
    sharing = (query.given(part, "ARG0") for part in query.facts if part.predicate == verb)
    people = max(sharing, key=len, default=[])
    if len(people) < 2:
        return []
    noun, facts, found = query.kind_asked, list(asserted(case, "attribute")), list[Proposal]()
    told = [{fact.predicate: fact for fact in facts if meant(case, one, fact.terms[0])} for one in people]
    for predicate, fact in told[0].items():
        same, value = [each[predicate] for each in told if predicate in each], fact.terms[1].head
        suits = not noun or fact.sense == PROPERTIES.get(noun) or case.nouns_under(noun)[value]
        if len(same) == len(people):
            start = value - (" " in noun_with_its_first(syntax, value))
            term = replace(fact.terms[1], start=start, end=value + 1)
            found.append(proposed(case, term, 1.0 if suits else _LIKELY, same))
    return found


@rule("one-of-kind", "inferred", 0.6)
def one_of_kind(case: Case) -> list[Proposal]:
    """Of what is of the kind asked for, and described so, the story tells most of what the question says.

    Which Danish firm made the coat? -> Ode is a small Danish firm. The coat is by Ode. -> Ode
    """
    query, alignment, facts = case.query, case.alignment, case.facts
    # elsewhere it was learned when to trust the ranker
    noun, found = -1 if case.learned else _noun_described(query), dict[int, Proposal]()
    rest = {token: row for token, row in alignment.row.items() if token != noun}
    begin = max(int(query.syntax.left[noun]), query.gap * (query.gap < noun))
    own = [rest.pop(i) for i in range(begin, noun) if i in rest]
    kind = query.syntax.lemmas[noun].lower()
    if not own or not rest:
        return []
    for fact in asserted(case, "attribute"):
        subject, value = fact.terms[:2]
        same = facts.syntax.lemmas[value.head].lower() == kind or case.nouns_under(kind)[value.head]
        named = subject.entity >= 0 and facts.syntax.pos[subject.head] == "PROPN"
        if same and named and alignment.nearest[subject.head] < SAME_WORD:
            places = [fact.sentence, *_sentences_of(facts, subject)]
            met = int((alignment.best[own, value.start : value.end].max(axis=1) >= SAME_WORD).sum())
            told = int((alignment.by_sentence[np.ix_([*rest.values()], places)].max(axis=1) >= MEANT).sum())
            enough = 2 * met >= len(own) and told > 0
            strength = enough * (met + told) / (len(own) + len(rest))
            found[subject.entity] = proposed(case, subject, strength, (fact,))
    return list(found.values())


def _sentences_of(facts: Facts, term: Term) -> list[int]:
    mentions = (facts.mentions[i] for i in facts.entities[term.entity].mentions)
    return [int(facts.sentence_of[one.head]) for one in mentions]


def _noun_described(query: Query) -> int:
    """Return the noun of "which Danish firm", "what is the Danish firm that …"; -1 for none."""
    syntax, gap = query.syntax, query.gap
    told = [part.terms[1].head for part, one in query.asked if part.kind == "attribute" and one.head == gap]
    found = (*told, int(syntax.heads[gap])) if gap >= 0 else ()
    described = (i for i in found if syntax.pos[i] == "NOUN" and syntax.lemmas[i] not in PROPERTIES)
    return next(described, -1)


def _members(case: Case) -> dict[str, list[tuple[str, Fact]]]:
    """Return the kinds of which the story says that each is one: "Gerd is a hare"; with the fact."""
    naming, syntax = Naming(case.facts), case.facts.syntax
    found: dict[str, list[tuple[str, Fact]]] = {}
    for fact in asserted(case, "attribute"):
        value = fact.terms[1]
        if syntax.pos[value.head] == "NOUN" and syntax.lowers[value.start] in ("a", "an"):
            subject, kind = named(naming, fact.terms[0]), next(iter(naming.of(value.start, value.end)), None)
            if subject and kind:
                found.setdefault(subject.key, []).append((kind.key, fact))
    return found


@state_rule("like-its-kind", "attribute", group="inferred")
def like_its_kind(case: Case, asked: StateQuestion) -> list[Proposal]:
    """What the story says of another of the same kind is likely so of this one.

    What colour is Gerd? -> Gerd is a hare. Lotte is a hare. Lotte is grey. -> grey
    """
    kinds, property_ = _members(case), PROPERTIES.get(asked.relation, "")
    own = kinds.get(asked.subject, ()) if property_ else ()
    naming = Naming(case.facts)
    of_others: list[tuple[str, Fact, Fact]] = []
    for fact in case.facts.of("attribute") if own else ():
        about = named(naming, fact.terms[0]) if fact.sense == property_ and not fact.denied else None
        of_others += [(kind, fact, since) for kind, since in kinds.get(about.key, ())] if about else []
    for kind, because in own:
        same = [(fact, since) for other, fact, since in of_others if other == kind]
        if same:
            counts = Counter(fact.predicate for fact, _ in same)
            fact, since = max(same, key=lambda one: (counts[one[0].predicate], one[0].token))
            link = Link(asked.subject, kind, "others of its kind are so", _LIKELY)
            value = Phrase("", fact.terms[1].start, fact.terms[1].end)
            return [from_phrase(case, value, [because, since, fact], (link,), _LIKELY)]
    return []
