"""The entity graph as a page: the picture, each entity in its colour, and the same as a table."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
from markupsafe import Markup

from symbolic_rc.core.errors import DataError
from symbolic_rc.graph.build import ENTITY, entity_number
from symbolic_rc.graph.export import write_graph
from symbolic_rc.graph.picture import drawn, picture
from symbolic_rc.show.colours import hue
from symbolic_rc.show.markup import plain
from symbolic_rc.show.page import fragment, render


def graph_body(graph: nx.MultiDiGraph) -> Markup:
    """Return the picture and a table of its entities, as a part of a page."""
    svg = picture(graph, paint=lambda node, kind: f'class="entity" style="--hue:{hue(entity_number(node))}"')
    rows = [{"id": entity_number(node), **graph.nodes[node]} for node in drawn(graph)[0]]
    entities = sum(kind == ENTITY for _, kind in graph.nodes(data="kind"))
    return fragment("graph.html", svg=Markup(plain(svg)), rows=rows, more=entities - len(rows))


def write_picture(graph: nx.MultiDiGraph, path: str | Path, title: str = "Entity graph") -> None:
    """Write a graph as a page, or in the form of another ending, see `graph.export.write_graph`.

    Raises
    ------
    DataError
        If the ending is unknown or the file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        write_graph(graph, path)
        return
    try:
        path.write_text(render("base.html", title=title, body=graph_body(graph)), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot be written ({error})", path) from error
