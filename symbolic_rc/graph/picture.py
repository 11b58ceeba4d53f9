"""A picture of an entity graph: one self-contained SVG, readable at ten and at two hundred entities.

The entities that are mentioned most are drawn, as circles by mention count and coloured by type; lines join
those that a relation, an event or a sentence brings together, the strongest first. Pointing at an entity
or a line shows what stands behind it. All text is escaped; there is no script.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from html import escape

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.pronouns import PRONOUNS

#: At most so many entities are drawn, and so many lines for each.
MOST, LINES = 200, 1.6
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
    """Return the entities to draw: the named and the often mentioned, in order of weight."""
    nodes = [
        (node, data)
        for node, data in graph.nodes(data=True)
        if data["name"].lower() not in PRONOUNS
        and (
            data["names"]
            or (data["mentions"] > 1 and data["type"] not in ("", "THING"))
            or data["mentions"] > 3
        )
    ]
    nodes.sort(key=lambda pair: (-(pair[1]["mentions"] + 3 * bool(pair[1]["names"])), pair[0]))
    return [node for node, _ in nodes[:most]]


def picture(graph: nx.MultiDiGraph, page: bool = True, most: int = MOST) -> str:
    """Return an HTML page with the picture, or the SVG alone.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
    page : bool
    most : int
        Draw at most so many entities.
    """
    nodes = chosen(graph, most)
    pairs = _pairs(graph, set(nodes))
    strongest = sorted(pairs, key=lambda pair: (-pairs[pair][0], pair))[: int(LINES * len(nodes)) + 8]
    joined = {node for pair in strongest for node in pair}
    if len(nodes) > 40:
        nodes = [node for node in nodes if node in joined]
    size = int(320 + 90 * math.sqrt(max(len(nodes), 1)))
    places = _layout(nodes, {pair: pairs[pair][0] for pair in strongest}, size)
    svg = _svg(graph, nodes, places, {pair: pairs[pair] for pair in strongest}, size)
    if not page:
        return svg
    left_out = len(graph) - len(nodes)
    legend = " ".join(
        f'<span style="color:{colour}">●</span> {name.lower()}' for name, colour in _COLOURS.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Entity graph</title>'
        "<style>body{margin:1rem;font-family:system-ui,sans-serif;color:#222}svg{width:100%;height:auto;"
        "max-height:92vh}p{margin:.3rem 0;color:#555}</style>"
        f"<p>{len(nodes)} entities, {len(strongest)} lines; {left_out} more entities are mentioned less. "
        f'{legend} <span style="color:{_OTHER}">●</span> other</p>{svg}</html>'
    )


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
    nodes: list[int], lines: dict[tuple[int, int], float], size: int
) -> dict[int, tuple[float, float]]:
    """Return places in a square, spread so that circles and their names do not lie on each other."""
    plain = nx.Graph()
    plain.add_nodes_from(nodes)
    for (a, b), weight in lines.items():
        if a in plain and b in plain:
            plain.add_edge(a, b, weight=1.0 + math.log1p(weight))
    if not nodes:
        return {}
    spread = 1.6 / math.sqrt(len(nodes))
    found = nx.spring_layout(plain, k=spread, seed=7, iterations=150)
    points = np.array([found[node] for node in nodes])
    # shares of the width and height mostly by rank, so that a dense middle opens
    for axis in (0, 1):
        ranks = np.argsort(np.argsort(points[:, axis], kind="stable"), kind="stable") / max(len(nodes) - 1, 1)
        span = np.ptp(points[:, axis]) or 1.0
        points[:, axis] = 0.8 * ranks + 0.2 * (points[:, axis] - points[:, axis].min()) / span
    points = _apart(60 + points * (size - 120), 34.0, size)
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, points, strict=True)}


def _apart(points: NDArray[np.float64], distance: float, size: int) -> NDArray[np.float64]:
    """Push points apart until none are nearer than `distance`; names are wide, so x counts half."""
    stretch = np.array([0.45, 1.0])
    for _ in range(120):
        gap = (points[:, None] - points[None]) * stretch
        length = np.sqrt((gap**2).sum(2)) + 1e-9
        push = np.clip(distance - length, 0, None)
        np.fill_diagonal(push, 0)
        if not push.any():
            break
        move = (gap / length[..., None] * push[..., None]).sum(1) * 0.5
        points = np.clip(points + move, 40, size - 40)
    return points


def _svg(
    graph: nx.MultiDiGraph,
    nodes: list[int],
    places: dict[int, tuple[float, float]],
    lines: dict[tuple[int, int], tuple[float, str, list[str]]],
    size: int,
) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img">'
        f"<title>Entity graph</title><style>{_STYLE}</style>"
    ]
    small = len(nodes) <= 25
    labels = []
    for (a, b), (weight, kind, says) in lines.items():
        if a not in places or b not in places:
            continue
        (x1, y1), (x2, y2) = places[a], places[b]
        width = 0.8 + min(math.log1p(weight), 5)
        parts.append(
            f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke-width="{width:.1f}"><title>{escape(chr(10).join(says))}</title></line>'
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
        radius = 4 + 2.2 * math.sqrt(data["mentions"]) if small else 3 + 1.2 * math.sqrt(data["mentions"])
        radius = min(radius, 26)
        about = f"{data['name']}\n{', '.join(data['names'])}\n{data['type'].lower()} {data['gender']}".strip()
        parts.append(
            f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" '
            f'fill="{_COLOURS.get(data["type"], _OTHER)}"/>'
            f'<text x="{x:.1f}" y="{y - radius - 3:.1f}" font-size="{_font(data["mentions"], small)}" '
            f'text-anchor="middle">{escape(_short(data["name"]))}</text>'
            f"<title>{escape(about)}; {data['mentions']} mentions</title></g>"
        )
    return "".join([*parts, *labels, "</svg>"])


def _stated(graph: nx.MultiDiGraph, a: int, b: int) -> str:
    """Return the first relation that is stated of a pair, or nothing."""
    for source, target in ((a, b), (b, a)):
        for data in (graph.get_edge_data(source, target) or {}).values():
            if data["kind"] == "relation" and data["relation"] in ("kinship", "role"):
                return f"{graph.nodes[source]['name']}: {data['label']}"
    return ""


def _font(mentions: int, small: bool) -> int:
    return 13 if small else min(8 + int(1.5 * math.log1p(mentions)), 15)


def _short(name: str) -> str:
    flat = " ".join(name.split())
    return flat if len(flat) <= 24 else flat[:23] + "…"
