"""An entity graph as GraphML, JSON, DOT or SVG, by the ending of the file's name; pages are `show`'s."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx

from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.graph.build import ENTITY, VALUE
from symbolic_rc.graph.picture import picture


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
