"""The entity graph: a story's facts as a networkx graph, which users may edit, and back.

Nodes are entities (``entity:0``), facts (``fact:0``: events, attributes, relations, ...) and values
(``text:4-6``: words that refer to no entity). The terms of facts are edges, from the fact to what fills the
role. Every attribute is a string, an integer or a truth value, so that networkx writes the graph in any form.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.graph.facts.fact import KINDS, MODALITIES, NEEDED, Fact, Term
from symbolic_rc.graph.facts.store import Facts

if TYPE_CHECKING:
    import networkx as nx

#: The kinds of nodes that are no facts.
ENTITY, VALUE = "entity", "value"
_NODE_KINDS = (*KINDS, ENTITY, VALUE)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: New terms with these roles come first in their fact; others last.
_FIRST = frozenset(("ARG0", "subject", "counted", "event"))
log = logging.getLogger(__name__)


class GraphError(SymbolicRCError):
    """An entity graph that facts cannot be read from; says which node is wrong, and how."""


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
    import networkx as nx

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
        "premises": " ".join(f"fact:{premise}" for premise in fact.premises), "clause": fact.clause,
    }  # fmt: skip


def _plain(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return _NOT_IN_XML.sub(" ", text)


def facts_of(graph: nx.DiGraph, facts: Facts) -> tuple[Facts, tuple[Fact, ...]]:
    """Read facts from an entity graph, as `entity_graph` makes it and a user may have changed it.

    What clauses inferred is left out, to be inferred again (`Story.infer`); an inferred fact that the user
    changed is stated. A fact that was read off one that was removed is removed with it, and so is one that
    lost a term which facts of its kind need. A new fact needs a ``kind``, a ``predicate`` and an edge with a
    ``role`` for each term; a new value needs a ``label`` that occurs in the text. What else they lack is
    filled in.

    Parameters
    ----------
    graph : networkx.DiGraph or networkx.MultiDiGraph
    facts : Facts
        Those of the story that the graph was made from.

    Returns
    -------
    facts : Facts
    removed : tuple of Fact
        What clauses had inferred and the user changed or removed.

    Raises
    ------
    GraphError
        If a node or an edge lacks what it needs, or refers to what is not there.
    """
    terms = _complete_terms(graph, facts)
    while lost := [node for node in terms if not terms.keys() >= set(_premises(graph, node))]:
        terms = {node: own for node, own in terms.items() if node not in lost}
    before = {f"fact:{fact.id}": fact for fact in facts}
    read = {
        node: _fact(graph.nodes[node], own, facts, f"{node}: ", before.get(node))
        for node, own in terms.items()
    }
    bare = {node: replace(fact, id=-1, premises=(), clause="") for node, fact in before.items()}
    same = {node for node, fact in bare.items() if fact == read.get(node)}
    inferred = {node for node, fact in before.items() if fact.clause}
    kept = [node for node in read if node not in same & inferred]
    ids = {node: number for number, node in enumerate(kept)}
    found = []
    for node, number in ids.items():
        premises = [] if node in inferred else [ids[one] for one in _premises(graph, node) if one in ids]
        found.append(replace(read[node], id=number, premises=tuple(premises)))
    removed = tuple(before[node] for node in before if node in inferred - same)
    edited = frozenset(number for node, number in ids.items() if node not in same)
    return Facts(found, facts.syntax, facts.entities, facts.mentions, edited), removed


def _complete_terms(graph: nx.DiGraph, facts: Facts) -> dict[Any, tuple[Term, ...]]:
    """Return the terms of each fact that has all that its kind needs."""
    kinds = dict(graph.nodes(data="kind"))
    for node, kind in kinds.items():
        check_name("kind of node", str(kind or ""), _NODE_KINDS, error=GraphError, where=f"{node}: ")
    terms = {node: _terms(graph, node, facts) for node, kind in kinds.items() if kind in KINDS}
    lost = []
    for node, own in terms.items():
        needed = NEEDED.get(kinds[node], ())
        if len(needed) > 1 and len(own) > len(needed):
            raise GraphError(f"{node}: a fact of the kind {kinds[node]} has one {' and one '.join(needed)}")
        if not set(needed) <= {term.role for term in own}:
            lost.append(node)
    if lost:
        log.warning("facts without a term that they need are left out: %s", ", ".join(map(str, lost)))
    return {node: own for node, own in terms.items() if node not in lost}


def _premises(graph: nx.DiGraph, node: Any) -> list[str]:
    return str(graph.nodes[node].get("premises", "")).split()


def _fact(
    data: Mapping[str, Any], terms: tuple[Term, ...], facts: Facts, where: str, before: Fact | None
) -> Fact:
    """Return the fact of a node; its id and its premises are not set."""
    syntax, predicate = facts.syntax, str(data.get("predicate", ""))
    if not predicate:
        raise GraphError(f"{where}a fact needs a predicate")
    token, sense = data.get("token", -1), str(data.get("sense", ""))
    if before is not None and before.predicate != predicate:  # the word that said it says another
        token, sense = (-1 if token == before.token else token), ("" if sense == before.sense else sense)
    if token == -1:
        token = terms[0].head if terms else 0
    if not isinstance(token, int) or not 0 <= token < len(syntax):
        raise GraphError(f"{where}token is {token!r}; the text has {len(syntax)} tokens")
    modality = str(data.get("modality", "real"))
    check_name("modality", modality, MODALITIES, error=GraphError, where=where)
    source = _entity(data["source"], facts, where) if data.get("source") else -1
    sentence, denied = int(syntax.sentences[token]), bool(data.get("denied", False))
    return Fact(-1, data["kind"], predicate, sense, terms, token, sentence, denied, modality, source)


def _terms(graph: nx.DiGraph, node: Any, facts: Facts) -> tuple[Term, ...]:
    """Return the terms of a fact: in the order of their positions, new ones by their roles."""
    found = []
    for _, target, data in graph.out_edges(node, data=True):
        where, role = f"{node} to {target}: ", str(data.get("role", ""))
        if not role:
            raise GraphError(f"{where}an edge needs a role, such as ARG0, subject or value")
        position = data.get("position", -1 if role in _FIRST else len(facts.syntax))
        term = _place(target, data, graph.nodes[target], facts, where)
        found.append((position, replace(term, role=role, link=str(data.get("link", "")))))
    return tuple(term for _, term in sorted(found, key=lambda one: int(one[0])))


def _place(node: Any, edge: Mapping[str, Any], data: Mapping[str, Any], facts: Facts, where: str) -> Term:
    """Return what fills a role: the tokens of the edge, else those of the node."""
    syntax, entity = facts.syntax, -1
    if data["kind"] == ENTITY:
        entity = _entity(node, facts, where)
        mentions = [facts.mentions[i] for i in facts.entities[entity].mentions]
        best = min(mentions, key=lambda one: ("name", "nominal", "pronoun").index(one.kind))
        own: Mapping[str, Any] = {"start": best.start, "end": best.end, "head": best.head}
    elif data["kind"] != VALUE:
        raise GraphError(f"{where}a fact is no term of another; entities and values are")
    else:
        own = data if "start" in data and "end" in data else _find_value(node, data, facts)
    chosen = edge if "start" in edge and "end" in edge else own
    start, end, head = chosen["start"], chosen["end"], chosen.get("head", -1)
    whole = all(isinstance(token, int) for token in (start, end, head))
    if not whole or not 0 <= start < end <= len(syntax) or head >= len(syntax):
        raise GraphError(f"{where}there are no tokens {start} to {end} in a text of {len(syntax)}")
    if head < 0:
        head = next((i for i in range(start, end) if not start <= syntax.heads[i] < end), end - 1)
    return Term("", start, end, head, entity)


def _find_value(node: Any, data: Mapping[str, Any], facts: Facts) -> Mapping[str, int]:
    """Return where the label of a new value stands in the text."""
    syntax, words = facts.syntax, str(data.get("label", "")).lower().split()
    places = (i for i in range(len(syntax)) if words and syntax.lowers[i : i + len(words)] == words)
    if (start := next(places, -1)) < 0:
        raise GraphError(f"{node}: {' '.join(words)!r} does not occur in the text, as an answer must")
    return {"start": start, "end": start + len(words)}


def _entity(node: Any, facts: Facts, where: str) -> int:
    """Return the number of an entity's node."""
    number = str(node).removeprefix("entity:")
    if not number.isdecimal() or int(number) >= len(facts.entities):
        raise GraphError(f"{where}{node} is none of the story's {len(facts.entities)} entities")
    return int(number)
