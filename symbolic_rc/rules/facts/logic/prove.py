"""Proving a statement: whether the story says so, in these words, in others, or by what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon import nouns
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.lexicon.scales import adjective_of, direction
from symbolic_rc.rules.facts.alignment import SAME_WORD
from symbolic_rc.rules.facts.case import Case, asked_anew
from symbolic_rc.rules.facts.logic.order import came_before, in_order, reference_in
from symbolic_rc.rules.facts.logic.scale import scale_of
from symbolic_rc.rules.facts.logic.who import meant
from symbolic_rc.rules.facts.passes import Pass, met_by_event
from symbolic_rc.rules.facts.told_when import told_when
from symbolic_rc.rules.proof import Link

#: Which part of a statement says most: it is what must be proved.
_ORDER = ("comparison", "relation", "event", "attribute", "quantity")
#: Kinds of attributes of which something has one at a time, so that another ends the one before.
_ONE_AT_A_TIME = ("colour", "temperature", "wealth", "age", "health", "mood")
_SIGN = {"more": 1, "most": 1, "less": -1, "least": -1, "equal": 0}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a statement holds, and why.

    Attributes
    ----------
    holds : bool or None
        None where the story says neither.
    strength : float
    facts : tuple of Fact
    links : tuple of Link
    """

    holds: bool | None
    strength: float = 0.0
    facts: tuple[Fact, ...] = ()
    links: tuple[Link, ...] = ()


def prove(case: Case) -> Verdict:
    """Tell whether the story proves the statement of a query, or its contrary; what is told last decides."""
    if case.query.beside:
        return _beside(case)
    so = {fact.token for fact in case.query.facts if fact.kind == "attribute"}
    parts = sorted(
        (fact for fact in case.query.facts if fact.kind in _ORDER),
        key=lambda one: (one.kind == "event" and one.token in so, _ORDER.index(one.kind)),
    )  # "is it red" asks for a colour, not for an event
    kinds = dict.fromkeys(part.kind for part in parts)
    for kind in kinds:
        of_kind = [part for part in parts if part.kind == kind]
        verdicts = [verdict for part in of_kind[-1:] for verdict in _PROVERS[kind](case, part)]
        if verdicts and kind == "attribute" and _asks_of_now(case):
            return max(verdicts, key=lambda one: (told_when(case.facts, one.facts[0]), one.facts[0].token))
        if verdicts:
            return max(verdicts, key=lambda one: (round(one.strength, 1), one.facts[0].token))
        if kind in ("comparison", "relation"):
            break
    return Verdict(None)


def _asks_of_now(case: Case) -> bool:
    """Whether a question asks what is so in the end: "is it still hot", "was it red at last"."""
    return case.query.time == "last" or case.query.understanding.words[0].lower() in ("is", "are")


def _beside(case: Case) -> Verdict:
    """Prove "Ada left before Bo came": both events, and their order."""
    conjunction, clause = case.query.beside[0]
    one, other = _told(case), _told(asked_anew(case, clause))
    if one is None or other is None or one.id == other.id:
        return Verdict(None)
    before, facts = came_before(case, one, other)
    return Verdict(before == (conjunction == "before"), 0.9, facts)


def _told(case: Case) -> Fact | None:
    """Return the event of the story that best meets the first one of a query."""
    part = next((fact for fact in case.query.facts if fact.kind == "event"), None)
    if part is None:
        return None
    for switches in (Pass(), Pass(share=0.5), Pass(same_predicate=False)):
        found = list(met_by_event(case.alignment, part, None, switches))
        if found:
            return max(found, key=lambda met: met.score).fact
    row = case.alignment.row.get(part.token, -1)
    if row < 0 or any(i in case.alignment.row for term in part.terms for i in range(term.start, term.end)):
        return None
    told = [f for f in case.facts.of("event") if float(case.alignment.best[row, f.token]) >= SAME_WORD]
    return told[0] if told else None  # "before he slept"


def _events(case: Case, part: Fact) -> Iterator[Verdict]:
    reference = reference_in(case, part)
    if reference is not None:
        ordered = list(_ordered(case, part, *reference))
        yield from ordered
        if ordered or case.query.syntax.pos[reference[1].head] == "PROPN":
            return
    for switches in (Pass(), Pass(same_predicate=False)):
        found = list(met_by_event(case.alignment, part, None, switches, any_polarity=True))
        for met in found:
            if _manner_differs(met.fact, part) or not _same_numbers(case, met.arguments):
                continue
            holds = met.fact.denied == part.denied
            yield Verdict(holds, met.score, (met.fact,))
        if found:
            return


def _ordered(case: Case, part: Fact, after: bool, other: Term) -> Iterator[Verdict]:
    """Prove "Ada left before Bo"."""
    subject = part.term("ARG0") or part.term("ARG1")
    doers = in_order(case, part, subject, other)
    one = next((i for i, d in enumerate(doers) if subject is not None and meant(case, subject, d.term)), -1)
    two = next((i for i, d in enumerate(doers) if meant(case, other, d.term)), -1)
    if one >= 0 and two >= 0:
        facts = tuple(dict.fromkeys((doers[one].fact, doers[two].fact)))
        yield Verdict((one > two) == after, 0.9, facts)


