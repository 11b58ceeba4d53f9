"""How things lie to each other over several steps, and which way leads from one to another."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection

from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.facts.reading.space import CONVERSES
from symbolic_rc.graph.state.events import Naming
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.terms import named, of_state, said, state_rule

#: The steps that relations of place stand for, right and up, and away from the viewer.
_STEPS = {
    "above": (0, 1, 0), "below": (0, -1, 0), "left of": (-1, 0, 0), "right of": (1, 0, 0),
    "north of": (0, 1, 0), "south of": (0, -1, 0), "east of": (1, 0, 0), "west of": (-1, 0, 0),
    "behind": (0, 0, 1), "in front of": (0, 0, -1),
}  # fmt: skip
_COMPASS = ("north of", "south of", "east of", "west of")
#: A way of more steps is not looked for.
_FARTHEST = 12
#: One step on a way: its direction and the fact that says so.
_Step = tuple[str, Fact]


@of_state("position")
def lies_so(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Propose whether one thing lies so to another, by the steps from one to the next."""
    if asked.relation not in _STEPS:
        return []
    way = _way(_steps(case, _STEPS), asked.object, asked.subject)
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
    return [said("yes" if agrees else "no", 1.0, [fact for _, fact in way], (link,))]


@of_state("path")
def leads(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Propose the way from one place to another, in directions of the compass."""
    way = _way(_steps(case, _COMPASS), asked.subject, asked.object)
    if not way:
        return []
    texts = tuple(relation.split()[0] for relation, _ in way)
    link = Link(f"from {asked.subject} to {asked.object}", ", ".join(texts), "from place to place", 1.0)
    return [said(", then ".join(texts), 1.0, [fact for _, fact in way], (link,), texts)]


def _steps(case: Case, wanted: Collection[str]) -> dict[str, list[tuple[str, _Step]]]:
    """Return for each place what the story says of how others lie to it: their keys, with the step there."""
    naming, found = Naming(case.facts), defaultdict[str, list[tuple[str, _Step]]](list)
    for fact in case.facts.of("relation"):
        if fact.predicate in wanted and fact.is_asserted and not (fact.denied or fact.premises):
            one, other = (named(naming, term) for term in fact.terms)
            if one and other:
                found[other.key].append((one.key, (fact.predicate, fact)))
                found[one.key].append((other.key, (CONVERSES[fact.predicate], fact)))
    return found


def _way(steps: dict[str, list[tuple[str, _Step]]], start: str, goal: str) -> list[_Step] | None:
    """Return the shortest way from one place to another; None for none."""
    ways: dict[str, list[_Step]] = {start: []}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if at == goal:
            return ways[at]
        for there, step in steps.get(at, ()) if len(ways[at]) < _FARTHEST else ():
            if there not in ways:
                ways[there] = [*ways[at], step]
                queue.append(there)
    return None


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
