"""A picture of an entity graph: one self-contained SVG, readable at ten and at two hundred entities.

The entities that are mentioned most are drawn, as circles by mention count and coloured by type; lines join
those of which one fact tells, a relation or an event, the strongest first. Pointing at an entity
or a line shows the facts behind it. All text is escaped; there is no script.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.coref.mentions.pronouns import PRONOUNS
from symbolic_rc.graph.build import ENTITY, VALUE

#: Maximum number of entities, and of lines for each.
MOST, LINES = 200, 1.6
#: Every entity is drawn if there are at most this many.
FEW = 16
#: Pictures of at most this many entities have larger names, and labelled lines.
_SMALL = 25
_COLOURS = {
    "PERSON": "#4c78a8", "GROUP": "#72b7b2", "GPE": "#e45756", "LOC": "#f58518", "FAC": "#eeca3b",
    "ORG": "#b279a2",
}  # fmt: skip
_OTHER = "#9d9d9d"
_STYLE = (
    "text{font-family:system-ui,sans-serif;fill:#222;paint-order:stroke;stroke:#fff;stroke-width:3px;"
    "stroke-linejoin:round}line{stroke:#888;stroke-opacity:.45}line.relation{stroke:#333;stroke-opacity:.8}"
    "circle{stroke:#fff;stroke-width:1.5}g:hover>circle{stroke:#000}"
    "line:hover{stroke:#d62728;stroke-opacity:1}text.edge{fill:#555;font-style:italic}"
)


class Line(NamedTuple):
    """A line between two entities."""

    weight: float  # how much joins them
    kind: str  # ``relation`` (a relation or an attribute) or ``event``
    says: list[str]  # the facts that it stands for, the most frequent first
    label: str  # what is written beside it in a small picture


Places: TypeAlias = dict[str, tuple[float, float]]
Lines: TypeAlias = dict[tuple[str, str], Line]
Paint: TypeAlias = Callable[[str, str], str]


def chosen(graph: nx.MultiDiGraph, most: int = MOST) -> list[str]:
    """Return the entities to draw, in order of weight: of a small story all that have a name or a noun.

    Of a larger one, the named and the often mentioned.
    """
    entities = {node: data for node, data in graph.nodes(data=True) if data["kind"] == ENTITY}
    nodes = [node for node, data in entities.items() if data["name"].lower() not in PRONOUNS]
    if len(nodes) > FEW:
        nodes = [node for node in nodes if _is_major(entities[node])]
    weight = {node: data["mentions"] + 3 * bool(data["names"]) for node, data in entities.items()}
    return sorted(nodes, key=lambda node: (-weight[node], entities[node]["first"]))[:most]


def _is_major(data: Mapping[str, Any]) -> bool:
    """Whether an entity has a name, or is mentioned often."""
    typed = data["mentions"] > 1 and data["type"] not in ("", "THING")
    return bool(data["names"]) or typed or data["mentions"] > 3


def _by_type(entity: str, kind: str) -> str:
    return f'fill="{_COLOURS.get(kind, _OTHER)}"'


def picture(graph: nx.MultiDiGraph, most: int = MOST, paint: Paint = _by_type) -> str:
    """Return the picture as SVG of at most so many entities.

    `paint` goes from an entity's node and type to what colours its circle, as attributes of SVG.
    """
    nodes, lines = drawn(graph, most)
    size = int(320 + 90 * math.sqrt(max(len(nodes), 1)))
    small = len(nodes) <= _SMALL
    boxes = np.array([_box(graph.nodes[node], small) for node in nodes]).reshape(-1, 2)
    places = _layout(nodes, lines, boxes, size)
    for node, (x, y) in places.items():  # a name stands above its circle
        places[node] = x, y + _font(graph.nodes[node]["mentions"], small) / 2
    return _svg(graph, places, lines, size, paint)


def drawn(graph: nx.MultiDiGraph, most: int = MOST) -> tuple[list[str], Lines]:
    """Return the entities and the lines of the picture: for each pair its weight, its kind, what it says."""
    nodes = chosen(graph, most)
    pairs = _pairs(graph, set(nodes))
    strongest = sorted(pairs, key=lambda pair: (-pairs[pair][0], pair))[: int(LINES * len(nodes)) + 8]
    joined = {node for pair in strongest for node in pair}
    if len(nodes) > 40:
        nodes = [node for node in nodes if node in joined]
    return nodes, {pair: pairs[pair] for pair in strongest}


def _box(data: Mapping[str, Any], small: bool) -> tuple[float, float]:
    """Return the width and height of an entity's circle with its name above."""
    radius, font = _radius(data["mentions"], small), _font(data["mentions"], small)
    return max(2 * radius, 0.56 * font * len(_short(data["name"]))) + 8, 2 * radius + font + 6


