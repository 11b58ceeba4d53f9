"""The entity graph: a story's facts as a networkx graph; `edited` reads them back.

Nodes are entities (``entity:0``), facts (``fact:0``: events, attributes, relations, ...) and values
(``text:4-6``: words that refer to no entity). The terms of facts are edges, from the fact to what fills the
role. Every attribute is a string, an integer or a truth value, so that networkx writes the graph in any form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import networkx as nx

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.store import Facts

#: The kinds of nodes that are no facts.
ENTITY, VALUE = "entity", "value"
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def entity_graph(facts: Facts) -> nx.MultiDiGraph:
    """Return the facts of a story as a graph, which cannot be changed; its ``copy()`` can.

    Parameters
    ----------
    facts : Facts

    Returns
    -------
    networkx.MultiDiGraph
        Each node has a ``kind`` and a ``label``. Entities (``kind="entity"``) have ``name, names`` (joined by
        a bar), ``type, gender, number, mentions`` (how many), ``first`` and ``last`` (tokens), ``speaks``;
        facts have the attributes of `Fact`, with nodes in ``source`` (or empty) and ``premises`` (separated
        by spaces); values (``kind="value"``) have ``start`` and ``end`` (tokens). Edges have the attributes
        of `Term` and its ``position`` in the fact.

    Examples
    --------
    >>> import symbolic_rc
    >>> graph = symbolic_rc.read("Ada sold the mill to Bo.").graph
    >>> for _, node, role in graph.out_edges("fact:0", data="role"):
    ...     print(graph.nodes["fact:0"]["predicate"], role, graph.nodes[node]["label"])
    sell ARG0 Ada
    sell ARG1 the mill
    sell ARG2 Bo
    """
    graph = nx.MultiDiGraph()
    for entity in facts.entities:
        graph.add_node(f"entity:{entity.id}", **_of_entity(entity, facts.mentions))
    for fact in facts:
        node = f"fact:{fact.id}"
        graph.add_node(node, **_of_fact(fact))
        for position, term in enumerate(fact.terms):
            target = f"entity:{term.entity}"
            if term.entity < 0:
                target = f"text:{term.start}-{term.end}"
                graph.add_node(
                    target, kind=VALUE, label=_plain(facts.text(term)), start=term.start, end=term.end
                )
            graph.add_edge(
                node, target, role=term.role, start=term.start, end=term.end, head=term.head, link=term.link,
                position=position,
            )  # fmt: skip
    return nx.freeze(graph)


def entity_number(node: str) -> int:
    """Return the id of an entity that a node stands for."""
    return int(node.removeprefix("entity:"))


def _of_entity(entity: Entity, mentions: Sequence[Mention]) -> dict[str, Any]:
    name = _plain(entity.name)
    return {
        "kind": ENTITY, "label": name, "name": name, "names": "|".join(map(_plain, entity.names)),
        "type": entity.type, "gender": entity.gender, "number": entity.number,
        "mentions": len(entity.mentions), "first": mentions[entity.mentions[0]].start,
        "last": mentions[entity.mentions[-1]].end, "speaks": entity.speaks,
    }  # fmt: skip


def _of_fact(fact: Fact) -> dict[str, Any]:
    predicate, sense = _plain(fact.predicate), _plain(fact.sense)
    label = sense if fact.kind == "event" and sense else predicate
    return {
        "kind": fact.kind, "label": f"not {label}" if fact.denied else label, "predicate": predicate,
        "sense": sense, "token": fact.token, "sentence": fact.sentence, "denied": fact.denied,
        "modality": fact.modality, "source": f"entity:{fact.source}" if fact.source >= 0 else "",
        "premises": " ".join(f"fact:{premise}" for premise in fact.premises),
    }  # fmt: skip


def _plain(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return _NOT_IN_XML.sub(" ", text)
