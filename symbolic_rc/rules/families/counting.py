"""How many: as the story states it, counted by name, added up."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon import nouns
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answering import answer_span, asks_amount, whole_list
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.terms import MEANT, meant, said

#: Measures of what no question for how much is about.
_TIME = ("time", "age")
#: What is counted is less likely asked for where somebody else has it.
_ANOTHERS = 0.6
_TOGETHER = frozenset("together altogether total all both".split())
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_MORE, _FEWER = frozenset(("more", "another")), frozenset(("fewer", "less"))
_GAINING = frozenset("get receive buy find gain catch win take collect".split())
_GIVING = frozenset("give bring send hand lend".split())
_LOSING = frozenset("lose sell eat drop break spend drink use burn throw".split())


def counts_up(case: Case) -> list[Proposal]:
    """Propose a number that the story does not tell as such."""
    if case.kind != "number" or case.query.polar:
        return []
    return _sum(case) or _changed(case) or _listed(case)


def _in_words(value: float) -> str:
    whole = int(value)
    return _WORDS[whole] if 0 <= whole < len(_WORDS) else str(whole)


def _count(case: Case, fact: Fact, wanted: set[str]) -> tuple[float, Fact] | None:
    """Return how many of what is counted an event has as a term, with the fact that says so."""
    for quantity in case.facts.of("quantity"):
        if quantity.predicate in wanted and any(term.head == quantity.terms[0].head for term in fact.terms):
            value = value_of(case.facts.syntax.words[quantity.terms[1].head])
            return None if value is None else (float(value), quantity)
    return None


def _sum(case: Case) -> list[Proposal]:
    """Add up what several did together, each told alone."""
    lowers = case.query.syntax.lowers[case.query.start : case.query.end]
    if not _TOGETHER & set(lowers):
        return []
    wanted = set(case.query.nouns_asked)
    for part, _ in case.query.asked:
        row = case.alignment.row.get(part.token)
        if part.kind != "event":
            continue
        doers = [
            term for term in part.terms if term.role in ("ARG0", "ARG1") and not case.query.is_variable(term)
        ]
        total, facts = 0.0, []
        for doer in doers:
            for fact in case.facts.of("event"):
                same = row is None or float(case.alignment.best[row, fact.token]) >= 0.85
                counted = _count(case, fact, wanted) if same and fact.told and not fact.denied else None
                if counted is not None and any(meant(case, doer, term) for term in fact.terms):
                    total += counted[0]
                    facts += [fact, counted[1]]
                    break
        if len(facts) == 2 * len(doers) and len(doers) > 1:
            return [_said(total, facts, "added up")]
    return []


def _changed(case: Case) -> list[Proposal]:
    """Add what somebody got to what they had, and take away what they lost: "how many has Ada now"."""
    left = {"left", "remain", "remaining"} & set(case.query.syntax.lowers[case.query.start : case.query.end])
    if case.query.time != "last" and not left:
        return []
    wanted = set(case.query.nouns_asked)
    for part, _ in case.query.asked:
        if part.kind != "event" or part.predicate != "have":
            continue
        doer = next((t for t in part.terms if not case.query.is_variable(t)), None)
        total, facts = 0.0, []
        for fact in case.facts.of("event") if doer is not None else ():
            counted = _count(case, fact, wanted) if fact.told and not fact.denied else None
            if counted is None or doer is None:
                continue
            actor, other = fact.term("ARG0"), fact.term("ARG2")
            acts = actor is not None and meant(case, doer, actor)
            sign = 0
            if acts:
                sign = 1 if fact.predicate in _GAINING | {"have", "own"} else -1
                sign = sign if fact.predicate in _GAINING | _GIVING | _LOSING | {"have", "own"} else 0
            elif other is not None and meant(case, doer, other) and fact.predicate in _GIVING:
                sign = 1
            total += sign * counted[0]
            facts += [fact, counted[1]] if sign else []
        if len(facts) > 2:
            return [_said(total, facts, "added up")]
    return []


def _listed(case: Case) -> list[Proposal]:
    """Count the members of the list that meets what is asked for."""
    if case.counted.any() or "many" not in case.query.syntax.lowers[case.query.start : case.query.end]:
        return []
    for part, gap in case.query.asked:
        if part.kind != "event":
            continue
        for share in (1.0, 0.0):
            found = list(met_by_event(case.alignment, part, gap, Pass(share=share), None))
            for met in found:
                members = _of_kind(case, whole_list(case.facts, met.fact, met.term))
                counts = [_number_of(case, member) for member in members]
                if len(members) > 1 and met.fact.told and all(counts):
                    told = [met.fact, *(fact for one in counts if one for fact in one[1])]
                    return [_said(sum(one[0] for one in counts if one), told, "counted by name")]
            if found:
                break
    return []


def _number_of(case: Case, member: Term) -> tuple[float, list[Fact]] | None:
    """Return how many a member of a list is, with the fact that says so; None where that is not told."""
    for quantity in case.facts.of("quantity"):
        if quantity.terms[0].head == member.head:
            value = value_of(case.facts.syntax.words[quantity.terms[1].head])
            return None if value is None else (float(value), [quantity])
    return None if case.facts.syntax.tags[member.head] == "NNS" else (1.0, [])


def _of_kind(case: Case, members: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return those of a list that are of the kind that is counted; all, where none is known to be."""
    for noun in dict.fromkeys(case.query.nouns_asked):
        under = case.nouns_under(noun)
        found = tuple(term for term in members if under[term.head])
        if found:
            return found
    return members


def _said(value: float, facts: list[Fact], reason: str) -> Proposal:
    text = _in_words(value)
    return said(text, 1.0, list(dict.fromkeys(facts)), (Link("how many", text, reason, 1.0),))


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
                case.alignment.similarity(owner)[case.number_of(one)] >= MEANT
                for owner in owners
                for one in others
            ):
                return 1.0
            return _ANOTHERS
    return 1.0
