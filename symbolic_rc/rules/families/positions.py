"""How things lie to each other, how large they are, and which way leads from one to another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.facts.reading.space import CONVERSES
from symbolic_rc.graph.state.naming import Naming, Phrase
from symbolic_rc.lexicon import wordnet
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.conditions import asks_state
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.terms import asked_state, from_phrase, from_words

#: The steps that relations of place stand for, right and up, and away from the viewer.
_STEPS = {
    "above": (0, 1, 0), "below": (0, -1, 0), "left of": (-1, 0, 0), "right of": (1, 0, 0),
    "north of": (0, 1, 0), "south of": (0, -1, 0), "east of": (1, 0, 0), "west of": (-1, 0, 0),
    "behind": (0, 0, 1), "in front of": (0, 0, -1),
}  # fmt: skip
_COMPASS = ("north of", "south of", "east of", "west of")
#: A way, or a chain of comparisons, of more steps is not looked for.
_FARTHEST = 12


def _edges(case: Case, wanted: tuple[str, ...]) -> dict[str, list[tuple[str, str, Phrase, Fact]]]:
    """Return for each thing what lies how to it: relation, key, phrase, and the fact that says so.

    ``edges[b]`` holds ``(relation, a, ...)`` where *a* is in that relation to *b*.
    """
    naming = Naming(case.facts)
    found: dict[str, list[tuple[str, str, Phrase, Fact]]] = {}
    for fact in case.facts.of("relation"):
        if fact.sense != "space" or fact.predicate not in wanted or fact.denied or fact.modality != "real":
            continue
        one, other = (naming.of(term.start, term.end, term.entity)[:1] for term in fact.terms)
        if one and other:
            found.setdefault(other[0].key, []).append((fact.predicate, one[0].key, one[0], fact))
            turned = (CONVERSES[fact.predicate], other[0].key, other[0], fact)
            found.setdefault(one[0].key, []).append(turned)
    return found


def lies_where(case: Case) -> list[Proposal]:
    """Propose what lies north of, above, behind something, also told the other way round."""
    asked = asked_state(case, "what lies", "lies to what")
    if asked is None or asked.relation not in CONVERSES:
        return []
    edges = _edges(case, tuple(CONVERSES))
    # what is the garden east of: whatever lies west of the garden
    relation = asked.relation if asked.form == "what lies" else CONVERSES[asked.relation]
    given = asked.object or asked.subject
    return [
        from_phrase(
            case,
            phrase,
            [fact],
            (Link(f"{asked.relation} {given}", f"{fact.predicate}", "or its converse", 1.0),),
        )
        for found, _, phrase, fact in edges.get(given, ())
        if found == relation
    ]


def lies_so(case: Case) -> list[Proposal]:
    """Propose whether one thing lies so to another, by the steps from one to the next."""
    asked = asked_state(case, "position")
    if asked is None or asked.relation not in _STEPS:
        return []
    edges = _edges(case, tuple(_STEPS))
    way = _way(edges, asked.object, asked.subject)
    if way is None:
        return []
    steps = [_STEPS[relation] for relation, _ in way]
    offset = [sum(step[axis] for step in steps) for axis in range(3)]
    agrees = sum(a * b for a, b in zip(offset, _STEPS[asked.relation], strict=True)) > 0
    link = Link(
        f"{asked.subject} {asked.relation} {asked.object}",
        ", ".join(relation for relation, _ in way),
        "step by step",
        1.0,
    )
    return [from_words("yes" if agrees else "no", [fact for _, fact in way], (link,))]


def leads(case: Case) -> list[Proposal]:
    """Propose the way from one place to another, in directions of the compass."""
    asked = asked_state(case, "path")
    if asked is None:
        return []
    way = _way(_edges(case, _COMPASS), asked.subject, asked.object)
    if not way:
        return []
    texts = tuple(relation.split()[0] for relation, _ in way)
    link = Link(f"from {asked.subject} to {asked.object}", ", ".join(texts), "from place to place", 1.0)
    return [from_words(", then ".join(texts), [fact for _, fact in way], (link,), texts)]


def _way(
    edges: dict[str, list[tuple[str, str, Phrase, Fact]]], start: str, goal: str
) -> list[tuple[str, Fact]] | None:
    """Return the shortest way from one thing to another as relations and facts; None for none."""
    ways: dict[str, list[tuple[str, Fact]]] = {start: []}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if at == goal:
            return ways[at]
        if len(ways[at]) >= _FARTHEST:
            continue
        for relation, there, _, fact in edges.get(at, ()):
            if there not in ways:
                ways[there] = [*ways[at], (relation, fact)]
                queue.append(there)
    return None


def is_larger(case: Case) -> list[Proposal]:
    """Propose whether one is more so than another, or fits in it, by a chain of comparisons."""
    asked = asked_state(case, "size", "compared")
    if asked is None:
        return []
    adjective = asked.relation or "big"
    less = list(_less(case, adjective))
    small, large = (
        (asked.subject, asked.object)
        if asked.form == "size" or asked.sense == "less"
        else (asked.object, asked.subject)
    )
    for answer, one, other in (("yes", small, large), ("no", large, small)):
        chain = _chain(less, one, other)
        if chain:
            told = " < ".join([one, *(step[1] for step in chain)])
            return [
                from_words(answer, [step[2] for step in chain], (Link(adjective, told, "step by step", 1.0),))
            ]
    return []


def _less(case: Case, adjective: str) -> Iterator[tuple[str, str, Fact]]:
    """Yield pairs of which the first is less than the second on an adjective's scale, with the fact."""
    naming = Naming(case.facts)
    same, opposite = _scale(adjective)
    for fact in case.facts.of("comparison", "relation"):
        if fact.denied or len(fact.terms) != 2:
            continue
        fits = fact.kind == "relation" and fact.predicate == "fits in" and "big" in same | opposite
        compared = (
            fact.kind == "comparison" and fact.sense in ("more", "less") and fact.terms[1].role == "standard"
        )
        if not fits and not (compared and fact.predicate in same | opposite):
            continue
        one, other = (naming.of(term.start, term.end, term.entity)[:1] for term in fact.terms)
        if not one or not other:
            continue
        more = not fits and (fact.sense == "more") == (fact.predicate in same)
        if fits:
            more = "big" in opposite
        yield (other[0].key, one[0].key, fact) if more else (one[0].key, other[0].key, fact)