def _manner_differs(fact: Fact, part: Fact) -> bool:
    """Whether a fact is only planned, believed, said where the question asks for what is so."""
    return fact.modality != part.modality and not fact.told


def _same_numbers(case: Case, arguments: tuple[tuple[Term, Term, float], ...]) -> bool:
    query, story = case.query.syntax, case.facts.syntax
    for asked, term, _ in arguments:
        wanted = [value_of(query.words[i]) for i in range(asked.start, asked.end) if query.pos[i] == "NUM"]
        told = [value_of(story.words[i]) for i in range(term.start, term.end) if story.pos[i] == "NUM"]
        if wanted and wanted != told:
            return False
    return True


def _attributes(case: Case, part: Fact) -> Iterator[Verdict]:
    subject, value = part.terms
    if case.query.syntax.lowers[subject.head] == "there":
        return
    asked = case.query.syntax.lemmas[value.head].lower()
    row = case.alignment.row.get(value.head)
    for fact in case.facts.of("attribute"):
        if not fact.told or not meant(case, subject, fact.terms[0]):
            continue
        told = fact.terms[1].head
        same = row is not None and float(case.alignment.best[row, told]) >= 0.85
        if same or meant(case, value, fact.terms[1]):
            ended = _asks_of_now(case) and _ended(case, fact)
            yield Verdict((fact.denied == part.denied) != ended, 1.0, (fact,))
        elif direction(adjective_of(fact.predicate), adjective_of(asked)) == -1:
            yield Verdict(fact.denied != part.denied, 0.9, (fact,))
        elif fact.sense == part.sense and fact.sense in _ONE_AT_A_TIME and not fact.denied:
            yield Verdict(part.denied, 0.7, (fact,))
        elif row is not None and not fact.denied and _is_kind(case, told, value):
            yield Verdict(not part.denied, 0.8, (fact,))


def _ended(case: Case, fact: Fact) -> bool:
    """Whether something was so only until something else happened."""
    syntax = case.facts.syntax
    clauses = [child for child in syntax.children_of(fact.token) if syntax.deps[child] == "advcl"]
    return any(syntax.lowers[mark] == "until" for clause in clauses for mark in syntax.children_of(clause))


def _is_kind(case: Case, told: int, value: Term) -> bool:
    noun = case.query.syntax.lemmas[value.head].lower()
    return bool(case.nouns_under(noun)[told]) and case.facts.syntax.pos[told] == "NOUN"


def _relations(case: Case, part: Fact) -> Iterator[Verdict]:
    one, other = part.terms
    for fact in case.facts.of("relation"):
        if fact.predicate != part.predicate or not fact.told:
            continue
        if meant(case, one, fact.terms[0]) and meant(case, other, fact.terms[1]):
            fits = gender_fits(case, part, fact)
            yield Verdict((fact.denied == part.denied) and fits, 1.0, (fact,))


def gender_fits(case: Case, part: Fact, fact: Fact) -> bool:
    """Whether who is said to be a mother is a woman."""
    wanted = nouns().gender(case.query.syntax.lemmas[part.token])
    entity = fact.terms[0].entity
    known = case.facts.entities[entity].gender if entity >= 0 else ""
    return not (wanted and known in ("feminine", "masculine") and wanted != known)


def _comparisons(case: Case, part: Fact) -> Iterator[Verdict]:
    standard = part.term("standard")
    scale = scale_of(case, part.predicate)
    sign = _SIGN[part.sense]
    ones = [node for node, term in scale.term.items() if meant(case, part.terms[0], term)]
    others = [node for node, term in scale.term.items() if standard and meant(case, standard, term)]
    if part.sense in ("most", "least"):
        for node in ones:
            extreme = scale.extreme.get(node)
            if extreme is not None:
                yield Verdict((extreme[0] == sign) != part.denied, 1.0, (extreme[1],))
        return
    for one in ones:
        for other in others:
            if sign == 0:
                if other in scale.equal.get(one, {}):
                    yield Verdict(not part.denied, 1.0, (scale.equal[one][other],))
                continue
            for low, high, holds in ((other, one, sign > 0), (one, other, sign < 0)):
                facts = scale.over(low).get(high)
                if facts:
                    yield Verdict(holds != part.denied, 1.0 if len(facts) == 1 else 0.9, facts)


def _quantities(case: Case, part: Fact) -> Iterator[Verdict]:
    wanted = value_of(case.query.syntax.words[part.terms[1].head])
    for fact in case.facts.of("quantity"):
        if fact.predicate == part.predicate and fact.told and wanted is not None:
            told = value_of(case.facts.syntax.words[fact.terms[1].head])
            yield Verdict((told == wanted) != part.denied, 0.8, (fact,))


_PROVERS = {
    "comparison": _comparisons,
    "relation": _relations,
    "event": _events,
    "attribute": _attributes,
    "quantity": _quantities,
}
