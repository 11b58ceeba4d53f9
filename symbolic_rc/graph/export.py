"""An entity graph as GraphML, JSON, DOT or SVG, by the ending of the file's name; pages are `show`'s."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import networkx as nx

from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.graph.picture import picture


def to_json(graph: nx.MultiDiGraph) -> str:
    """Return the graph in networkx's node-link form, with its events and their order."""
    data = {
        "directed": True,
        "multigraph": True,
        "graph": {
            "events": [asdict(event) for event in graph.graph["events"]],
            "timeline": list(graph.graph["timeline"]),
        },
        "nodes": [{"id": node, **attributes} for node, attributes in graph.nodes(data=True)],
        "links": [
            {"source": source, "target": target, "key": key, **attributes}
            for source, target, key, attributes in graph.edges(keys=True, data=True)
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def to_graphml(graph: nx.MultiDiGraph) -> str:
    """Return GraphML; several names are joined by a bar, and characters that XML cannot hold are left out."""
    plain = nx.MultiDiGraph()
    for node, attributes in graph.nodes(data=True):
        plain.add_node(node, **{key: _scalar(value) for key, value in attributes.items()})
    for source, target, key, attributes in graph.edges(keys=True, data=True):
        plain.add_edge(source, target, key, **{name: _scalar(value) for name, value in attributes.items()})
    return "\n".join(nx.generate_graphml(plain))


def _scalar(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        return value
    text = "|".join(value) if isinstance(value, tuple) else str(value)
    return "".join(
        c if c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff" else " " for c in text
    )


def to_dot(graph: nx.MultiDiGraph) -> str:
    """Return DOT, the language of Graphviz."""
    lines = ["digraph story {", "  node [shape=box, style=rounded];"]
    for node, data in graph.nodes(data=True):
        lines.append(f"  {node} [label={_quoted(data['name'])}, type={_quoted(data['type'])}];")
    for source, target, data in graph.edges(data=True):
        style = {"relation": "bold", "frame": "solid"}.get(data["kind"], "dotted")
        lines.append(f"  {source} -> {target} [label={_quoted(data['label'])}, style={style}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    flat = " ".join(text.split())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


WRITERS = {
    ".json": to_json,
    ".graphml": to_graphml,
    ".dot": to_dot,
    ".gv": to_dot,
    ".svg": picture,
}


def write_graph(graph: nx.MultiDiGraph, path: str | Path) -> None:
    """Write a graph in the form that the file's ending names.

    Raises
    ------
    DataError
        If the ending is none of ``.svg .graphml .json .dot``, or the file cannot be written.
    """
    path = Path(path)
    writer = WRITERS[
        check_name("graph format", path.suffix.lower(), WRITERS, error=DataError, where=f"{path}: ")
    ]
    try:
        path.write_text(writer(graph), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot be written ({error})", path) from error
