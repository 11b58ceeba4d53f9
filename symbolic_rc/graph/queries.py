"""Questions that rules ask of an entity graph."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import networkx as nx

from symbolic_rc.graph.events import Event

#: What a step costs: a stated relation says more than an event, and an event more than being near.
COSTS = {"relation": 1.0, "frame": 1.5, "together": 4.0}


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a path, in the direction of the path.

    `forward` tells whether the edge points that way; `label` reads from `source` to `target`.
    """

    source: int
    target: int
    kind: str
    label: str
    sentence: int
    forward: bool = True


def find_entity(graph: nx.MultiDiGraph, name: str) -> int:
    """Return the entity of a name: one of its names, else a part of one, else its main wording; or -1.

    Of several, the one that is mentioned most, then the first.
    """
    wanted = name.casefold().split()
    best, rank = -1, (3, 0, 0)
    for node, data in graph.nodes(data=True):
        forms = [known.casefold().split() for known in (*data["names"], data["name"])]
        if wanted in forms:
            level = 0
        elif any(set(wanted) <= set(form) for form in forms[:-1]):
            level = 1
        elif set(wanted) <= set(forms[-1]):
            level = 2
        else:
            continue
        key = (level, -data["mentions"], node)
        if key < rank:
            best, rank = node, key
    return best


def how_related(
    graph: nx.MultiDiGraph, source: int | str, target: int | str, together: bool = True
) -> tuple[Step, ...]:
    """Return the cheapest path between two entities, step by step with labels; empty if there is none.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        See `entity_graph`.
    source, target : int or str
        Entities, or names of them.
    together : bool
        Whether occurring in one sentence counts as a step, where nothing better joins two entities.
    """
    start, goal = (find_entity(graph, x) if isinstance(x, str) else x for x in (source, target))
    if start not in graph or goal not in graph:
        return ()
    came: dict[int, Step | None] = {}
    queue: list[tuple[float, int, int, Step | None]] = [(0.0, 0, start, None)]
    number = 0
    while queue:
        cost, _, node, step = heapq.heappop(queue)
        if node in came:
            continue
        came[node] = step
        if node == goal:
            break
        for price, following in _steps(graph, node):
            if following.target not in came and (together or following.kind != "together"):
                number += 1
                heapq.heappush(queue, (cost + price, number, following.target, following))
    path: list[Step] = []
    at = came.get(goal)
    while at is not None:
        path.append(at)
        at = came[at.source]
    return tuple(reversed(path))


def _steps(graph: nx.MultiDiGraph, node: int) -> Iterator[tuple[float, Step]]:
    for _, target, data in graph.out_edges(node, data=True):
        yield (
            COSTS[data["kind"]],
            Step(node, target, data["kind"], _label(data, True), data.get("sentence", -1)),
        )
    for source, _, data in graph.in_edges(node, data=True):
        if data["kind"] != "relation":
            label = _label(data, False)
            yield (
                COSTS[data["kind"]],
                Step(node, source, data["kind"], label, data.get("sentence", -1), False),
            )


def _label(data: dict[str, Any], forward: bool) -> str:
    if data["kind"] != "frame":
        return str(data["label"])
    roles = data["source_role"], data["target_role"]
    first, second = roles if forward else roles[::-1]
    negation = "not " if data["negated"] else ""
    return f"{negation}{data['label']} ({first} to {second})"


def events_with(graph: nx.MultiDiGraph, *entities: int) -> list[Event]:
    """Return the events in which all these entities take part, in order of the text."""
    wanted = set(entities)
    return [e for e in graph.graph["events"] if wanted <= {entity for _, entity in e.participants}]


def others_in_event(graph: nx.MultiDiGraph, event: int, *entities: int) -> list[tuple[str, int]]:
    """Return (role, entity) of those who take part in an event beside the given entities."""
    participants = graph.graph["events"][event].participants
    return [(role, entity) for role, entity in participants if entity not in entities]


def before(graph: nx.MultiDiGraph, event: int, count: int = 1, entity: int = -1) -> list[Event]:
    """Return the events that happened last before an event, the nearest first, of one entity if given."""
    return _beside(graph, event, count, entity, -1)


def after(graph: nx.MultiDiGraph, event: int, count: int = 1, entity: int = -1) -> list[Event]:
    """Return the events that happened next after an event, the nearest first, of one entity if given."""
    return _beside(graph, event, count, entity, 1)


def _beside(graph: nx.MultiDiGraph, event: int, count: int, entity: int, step: int) -> list[Event]:
    events, line = graph.graph["events"], graph.graph["timeline"]
    place = line.index(event) + step
    found: list[Event] = []
    while 0 <= place < len(line) and len(found) < count:
        other = events[line[place]]
        if entity < 0 or any(participant == entity for _, participant in other.participants):
            found.append(other)
        place += step
    return found
