"""Facts read from an entity graph that a user may have changed."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import networkx as nx

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.graph.build import ENTITY, VALUE
from symbolic_rc.graph.facts.fact import KINDS, MODALITIES, NEEDED, Fact, Term
from symbolic_rc.graph.facts.store import Facts

log = logging.getLogger(__name__)

#: New terms with these roles come first in their fact; others last.
_FIRST = frozenset(("ARG0", "subject", "counted", "event"))


class GraphError(SymbolicRCError):
    """An entity graph that facts cannot be read from; says which node is wrong, and how."""


def facts_of(graph: nx.DiGraph, facts: Facts) -> Facts:
    """Read facts from an entity graph, as `entity_graph` makes it and a user may have changed it.

    A fact that follows from one that was removed is removed with it, and so is one that lost a term which
    facts of its kind need. A new fact needs a ``kind``, a ``predicate`` and an edge with a ``role`` for each
    term; a new value needs a ``label`` that occurs in the text. What else they lack is filled in.

    Parameters
    ----------
    graph : networkx.DiGraph or networkx.MultiDiGraph
    facts : Facts
        Those of the story that the graph was made from.

    Raises
    ------
    GraphError
        If a node or an edge lacks what it needs, or refers to what is not there.
    """
    kinds = (*KINDS, ENTITY, VALUE)
    for node, kind in graph.nodes(data="kind"):
        check_name("kind of node", str(kind or ""), kinds, error=GraphError, where=f"{node}: ")
    terms = {node: _terms(graph, node, facts) for node, kind in graph.nodes(data="kind") if kind in KINDS}
    incomplete = [
        node for node, own in terms.items() if not _is_complete(graph.nodes[node]["kind"], own, node)
    ]
    if incomplete:
        log.warning("facts without a term that they need are left out: %s", ", ".join(map(str, incomplete)))
    for node in incomplete:
        del terms[node]
    while lost := [node for node in terms if not terms.keys() >= set(_premises(graph, node))]:
        for node in lost:
            del terms[node]
    ids = {node: number for number, node in enumerate(terms)}
    before = {f"fact:{fact.id}": fact for fact in facts}
    found = []
    for node, number in ids.items():
        fact = _fact(graph.nodes[node], terms[node], facts, f"{node}: ", before.get(node))
        found.append(replace(fact, id=number, premises=tuple(ids[one] for one in _premises(graph, node))))
    return Facts(found, facts.syntax, facts.entities, facts.mentions)


def _premises(graph: nx.DiGraph, node: Any) -> list[str]:
    return str(graph.nodes[node].get("premises", "")).split()


def _is_complete(kind: str, terms: Sequence[Term], node: Any) -> bool:
    """Whether a fact has the terms that its kind needs."""
    roles, needed = [term.role for term in terms], NEEDED.get(kind, ())
    if len(needed) > 1 and len(roles) > len(needed):
        raise GraphError(f"{node}: a fact of the kind {kind} has one {' and one '.join(needed)}")
    return set(needed) <= set(roles)


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
    syntax, entity, own = facts.syntax, -1, data
    if data["kind"] == ENTITY:
        entity = _entity(node, facts, where)
        mentions = [facts.mentions[i] for i in facts.entities[entity].mentions]
        first = min(mentions, key=lambda mention: ("name", "nominal", "pronoun").index(mention.kind))
        own = {"start": first.start, "end": first.end, "head": first.head}
    elif data["kind"] != VALUE:
        raise GraphError(f"{where}a fact is no term of another; entities and values are")
    elif "start" not in data or "end" not in data:
        words = str(data.get("label", "")).lower().split()
        places = (i for i in range(len(syntax)) if words and syntax.lowers[i : i + len(words)] == words)
        start = next(places, -1)
        if start < 0:
            raise GraphError(f"{node}: {' '.join(words)!r} does not occur in the text, as an answer must")
        own = {"start": start, "end": start + len(words)}
    chosen = edge if "start" in edge and "end" in edge else own
    start, end, head = chosen["start"], chosen["end"], chosen.get("head", -1)
    whole = all(isinstance(token, int) for token in (start, end, head))
    if not whole or not 0 <= start < end <= len(syntax) or head >= len(syntax):
        raise GraphError(f"{where}there are no tokens {start} to {end} in a text of {len(syntax)}")
    if head < 0:
        head = next((i for i in range(start, end) if not start <= syntax.heads[i] < end), end - 1)
    return Term("", start, end, head, entity)


def _entity(node: Any, facts: Facts, where: str) -> int:
    """Return the number of an entity's node."""
    number = str(node).removeprefix("entity:")
    if not number.isdecimal() or int(number) >= len(facts.entities):
        raise GraphError(f"{where}{node} is none of the story's {len(facts.entities)} entities")
    return int(number)
