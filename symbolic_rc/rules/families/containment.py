"""What lies within what: a date in its year and month, a street in its town, a kitchen in a house."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator
from functools import lru_cache

import numpy as np

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Facts
from symbolic_rc.graph.facts.reading.phrases import key_of
from symbolic_rc.graph.facts.reading.space import CONVERSES, WHEREABOUTS
from symbolic_rc.graph.state.events import Naming
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import PHRASE_DETERMINERS
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.terms import named, said, state_rule

#: The steps that relations of place stand for, right and up, and away from the viewer.
_MOVES = {
    "above": (0, 1, 0), "below": (0, -1, 0), "left of": (-1, 0, 0), "right of": (1, 0, 0),
    "north of": (0, 1, 0), "south of": (0, -1, 0), "east of": (1, 0, 0), "west of": (-1, 0, 0),
    "behind": (0, 0, 1), "in front of": (0, 0, -1),
}  # fmt: skip
_COMPASS = ("north of", "south of", "east of", "west of")
#: A way of more steps is not looked for.
_FARTHEST = 12
#: One step on a way: its direction and the fact that says so.
_Step = tuple[str, Fact]


@state_rule("position", "position")
def lies_so(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Whether one thing lies so to another, by steps from each thing to the next.

    Is the cup above the bowl? -> The cup is above the box. The box is above the bowl. -> yes
    """
    if asked.relation not in _MOVES:
        return []
    if (way := _way(_steps(case, _MOVES), asked.object, asked.subject)) is None:
        return []
    steps = [_MOVES[relation] for relation, _ in way]
    offset = [sum(step[axis] for step in steps) for axis in range(3)]
    agrees = sum(a * b for a, b in zip(offset, _MOVES[asked.relation], strict=True)) > 0
    told = ", ".join(relation for relation, _ in way)
    link = Link(f"{asked.subject} {asked.relation} {asked.object}", told, "step by step", 1.0)
    return [said("yes" if agrees else "no", 1.0, [fact for _, fact in way], (link,))]


@state_rule("way", "path")
def leads(case: Case, asked: StateQuestion) -> list[Proposal]:
    """The way from one place to another, by steps from each place to the next.

    How do you go from the mill to the inn? -> The mill is north of the barn. The inn is east of the barn. ->
    south, then east
    """
    if not (way := _way(_steps(case, _COMPASS), asked.subject, asked.object)):
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
        if (at := queue.popleft()) == goal:
            return ways[at]
        for there, step in steps.get(at, ()) if len(ways[at]) < _FARTHEST else ():
            if there not in ways:
                ways[there] = [*ways[at], step]
                queue.append(there)
    return None


#: The longest chain from a place to the places that contain it.
_STEPS = 4


def place_within(facts: Facts, start: int, end: int, asked: str) -> tuple[bool | None, tuple[Fact, ...]]:
    """Whether a place of the story lies in another, of some key, by its name, the story, or WordNet.

    None where it may: neither is known to hold the other, and one of them is a name. With the facts that say
    in what the place is, where it is there for these.
    """
    reached = list(_reached(facts, start, end))
    wanted = [word for word in asked.split() if word not in PHRASE_DETERMINERS]
    for key, path in reached:
        own = key.split()
        named = own[-1:] == wanted[-1:] and set(wanted) <= set(own)  # more words before the same noun
        if named or not _around(key).isdisjoint(_senses(asked)):
            return True, path
    keys = [key for key, _ in reached]
    if any(_may_hold(key, asked) for key in keys):
        return None, ()
    if facts.syntax.pos[end - 1] == "PROPN" or _is_named_place(asked):
        apart = _is_named_place(asked) and any(_is_named_place(key) for key in keys)
        return (False if apart else None), ()
    return False, ()


def _reached(facts: Facts, start: int, end: int) -> Iterator[tuple[str, tuple[Fact, ...]]]:
    """Yield the keys of a place and of what it is in, each with the facts that say so: "Mill Lane, Osby"."""
    syntax = facts.syntax
    waiting: list[tuple[int, int, tuple[Fact, ...]]] = [(start, end, ())]
    for _ in range(_STEPS):
        if not waiting:
            return
        start, end, path = waiting.pop(0)
        own = _segments(syntax, start, end)
        yield from ((key, path) for key in own)
        for fact in facts.of("relation"):
            place, around = fact.terms
            told = fact.sense == "space" and fact.predicate in WHEREABOUTS and fact.is_asserted
            told = told and not fact.denied and place.start != start
            if told and key_of(syntax.words[place.start : place.end]) in own:
                waiting.append((around.start, around.end, (*path, fact)))


def _segments(syntax: Syntax, start: int, end: int) -> list[str]:
    """Return the keys of a phrase's parts between commas, and of the names that follow it behind commas."""
    stop, last = end, int(np.searchsorted(syntax.sentences, syntax.sentences[start], "right"))
    while syntax.words[stop : stop + 1] == [","] and syntax.pos[stop + 1 : last][:1] == ["PROPN"]:
        stop += 1
        while stop < len(syntax) and syntax.pos[stop] == "PROPN":
            stop += 1
    parts: list[list[str]] = [[]]
    for i in range(start, stop):
        if syntax.words[i] == "," or (syntax.pos[i] == "ADP" and syntax.lowers[i] != "of"):
            parts.append([])
        else:
            parts[-1].append(syntax.words[i])
    return [key for part in parts if (key := key_of(part))]


@lru_cache(maxsize=4096)
def _may_hold(key: str, asked: str) -> bool:
    """Whether a place is part of something of which the other is a kind: kitchens are in dwellings."""
    above = [wordnet().ancestors(sense) for sense in _senses(asked)[:2]]
    return any(depth <= 2 and one in _around(key) for found in above for one, depth in found.items())


@lru_cache(maxsize=4096)
def _around(key: str) -> frozenset[int]:
    """Return what a place is part of, or what it is a kind of is part of, by WordNet."""
    words, found = wordnet(), set[int]()
    waiting = [(sense, 0) for sense in _senses(key)[:2]]
    while waiting:
        sense, parts = waiting.pop()
        if parts < _STEPS:
            holders = words.related(sense, "part_holonym", "member_holonym")
            kinds = [one for one, depth in words.ancestors(sense).items() if 0 < depth <= 1]
            holders += words.related(kinds[0], "part_holonym") if kinds and not holders else ()
            waiting += [(one, parts + 1) for one in holders if one not in found]
            found.update(holders)
    return frozenset(found)


def _senses(key: str) -> tuple[int, ...]:
    """Return the senses of a place by its whole name, else by its last noun."""
    words = wordnet()
    return words.synsets(key, "n") or words.synsets(key.split()[-1] if key else "", "n")


@lru_cache(maxsize=4096)
def _is_named_place(key: str) -> bool:
    """Whether WordNet knows a place by its name: London, France; not a park."""
    senses = wordnet().synsets(key, "n")[:1]
    return any(wordnet().related(sense, "instance_hypernym") for sense in senses)
