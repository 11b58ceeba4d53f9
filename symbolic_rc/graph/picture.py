"""A picture of an entity graph: one self-contained SVG, readable at ten and at two hundred entities.

The entities that are mentioned most are drawn, as circles by mention count and coloured by type; lines join
those that a relation, an event or a sentence brings together, the strongest first. Pointing at an entity
or a line shows what stands behind it. All text is escaped; there is no script.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from html import escape
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.pronouns import PRONOUNS

#: At most so many entities are drawn, and so many lines for each.
MOST, LINES = 200, 1.6
#: Of a story with no more entities than this, each is drawn.
FEW = 16
_COLOURS = {
    "PERSON": "#4c78a8", "GROUP": "#72b7b2", "GPE": "#e45756", "LOC": "#f58518", "FAC": "#eeca3b",
    "ORG": "#b279a2",
}  # fmt: skip
_OTHER = "#9d9d9d"
_STYLE = (
    "text{font-family:system-ui,sans-serif;fill:#222;paint-order:stroke;stroke:#fff;stroke-width:3px;"
    "stroke-linejoin:round}line{stroke:#888;stroke-opacity:.45}line.relation{stroke:#333;stroke-opacity:.8}"
    "line.together{stroke-dasharray:2 3}circle{stroke:#fff;stroke-width:1.5}g:hover>circle{stroke:#000}"
    "line:hover{stroke:#d62728;stroke-opacity:1}text.edge{fill:#555;font-style:italic}"
)


def chosen(graph: nx.MultiDiGraph, most: int = MOST) -> list[int]:
    """Return the entities to draw, in order of weight: of a small story all that have a name or a noun.

    Of a larger one, the named and the often mentioned.
    """
    nodes = [(node, data) for node, data in graph.nodes(data=True) if data["name"].lower() not in PRONOUNS]
    if len(nodes) > FEW:
        nodes = [
            (node, data)
            for node, data in nodes
            if data["names"]
            or (data["mentions"] > 1 and data["type"] not in ("", "THING"))
            or data["mentions"] > 3
        ]
    nodes.sort(key=lambda pair: (-(pair[1]["mentions"] + 3 * bool(pair[1]["names"])), pair[0]))
    return [node for node, _ in nodes[:most]]


def _by_type(entity: int, kind: str) -> str:
    return f'fill="{_COLOURS.get(kind, _OTHER)}"'


def picture(graph: nx.MultiDiGraph, most: int = MOST, paint: Callable[[int, str], str] = _by_type) -> str:
    """Return the picture as SVG.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
    most : int
        Draw at most so many entities.
    paint : callable
        From an entity's number and type to what colours its circle, as attributes of SVG.
    """
    nodes, lines = drawn(graph, most)
    size = int(320 + 90 * math.sqrt(max(len(nodes), 1)))
    small = len(nodes) <= 25
    boxes = np.array([_box(graph.nodes[node], small) for node in nodes]).reshape(-1, 2)
    places = _layout(nodes, {pair: weight for pair, (weight, *_) in lines.items()}, boxes, size)
    for node, (x, y) in places.items():  # a name stands above its circle
        places[node] = x, y + _font(graph.nodes[node]["mentions"], small) / 2
    return _svg(graph, nodes, places, lines, size, small, paint)


def drawn(
    graph: nx.MultiDiGraph, most: int = MOST
) -> tuple[list[int], dict[tuple[int, int], tuple[float, str, list[str]]]]:
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


def _pairs(graph: nx.MultiDiGraph, nodes: set[int]) -> dict[tuple[int, int], tuple[float, str, list[str]]]:
    """Return, for each pair of entities, the weight of what joins them, its kind, and what it says."""
    weight: Counter[tuple[int, int]] = Counter()
    kinds: dict[tuple[int, int], set[str]] = defaultdict(set)
    says: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for source, target, data in graph.edges(data=True):
        if source not in nodes or target not in nodes:
            continue
        pair = (min(source, target), max(source, target))
        kind = data["kind"]
        kinds[pair].add(kind)
        if kind == "together":
            weight[pair] += data["weight"]
            says[pair][f"in {data['weight']} sentences together"] += 1
        else:
            weight[pair] += 3 if kind == "relation" else 2
            names = (str(graph.nodes[node]["name"]) for node in (source, target))
            says[pair][f" {data['label']} ".join(names)] += 1
    return {
        pair: (
            float(weight[pair]),
            next(kind for kind in ("relation", "frame", "together") if kind in kinds[pair]),
            [text for text, _ in says[pair].most_common(8)],
        )
        for pair in weight
    }


def _layout(
    nodes: list[int], lines: dict[tuple[int, int], float], boxes: NDArray[np.float64], size: int
) -> dict[int, tuple[float, float]]:
    """Return places in a square, spread so that circles and their names do not lie on each other."""
    plain = nx.Graph()
    plain.add_nodes_from(nodes)
    for (a, b), weight in lines.items():
        if a in plain and b in plain:
            plain.add_edge(a, b, weight=1.0 + math.log1p(weight))
    if not nodes:
        return {}
    if len(nodes) <= FEW:
        return _few(plain, boxes)
    spread = 1.6 / math.sqrt(len(nodes))
    found = nx.spring_layout(plain, k=spread, seed=7, iterations=150)
    points = np.array([found[node] for node in nodes])
    # shares of the width and height mostly by rank, so that a dense middle opens
    for axis in (0, 1):
        ranks = np.argsort(np.argsort(points[:, axis], kind="stable"), kind="stable") / max(len(nodes) - 1, 1)
        span = np.ptp(points[:, axis]) or 1.0
        points[:, axis] = 0.8 * ranks + 0.2 * (points[:, axis] - points[:, axis].min()) / span
    points = _apart(60 + points * (size - 120), boxes, size)
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, points, strict=True)}


def _few(plain: nx.Graph, boxes: NDArray[np.float64]) -> dict[int, tuple[float, float]]:
    """Return places of a few entities in a wide rectangle: those that are joined near each other."""
    for one, other in pairwise(sorted(min(part) for part in nx.connected_components(plain))):
        plain.add_edge(one, other, weight=0.5)  # parts stand beside each other
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


def _svg(
    graph: nx.MultiDiGraph,
    nodes: list[int],
    places: dict[int, tuple[float, float]],
    lines: dict[tuple[int, int], tuple[float, str, list[str]]],
    size: int,
    small: bool,
    paint: Callable[[int, str], str],
) -> str:
    left, top, width, height = _bounds(graph, places, size, small)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img">'
        f"<title>Entity graph</title><style>{_STYLE}</style>"
    ]
    labels = []
    for (a, b), (weight, kind, says) in lines.items():
        if a not in places or b not in places:
            continue
        (x1, y1), (x2, y2) = places[a], places[b]
        stroke = 0.8 + min(math.log1p(weight), 5)
        parts.append(
            f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke-width="{stroke:.1f}"><title>{escape(chr(10).join(says))}</title></line>'
        )
        stated = _stated(graph, a, b)
        if small and stated:
            labels.append(
                f'<text class="edge" font-size="10" text-anchor="middle" x="{(x1 + x2) / 2:.1f}" '
                f'y="{(y1 + y2) / 2:.1f}">{escape(stated)}</text>'
            )
    for node in nodes:
        data = graph.nodes[node]
        x, y = places[node]
        radius = _radius(data["mentions"], small)
        about = f"{data['name']}\n{', '.join(data['names'])}\n{data['type'].lower()} {data['gender']}".strip()
        parts.append(
            f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {paint(node, data["type"])}/>'
            f'<text x="{x:.1f}" y="{y - radius - 3:.1f}" font-size="{_font(data["mentions"], small)}" '
            f'text-anchor="middle">{escape(_short(data["name"]))}</text>'
            f"<title>{escape(about)}; {data['mentions']} mentions</title></g>"
        )
    return "".join([*parts, *labels, "</svg>"])


def _bounds(
    graph: nx.MultiDiGraph, places: dict[int, tuple[float, float]], size: int, small: bool
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


def _stated(graph: nx.MultiDiGraph, a: int, b: int) -> str:
    """Return the first relation that is stated of a pair, or nothing."""
    for source, target in ((a, b), (b, a)):
        for data in (graph.get_edge_data(source, target) or {}).values():
            if data["kind"] == "relation" and data["relation"] in ("kinship", "role"):
                return f"{graph.nodes[source]['name']}: {data['label']}"
    return ""


def _radius(mentions: int, small: bool) -> float:
    return min(4 + 2.2 * math.sqrt(mentions) if small else 3 + 1.2 * math.sqrt(mentions), 26.0)


def _font(mentions: int, small: bool) -> int:
    return 13 if small else min(10 + int(1.2 * math.log1p(mentions)), 16)


def _short(name: str) -> str:
    flat = " ".join(name.split())
    return flat if len(flat) <= 24 else flat[:23] + "…"
