"""Kinship and roles: who is whose sister, and how two are related."""

from __future__ import annotations

from itertools import permutations

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon import kinship, nouns
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.attributes import asked_facts, met_facts
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.terms import meant, said_alone

#: Kinship is told before friends and masters.
_FAMILIES = {"kinship": 1.0, "role": 0.9}


def related_how(case: Case) -> list[Proposal]:
    """Propose what one of two named is to the other: "father", "aunt"."""
    if case.kind != "relation":
        return []
    people = _people(case)
    found = []
    for one, other in permutations(people, 2) if len(people) == 2 else ():
        for fact in case.facts.of("relation"):
            strength = _FAMILIES.get(fact.sense, 0.0)
            if not strength or fact.denied or not fact.told:
                continue
            if meant(case, one, fact.terms[0]) and meant(case, other, fact.terms[1]):
                noun = _noun(case, fact)
                link = Link(f"{case.query.text(one)} to {case.query.text(other)}", noun, "related so", 1.0)
                found.append(said_alone(noun, strength, _with_premises(case, fact), (link,)))
        if found:
            break
    return found


def _people(case: Case) -> list[Term]:
    """Return those whom the question names, in its order."""
    query = case.query
    tokens = [i for i in query.content if query.syntax.pos[i] == "PROPN"]
    heads = [i for i in tokens if int(query.syntax.heads[i]) not in tokens or not _part(case, i)]
    return [Term("", i, i + 1, i) for i in dict.fromkeys(heads)]


def _part(case: Case, token: int) -> bool:
    """Whether a name is only a further word of another one."""
    return case.query.syntax.deps[token] in ("flat", "compound")


def _noun(case: Case, fact: Fact) -> str:
    """Return the noun for the first of two who are related: the story's own, where that is of the first."""
    syntax, known = case.facts.syntax, kinship()
    own = syntax.lemmas[fact.token].lower()
    entity = fact.terms[0].entity
    gender = case.facts.entities[entity].gender if entity >= 0 else ""
    gender = gender if gender in ("feminine", "masculine") else ""
    fits = [one for one in known.all(own) if one.relation == fact.predicate]
    if fits and not fact.premises and (not fits[0].gender or gender in ("", fits[0].gender)):
        return own
    return next(iter((*known.nouns(fact.predicate, gender), *known.nouns(fact.predicate))), fact.predicate)


def _with_premises(case: Case, fact: Fact) -> tuple[Fact, ...]:
    return (fact, *(case.facts[number] for number in fact.premises))


def gender_fits(case: Case, part: Fact, fact: Fact) -> bool:
    """Whether who is said to be a mother is a woman."""
    wanted = nouns().gender(case.query.syntax.lemmas[part.token])
    entity = fact.terms[0].entity
    known = case.facts.entities[entity].gender if entity >= 0 else ""
    return not (wanted and known in ("feminine", "masculine") and wanted != known)


def is_related(case: Case) -> list[Proposal]:
    """Propose who stands in a relation of kinship or role to whom the question names."""
    found: list[Proposal] = []
    for part, gap in asked_facts(case, "relation"):
        place = part.terms.index(gap)
        for fact in case.facts.of("relation"):
            fits = gender_fits(case, part, fact) if place == 0 else True
            if fact.predicate == part.predicate and not fact.denied and fits:
                found += met_facts(
                    case, fact, part.terms[1 - place], fact.terms[1 - place], fact.terms[place]
                )
    return found