def _pairs(graph: nx.MultiDiGraph, nodes: set[str]) -> Lines:
    """Return, for each pair of entities, the line that stands for the facts which join them."""
    found: dict[tuple[str, str], list[tuple[str, dict[str, Any]]]] = {}
    for fact, data in graph.nodes(data=True):
        if data["kind"] in (ENTITY, VALUE) or (data["kind"] == "event" and data["clause"]):
            continue  # an event from its other side is the same line
        edges = sorted(
            graph.out_edges(fact, data=True),
            key=lambda edge: (edge[2]["role"].startswith("ARGM"), edge[2]["position"]),
        )
        first, *others = dict.fromkeys(node for _, node, _ in edges if node in nodes) or ("",)
        for other in others:
            says = f" {data['label']} ".join(str(graph.nodes[node]["name"]) for node in (first, other))
            found.setdefault((min(first, other), max(first, other)), []).append((says, data))
    return {pair: _line(facts) for pair, facts in found.items()}


def _line(facts: list[tuple[str, dict[str, Any]]]) -> Line:
    events = [data for _, data in facts if data["kind"] == "event"]
    related = [says for says, data in facts if data["sense"] in ("kinship", "role")]
    label = related[0] if related else str(events[0]["predicate"]) if events else ""
    return Line(
        float(sum(2 if data["kind"] == "event" else 3 for _, data in facts)),
        "relation" if len(events) < len(facts) else "event",
        [text for text, _ in Counter(says for says, _ in facts).most_common(8)],
        label,
    )


def _layout(nodes: list[str], lines: Lines, boxes: NDArray[np.float64], size: int) -> Places:
    """Return places in a square, spread so that circles and their names do not lie on each other."""
    plain = nx.Graph()
    plain.add_nodes_from(nodes)
    plain.add_weighted_edges_from((*pair, 1.0 + math.log1p(line.weight)) for pair, line in lines.items())
    if not nodes:
        return {}
    if len(nodes) <= FEW:
        return _few(plain, boxes)
    found = nx.spring_layout(plain, k=1.6 / math.sqrt(len(nodes)), seed=7, iterations=150)
    points = np.array([found[node] for node in nodes])
    # shares of the width and height mostly by rank, so that a dense middle opens
    for axis in (0, 1):
        ranks = np.argsort(np.argsort(points[:, axis], kind="stable"), kind="stable") / max(len(nodes) - 1, 1)
        span = np.ptp(points[:, axis]) or 1.0
        points[:, axis] = 0.8 * ranks + 0.2 * (points[:, axis] - points[:, axis].min()) / span
    points = _apart(60 + points * (size - 120), boxes, size)
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, points, strict=True)}


def _few(plain: nx.Graph, boxes: NDArray[np.float64]) -> Places:
    """Return places of a few entities in a wide rectangle: those that are joined near each other."""
    for one, other in pairwise(sorted(min(part) for part in nx.connected_components(plain))):
        plain.add_edge(one, other, weight=0.5)  # components are placed side by side
    found = nx.kamada_kawai_layout(plain, pos=nx.circular_layout(plain), weight=None)
    points = np.array([found[node] for node in plain])
    points -= points.mean(0)
    _, _, axes = np.linalg.svd(points, full_matrices=False)
    points = points @ axes.T if len(points) > 1 else points  # the long way lies across
    room = 130 + 60 * math.sqrt(len(points))
    size = int(4 * room)
    points = _apart(size / 2 + points * np.array([room, 0.6 * room]), boxes, size)
    return {node: (float(x), float(y)) for node, (x, y) in zip(plain, points, strict=True)}