def _scale(adjective: str) -> tuple[set[str], set[str]]:
    """Return the adjectives of a scale: those of the same end, and those of the other."""
    words = wordnet()
    same = {adjective, *({"big", "large"} if adjective in ("big", "large") else ())}
    opposite = {other for one in same for other in words.antonyms(one, "a")}
    same |= {one for other in opposite for one in words.antonyms(other, "a")}
    return same, opposite


def _chain(less: list[tuple[str, str, Fact]], start: str, goal: str) -> list[tuple[str, str, Fact]]:
    """Return the shortest chain of pairs from one to another; empty for none."""
    chains: dict[str, list[tuple[str, str, Fact]]] = {start: []}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if at == goal:
            return chains[at]
        if len(chains[at]) >= _FARTHEST:
            continue
        for pair in less:
            if pair[0] == at and pair[1] not in chains:
                chains[pair[1]] = [*chains[at], pair]
                queue.append(pair[1])
    return []


_SOURCE = "after Weston et al. 2016; VerbNet's classes as in Basu et al. 2020"
WHAT_LIES_THERE = Rule(
    "what-lies-there",
    lies_where,
    0.5,
    "What lies so to something, told in these words or the other way round.",
    _SOURCE,
    "What is the barn east of? -> The mill is west of the barn.",
    conditions=(asks_state("what lies", "lies to what"),),
)
POSITION = Rule(
    "position",
    lies_so,
    0.5,
    "Whether one thing lies so to another, by steps from each thing to the next.",
    _SOURCE,
    "Is the cup above the bowl? -> The cup is above the box. The box is above the bowl.",
    conditions=(asks_state("position"),),
)
WAY = Rule(
    "way",
    leads,
    0.5,
    "The way from one place to another, by steps from each place to the next.",
    _SOURCE,
    "How do you go from the mill to the inn? -> The mill is north of the barn, the inn east of the barn.",
    conditions=(asks_state("path"),),
)
CHAIN_OF_COMPARISONS = Rule(
    "chain-of-comparisons",
    is_larger,
    0.5,
    "Whether one is more so than another, or fits in it, by a chain of comparisons.",
    _SOURCE,
    "Does the cup fit in the chest? -> The cup fits in the box. The chest is bigger than the box.",
    conditions=(asks_state("size", "compared"),),
)
