"""How things lie to each other, how large they are, and which way leads from one to another."""

from __future__ import annotations

from collections import deque

from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.facts.reading.space import CONVERSES
from symbolic_rc.graph.state.naming import Naming, Phrase
from symbolic_rc.lexicon.scales import direction
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.comparisons import SIGN, Order
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.terms import as_stated, from_phrase, named, of_state, said, state_rule

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
        if fact.sense != "space" or fact.predicate not in wanted or fact.denied or not fact.told:
            continue
        one, other = (named(naming, term) for term in fact.terms)
        if one and other:
            found.setdefault(other.key, []).append((fact.predicate, one.key, one, fact))
            turned = (CONVERSES[fact.predicate], other.key, other, fact)
            found.setdefault(one.key, []).append(turned)
    return found


@of_state("what lies", "lies to what")
def lies_where(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Propose what lies north of, above, behind something, also told the other way round."""
    if asked.relation not in CONVERSES:
        return []
    edges = _edges(case, tuple(CONVERSES))
    # what is the garden east of: whatever lies west of the garden
    relation = asked.relation if asked.form == "what lies" else CONVERSES[asked.relation]
    given = asked.object or asked.subject
    return [
        from_phrase(case, phrase, [fact], (Link(given, fact.predicate, "or its converse", 1.0),))
        for found, _, phrase, fact in edges.get(given, ())
        if found == relation
    ]


@of_state("position")
def lies_so(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Propose whether one thing lies so to another, by the steps from one to the next."""
    if asked.relation not in _STEPS:
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
    return [said("yes" if agrees else "no", 1.0, as_stated([fact for _, fact in way]), (link,))]


@of_state("path")
def leads(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Propose the way from one place to another, in directions of the compass."""
    way = _way(_edges(case, _COMPASS), asked.subject, asked.object)
    if not way:
        return []
    texts = tuple(relation.split()[0] for relation, _ in way)
    link = Link(f"from {asked.subject} to {asked.object}", ", ".join(texts), "from place to place", 1.0)
    return [said(", then ".join(texts), 1.0, as_stated([fact for _, fact in way]), (link,), texts)]


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


@of_state("size", "compared")
def is_larger(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Propose whether one is more so than another, or fits in it, by a chain of comparisons."""
    adjective = asked.relation or "big"
    order = _by_size(case, adjective)
    fits = asked.form == "size" or asked.sense == "less"
    small, large = (asked.subject, asked.object) if fits else (asked.object, asked.subject)
    for answer, one, other in (("yes", small, large), ("no", large, small)):
        chain = order.over(("noun", one)).get(("noun", other))
        if chain:
            link = Link(adjective, f"{one} < {other}", "step by step", 1.0)
            return [said(answer, 1.0, as_stated(chain), (link,))]
    return []


def _by_size(case: Case, adjective: str) -> Order[Fact]:
    """Return who is more so than whom on an adjective's scale, by name; what holds another is bigger."""
    naming, order = Naming(case.facts), Order[Fact]()
    for fact in case.facts.of("comparison", "relation"):
        if fact.denied or len(fact.terms) != 2:
            continue
        if fact.kind == "relation":
            way = -direction("big", adjective) if fact.predicate == "fits in" else 0
        else:
            way = SIGN[fact.sense] * direction(fact.predicate, adjective)
        one, other = (named(naming, term) for term in fact.terms)
        if way and one and other:
            order.add(way, ("noun", one.key), ("noun", other.key), fact)
    return order


WHAT_LIES_THERE = state_rule(
    "what-lies-there",
    lies_where,
    "What has that position relative to something, stated in these words or conversely.",
    "What is the barn east of? -> The mill is west of the barn. -> the mill",
)
POSITION = state_rule(
    "position",
    lies_so,
    "Whether one thing lies so to another, by steps from each thing to the next.",
    "Is the cup above the bowl? -> The cup is above the box. The box is above the bowl. -> yes",
)
WAY = state_rule(
    "way",
    leads,
    "The way from one place to another, by steps from each place to the next.",
    "How do you go from the mill to the inn? -> The mill is north of the barn. The inn is east of the"
    " barn. -> south, then east",
)
CHAIN_OF_COMPARISONS = state_rule(
    "chain-of-comparisons",
    is_larger,
    "Whether one is more so than another, or fits in it, by a chain of comparisons.",
    "Does the cup fit in the chest? -> The cup fits in the box. The chest is bigger than the box. -> yes",
)