def _apart(points: NDArray[np.float64], boxes: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Push points apart until the boxes around them, shape (n, 2), do not lie on each other."""
    half = boxes / 2.0
    room = half[:, None] + half[None]
    order = np.arange(len(points))
    first = np.sign(order[:, None] - order)[..., None]  # the way apart of two in one place
    for _ in range(400):
        gap = points[:, None] - points[None]
        over = room - np.abs(gap)
        np.einsum("iij->ij", over)[:] = -1.0
        meets = (over > 0.0).all(2)
        if not meets.any():
            break
        across = over[..., 0] < over[..., 1]  # the shorter way out
        away = np.where(gap == 0.0, first, np.sign(gap))
        step = 0.5 * over * away * np.stack([meets & across, meets & ~across], 2)
        points = np.clip(points + 1.2 * step.sum(1), half, size - half)
    return points


def _svg(graph: nx.MultiDiGraph, places: Places, lines: Lines, size: int, paint: Paint) -> str:
    small = len(places) <= _SMALL
    left, top, width, height = _bounds(graph, places, size, small)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img">'
        f"<title>Entity graph</title><style>{_STYLE}</style>"
    ]
    labels = []
    for (a, b), (weight, kind, says, label) in lines.items():
        (x1, y1), (x2, y2) = places[a], places[b]
        stroke = 0.8 + min(math.log1p(weight), 5)
        parts.append(
            f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke-width="{stroke:.1f}"><title>{escape(chr(10).join(says))}</title></line>'
        )
        if small and label:
            labels.append(
                f'<text class="edge" font-size="10" text-anchor="middle" x="{(x1 + x2) / 2:.1f}" '
                f'y="{(y1 + y2) / 2:.1f}">{escape(label)}</text>'
            )
    for node, (x, y) in places.items():
        data = graph.nodes[node]
        radius = _radius(data["mentions"], small)
        names = data["names"].replace("|", ", ")
        about = f"{data['name']}\n{names}\n{data['type'].lower()} {data['gender']}".strip()
        parts.append(
            f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {paint(node, data["type"])}/>'
            f'<text x="{x:.1f}" y="{y - radius - 3:.1f}" font-size="{_font(data["mentions"], small)}" '
            f'text-anchor="middle">{escape(_short(data["name"]))}</text>'
            f"<title>{escape(about)}; {data['mentions']} mentions</title></g>"
        )
    return "".join([*parts, *labels, "</svg>"])


def _bounds(
    graph: nx.MultiDiGraph, places: Places, size: int, small: bool
) -> tuple[float, float, float, float]:
    """Return left, top, width and height of what is drawn, so that it fills its space."""
    if not places:
        return 0.0, 0.0, float(size), float(size)
    points = np.array(list(places.values()))
    boxes = np.array([_box(graph.nodes[node], small) for node in places])
    fonts = np.array([_font(graph.nodes[node]["mentions"], small) for node in places])
    points[:, 1] -= fonts / 2  # a name stands above its circle
    low, high = (points - boxes / 2).min(0) - 6, (points + boxes / 2).max(0) + 6
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def _radius(mentions: int, small: bool) -> float:
    return min(4 + 2.2 * math.sqrt(mentions) if small else 3 + 1.2 * math.sqrt(mentions), 26.0)


def _font(mentions: int, small: bool) -> int:
    return 13 if small else min(10 + int(1.2 * math.log1p(mentions)), 16)


def _short(name: str) -> str:
    flat = " ".join(name.split())
    return flat if len(flat) <= 24 else flat[:23] + "…"


def to_json(graph: nx.MultiDiGraph) -> str:
    """Return networkx's node-link form, which ``networkx.node_link_graph(data, edges="links")`` reads."""
    return json.dumps(nx.node_link_data(graph, edges="links"), ensure_ascii=False, indent=1)


def to_graphml(graph: nx.MultiDiGraph) -> str:
    """Return GraphML, as ``networkx.write_graphml`` writes it."""
    return "\n".join(nx.generate_graphml(graph))


def to_dot(graph: nx.MultiDiGraph) -> str:
    """Return DOT, the language of Graphviz."""
    shapes = {ENTITY: "shape=box, style=rounded", VALUE: "shape=plaintext"}
    lines = ["digraph story {"]
    for node, data in graph.nodes(data=True):
        shape = shapes.get(data["kind"], "shape=ellipse")
        lines.append(f"  {_quoted(node)} [label={_quoted(data['label'])}, {shape}];")
    for source, target, role in graph.edges(data="role"):
        lines.append(f"  {_quoted(source)} -> {_quoted(target)} [label={_quoted(role)}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    flat = " ".join(text.split())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


WRITERS = {".json": to_json, ".graphml": to_graphml, ".dot": to_dot, ".gv": to_dot, ".svg": picture}


def write_graph(graph: nx.MultiDiGraph, path: str | Path) -> None:
    """Write a graph in the form that the file's ending names: ``.svg .graphml .json .dot``.

    A `DataError` says that the ending is another one, or that the file cannot be written.
    """
    path = Path(path)
    writer = WRITERS[
        check_name("graph format", path.suffix.lower(), WRITERS, error=DataError, where=f"{path}: ")
    ]
    try:
        path.write_text(writer(graph), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot be written ({error})", path) from error
