"""First and last, before and after: by words of time, by dates and hours, by the order of telling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from symbolic_rc.core.forks import remembered
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.reading.events import pluperfect
from symbolic_rc.lexicon.english import ORDINALS
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.clauses import clauses_of
from symbolic_rc.rules.families.graded import time_of
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import ASKS_ORDER, rule
from symbolic_rc.rules.terms import Node, asserted, best_asserted, key, meant, proposed, same_events, spanning

_BEFORE, _AFTER = frozenset(("before", "until", "till")), frozenset(("after", "since", "once"))
#: Words before an event of the question, and where the answer stands from there.
_CUES = {"after": 1, "when": 1, "once": 1, "before": -1, "until": -1}
_LAST = frozenset(("last", "finally", "lastly", "end"))
_UNITS = frozenset("years year months month weeks week days day hours hour minutes minute time".split())
#: A term is whom the question speaks of.
_MEANT = 0.6
#: What is done farther on is no longer what was done then.
_FAR = 2
#: The place of what is said to be first or last, and of what is just before or after an event.
_AT_END, _BESIDE = 1e6, 0.5
#: The first or last event is only likely the one that is asked for.
_AT_EDGE = 0.5


@dataclass(frozen=True, slots=True)
class Doer:
    """One who did what is asked about: the term, the fact that says so, and its place in time."""

    term: Term
    fact: Fact
    when: float | None
    place: float


@rule("first-or-last", "comparison", 0.5, ASKS_ORDER)
def first_or_last(case: Case) -> list[Proposal]:
    """Of those who did what is asked about, one did it first, last, before or after another.

    Who left first? -> Bo left after Ada. -> Ada
    """
    found: list[Proposal] = []
    for part, gap in case.query.asked:
        if part.kind != "event" or gap.link or part.predicate in LIGHT:
            continue
        reference = reference_in(case, part)
        if not case.query.time and reference is None:
            continue
        doers = in_order(case, part, gap, reference[1] if reference is not None else None)
        if len(doers) < 2:
            continue
        chosen, cited = doers[0 if case.query.time == "first" else -1], doers
        if reference is not None:
            at = next((i for i, one in enumerate(doers) if meant(case, reference[1], one.term)), -1)
            other = at + (1 if reference[0] else -1)
            if at < 0 or not 0 <= other < len(doers):
                continue
            chosen, cited = doers[other], [doers[at], doers[other]]
        found.append(proposed(case, chosen.term, 1.0, [doer.fact for doer in cited]))
    return found


#: Verbs that tell a place in a contest, and words that ask for the first.
_RANKED = frozenset("come finish end place rank".split())
_WINNING, _RANKS = frozenset("win wins won winner".split()), ORDINALS | {"last"}


@rule("rank", "comparison", 0.5)
def is_ranked(case: Case) -> list[Proposal]:
    """Who came first, second or last in a contest, or in which place somebody came.

    Who won the race? -> Bo came second. Ada came first. -> Ada
    """
    ranks, low = _ranks(case.facts), [*case.query.understanding.lowers, ""]
    if len(ranks) < 2 or low[0] not in ("who", "which", "what", "in"):
        return []
    if "place" in low[:4]:
        given = [term for part in case.query.facts for term in part.terms if case.alignment.tells(term)]
        told = ((i, fact) for i, fact, who in ranks if any(meant(case, term, who) for term in given))
        return [proposed(case, Term("", i, i + 1, i), 1.0, (fact,)) for i, fact in told]
    asked = _rank_asked(case, low)
    found = ((who, fact) for i, fact, who in ranks if case.facts.syntax.lowers[i] == asked)
    return [proposed(case, who, 1.0, (fact,)) for who, fact in found]


def _rank_asked(case: Case, low: Sequence[str]) -> str:
    """Return the word for the place that a question asks for: *first* also of who won; or empty."""
    wanted = [word for word, after in pairwise(low) if word in _RANKS and after in ("", "?", "place", "in")]
    wanted += [case.query.time] if low[1] in ("came", "finished") else []
    return next(iter(wanted), "" if _WINNING.isdisjoint(low) else "first")


@remembered
def _ranks(facts: Facts) -> list[tuple[int, Fact, Term]]:
    """Return each word for a place in a contest, with the fact that tells it and who came there."""
    syntax, found = facts.syntax, []
    for fact in facts.of("event", "attribute"):
        if (fact.is_asserted, fact.denied) != (True, False):
            continue
        words = list(syntax.children_of(fact.token))
        if fact.kind == "attribute":
            words = [i for i in (fact.terms[1].head,) if syntax.deps[i] != "amod"]
        elif fact.predicate not in _RANKED:  # "took second place"
            words = [c for i in words if syntax.lemmas[i] == "place" for c in syntax.children_of(i)]
        who = next((term for term in fact.terms if term.role in ("ARG0", "ARG1", "subject")), None)
        found += [(i, fact, who) for i in words if who is not None and syntax.lowers[i] in _RANKS]
    return found


def came_before(case: Case, one: Fact, other: Fact) -> tuple[bool, tuple[Fact, ...]]:
    """Return whether one event was before another, with what says so.

    By what the story says of their order, else by their dates and hours, else by tense, else by the telling.
    """
    for fact in case.facts.of("order"):
        if fact.predicate == "before" and set(fact.premises) == {one.id, other.id}:
            return fact.premises[0] == one.id, (fact, one, other)
    times = _when(case, one), _when(case, other)
    if times[0] is not None and times[1] is not None and times[0] != times[1]:
        return times[0] < times[1], (one, other)
    had = pluperfect(case.facts.syntax, one.token), pluperfect(case.facts.syntax, other.token)
    return had[0] if had[0] != had[1] else one.token < other.token, (one, other)


def reference_in(case: Case, part: Fact) -> tuple[bool, Term] | None:
    """Return whether the question asks for what is after, and after whom: "who left after Ada"."""
    syntax = case.query.syntax
    for i in range(part.token + 1, case.query.end - 1):
        if syntax.lowers[i] not in _BEFORE | _AFTER:
            continue
        definite = syntax.lowers[i + 1] == "the"  # "before the church"
        noun = i + 1 + definite
        following = syntax.pos[noun + 1] if noun + 1 < case.query.end else "PUNCT"
        if following == "PUNCT" and syntax.pos[noun] == ("NOUN" if definite else "PROPN"):
            return syntax.lowers[i] in _AFTER, Term("", i + 1, noun + 1, noun)
    return None


def in_order(case: Case, part: Fact, gap: Term | None, beside: Term | None = None) -> list[Doer]:
    """Return who did what a part of a query says, the earliest first.

    `beside` is a term of the question that stands in a phrase of time, and is no argument of the event.
    """
    terms = tuple(term for term in part.terms if beside is None or not term.start <= beside.head < term.end)
    gap = gap if gap is not None else next(iter(terms), None)
    if gap is None or part.token not in case.alignment.row:
        return []
    facts = _facts_with_doer(case, replace(part, terms=terms), gap)
    doers, syntax = dict[Node, Doer](), case.facts.syntax
    for fact, term in facts.values():
        if fact.is_asserted and not fact.denied:
            near = {syntax.lowers[c] for c in syntax.children_of(fact.token)}
            at_end = -_AT_END if "first" in near else _AT_END if near & {"last", "finally"} else 0.0
            place = fact.token + at_end
            doers.setdefault(_node(case, term), Doer(term, fact, _when(case, fact), place))
    for doer in list(doers.values()):
        for after, other in _beside(case, doer.fact):
            known = doers.get(_node(case, other))
            place = doer.place + (-_BESIDE if after else _BESIDE)
            if known is None or known.place == doer.place or after == (known.place > doer.place):
                doers[_node(case, other)] = Doer(other, doer.fact, None, place)
    dated = all(one.when is not None for one in doers.values())
    return sorted(doers.values(), key=lambda one: (one.when or 0.0) if dated else one.place)


def _facts_with_doer(case: Case, part: Fact, gap: Term) -> dict[int, tuple[Fact, Term]]:
    """Return the facts that tell a part of a query, each with who did it; by the number of the fact."""
    facts: dict[int, tuple[Fact, Term]] = {}
    if any(term is not gap for term in part.terms):
        for met in met_by_event(case.alignment, part, gap, Pass(share=0.5, named=True), case.suited):
            facts.setdefault(met.fact.id, (met.fact, met.term))
        return facts
    for fact in same_events(case, part):
        term = fact.term(gap.role) or fact.term("ARG0") or fact.term("ARG1")
        if term is not None:
            facts[fact.id] = fact, term
    return facts


def _node(case: Case, term: Term) -> Node:
    """Return what a doer refers to: two nouns are two, whatever coreference takes them for."""
    noun = case.facts.syntax.pos[term.head] == "NOUN"
    return key(case, replace(term, entity=-1) if noun else term)


def _beside(case: Case, fact: Fact) -> Iterator[tuple[bool, Term]]:
    """Yield who else did what a fact tells, and whether its own doer came after: "Ada left before Bo"."""
    syntax = case.facts.syntax
    for i in range(fact.token + 1, len(syntax) - 1):
        if syntax.sentences[i] != fact.sentence or syntax.pos[i] == "VERB":
            return
        name, before = i + 1, syntax.lowers[i - 1]
        if syntax.pos[name] != "PROPN" or syntax.pos[name + 1 : name + 2] == ["VERB"]:
            continue
        compared = syntax.lowers[i] == "than" and before in ("earlier", "later", "sooner")
        if syntax.lowers[i] in _BEFORE | _AFTER or compared:
            entity = case.facts.entity_of.get(name, -1)
            yield syntax.lowers[i] in _AFTER or before == "later", Term("", name, name + 1, name, entity)


def _when(case: Case, fact: Fact) -> float | None:
    """Return a fact's time as a number that compares with others': of a date, a month, a day, an hour."""
    people = ("ARG0", "ARG1")  # "Jan left" tells no month
    told = (term for term in fact.terms if term.role.startswith("ARG") and term.role not in people)
    return time_of(case.facts.syntax, told)


@rule("in-order", "text", 0.5, source="own")
def events_in_order(case: Case) -> list[Proposal]:
    """The event next to the one that the question tells, with the same actor; or the first or the last.

    What did Ada do after she sold the wheel? -> Ada sold the wheel. She left Osby. -> left Osby
    """
    if (asked := _asked(case)) is None:
        return []
    actor, condition, side = asked
    clauses = clauses_of(case.facts)
    rows = {head: row for row, head in enumerate(clauses.head.tolist()) if not clauses.purpose[row]}
    events = [f for f in asserted(case, "event") if f.token in rows and _counts(case, f, actor)]
    because: tuple[Fact, ...] = ()
    if condition is None:
        found = events[0 if side > 0 else -1] if events and actor is not None else None
        told, strength = "no other before or behind it", _AT_EDGE
    else:
        anchor, strength = best_asserted(case, condition)
        if anchor is None:
            return []
        events = [fact for fact in events if fact.token != anchor.token]
        near = [one for one in events if (one.token - anchor.token) * side > 0]
        near = [one for one in near if abs(one.sentence - anchor.sentence) <= _FAR]
        next_to = min(near, key=lambda one: abs(one.token - anchor.token), default=None)
        found = _tied(case, anchor, events, side) or next_to
        because, told = (anchor,), case.facts.describe(anchor)
    if found is None:
        return []
    row, did = rows[found.token], "happen" not in case.query.question.text
    start, end = int(clauses.verb[row] if did else clauses.start[row]), int(clauses.end[row])
    link = Link("its place in order", told, "the event next to it", strength)
    proof = Proof((*because, found), (link,), Term("", start, end, found.token))
    return [spanning(case, start, end, strength, proof)]


def _asked(case: Case) -> tuple[Term | None, Fact | None, int] | None:
    """Return whose events are asked for, and on which side of which event; without one, the first or last.

    None for questions that ask for no deed, or for none in order.
    """
    query = case.query
    part = next((fact for fact, _ in query.asked if fact.kind == "event" and fact.predicate in LIGHT), None)
    if part is None or case.kind != "event":
        return None
    actor = next(iter(query.given(part, "ARG0", "ARG2")), None)
    lowers = query.lowers
    at = next((i for i, word in enumerate(lowers) if word in _CUES and i > 2), -1)
    if at >= 0 and (lowers[at - 1] in _UNITS or "time" in lowers[:at]):
        return None  # "five years after", "for the first time since"
    if at >= 0:
        events = (one for one in query.facts if one.kind == "event" and one is not part)
        later = next((one for one in events if one.token > query.start + at), None)
        return (actor, later, _CUES[lowers[at]]) if later is not None else None
    if "first" in lowers or query.time == "first":
        return actor, None, 1
    return (actor, None, -1) if _LAST & set(lowers) or query.time == "last" else None


def _counts(case: Case, fact: Fact, actor: Term | None) -> bool:
    """Whether an event is one that whoever the question speaks of did, and not done before all around it."""
    syntax, alignment = case.facts.syntax, case.alignment
    earlier = [child for child in syntax.children_of(fact.token) if child < fact.token]
    had = any(syntax.lowers[child] == "had" for child in earlier)
    if had or fact.predicate in LIGHT or not alignment.allowed[fact.token]:
        return False
    doers = [case.number_of(term) for term in fact.terms if term.role in ("ARG0", "ARG1")]
    return actor is None or bool((alignment.similarity(actor)[doers] >= _MEANT).any())


def _tied(case: Case, anchor: Fact, events: Sequence[Fact], side: int) -> Fact | None:
    """Return the event of which the story itself says that it was before or after another."""
    known = {fact.id: fact for fact in events}
    for fact in case.facts.of("order"):
        pair = fact.premises if side > 0 else fact.premises[::-1]  # the anchor, and what is asked for
        if fact.predicate == "before" and pair[0] == anchor.id and pair[1] in known:
            return known[pair[1]]
    return None
