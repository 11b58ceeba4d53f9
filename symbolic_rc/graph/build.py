"""The entity graph: a story's facts as a networkx graph, and facts read back from one.

Nodes are entities (``entity:0``), facts (``fact:0``: events, attributes, relations, ...) and values
(``text:4-6``: words that refer to no entity). The terms of facts are edges, from the fact to what fills the
role. Every attribute is a string, an integer or a truth value, so that networkx writes the graph in any form.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any

import networkx as nx

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import KINDS, MODALITIES, NEEDED, Fact, Term
from symbolic_rc.graph.facts.store import Facts

log = logging.getLogger(__name__)

#: The kinds of nodes that are no facts.
ENTITY, VALUE = "entity", "value"
#: Terms with these roles come first in a fact.
_FIRST = frozenset(("ARG0", "subject", "counted", "event"))
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


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


def facts_of(
    graph: nx.DiGraph, syntax: Syntax, entities: Sequence[Entity], mentions: Sequence[Mention]
) -> Facts:
    """Read facts from an entity graph, as `entity_graph` makes it and a user may have changed it.

    A fact that follows from one that was removed is removed with it, and so is one that lost a term which
    facts of its kind need. New facts need a ``kind``, a ``predicate`` and an edge with a ``role`` for each
    term; a new value needs a ``label`` that occurs in the text. What else they lack is filled in.

    Parameters
    ----------
    graph : networkx.DiGraph or networkx.MultiDiGraph
    syntax : Syntax
        The story's; an answer is a part of its text.
    entities, mentions : sequences
        The story's.

    Raises
    ------
    GraphError
        If a node or an edge lacks what it needs, or refers to what is not there.
    """
    for node, data in graph.nodes(data=True):
        kinds = (*KINDS, ENTITY, VALUE)
        check_name("kind of node", str(data.get("kind", "")), kinds, error=GraphError, where=f"{node}: ")
    reader = _Reader(graph, syntax, entities, mentions)
    kept = {node: reader.terms(node) for node, kind in graph.nodes(data="kind") if kind in KINDS}
    lost = set(graph) - set(kept)
    incomplete = [node for node in kept if reader.lacks_term(node, kept[node])]
    if incomplete:
        log.warning("left out, because a term that they need is missing: %s", ", ".join(map(str, incomplete)))
    lost.update(incomplete)
    while lost:
        for node in lost:
            kept.pop(node, None)
        lost = {node for node in kept if not kept.keys() >= set(reader.premises(node))}
    ids = {str(node): number for number, node in enumerate(kept)}
    return Facts([reader.fact(node, terms, ids) for node, terms in kept.items()], syntax, entities, mentions)


class _Reader:
    """Facts and terms from the nodes and the edges of a graph."""

    def __init__(
        self, graph: nx.DiGraph, syntax: Syntax, entities: Sequence[Entity], mentions: Sequence[Mention]
    ) -> None:
        self.graph, self.syntax, self.entities, self.mentions = graph, syntax, entities, mentions

    def premises(self, node: Any) -> list[str]:
        return str(self.graph.nodes[node].get("premises", "")).split()

    def lacks_term(self, node: Any, terms: Sequence[Term]) -> bool:
        """Whether a fact has no term in a role that its kind needs."""
        needed = NEEDED.get(self.graph.nodes[node]["kind"], ())
        return not {term.role for term in terms}.issuperset(needed)

    def fact(self, node: Any, terms: tuple[Term, ...], ids: dict[str, int]) -> Fact:
        data, where = self.graph.nodes[node], f"{node}: "
        predicate = str(data.get("predicate", ""))
        if not predicate:
            raise GraphError(f"{where}a fact needs a predicate")
        token = self._place(data, "token", self._says(predicate, terms), where)
        modality = check_name(
            "modality", data.get("modality", "real"), MODALITIES, error=GraphError, where=where
        )
        source = self._entity(data["source"], where) if data.get("source") else -1
        return Fact(
            ids[str(node)], data["kind"], predicate, str(data.get("sense", "")), terms, token,
            int(self.syntax.sentences[token]), bool(data.get("denied", False)), modality, source,
            tuple(ids[premise] for premise in self.premises(node)),
        )  # fmt: skip

    def terms(self, node: Any) -> tuple[Term, ...]:
        """Return the terms of a fact: in the order of their positions, new ones by their roles."""
        found = []
        for _, target, data in self.graph.out_edges(node, data=True):
            where = f"{node} to {target}: "
            role = str(data.get("role", ""))
            if not role:
                raise GraphError(f"{where}an edge needs a role, such as ARG0, subject or value")
            position = data.get("position", -1 if role in _FIRST else len(self.syntax))
            found.append((int(position), self._term(role, target, data, where)))
        return tuple(term for _, term in sorted(found, key=lambda one: one[0]))

    def _term(self, role: str, target: Any, data: dict[str, Any], where: str) -> Term:
        entity, own = -1, self.graph.nodes[target]
        if own["kind"] == ENTITY:
            entity = self._entity(target, where)
            first = self._first_mention(entity)
            start, end, head = first.start, first.end, first.head
        elif own["kind"] == VALUE:
            start, end = self._value(target)
            head = -1
        else:
            raise GraphError(f"{where}the term of a fact is an entity or a value")
        if "start" in data and "end" in data:
            start, end, head = data["start"], data["end"], data.get("head", -1)
        start = self._place({"start": start}, "start", 0, where)
        end = self._place({"end": end - 1}, "end", start, where) + 1
        if head < 0:
            head = next((i for i in range(start, end) if not start <= self.syntax.heads[i] < end), end - 1)
        return Term(
            role, start, end, self._place({"head": head}, "head", 0, where), entity, str(data.get("link", ""))
        )

    def _entity(self, node: Any, where: str) -> int:
        """Return the number of an entity's node."""
        number = str(node).removeprefix("entity:")
        if not number.isdecimal() or int(number) >= len(self.entities):
            raise GraphError(f"{where}{node} is none of the story's {len(self.entities)} entities")
        return int(number)

    def _first_mention(self, entity: int) -> Mention:
        """Return an entity's first mention by name, else by a noun, else its first."""
        own = [self.mentions[i] for i in self.entities[entity].mentions]
        return min(own, key=lambda mention: ("name", "nominal", "pronoun").index(mention.kind))

    def _value(self, node: Any) -> tuple[int, int]:
        """Return the tokens of a value: its own, else the first place of its words in the text."""
        data = self.graph.nodes[node]
        if "start" in data and "end" in data:
            return data["start"], data["end"]
        words = str(data.get("label", "")).lower().split()
        places = (i for i in range(len(self.syntax)) if self.syntax.lowers[i : i + len(words)] == words)
        at = next(places, -1) if words else -1
        if at < 0:
            raise GraphError(
                f"{node}: {' '.join(words)!r} does not occur in the text; an answer is a part of it"
            )
        return at, at + len(words)

    def _says(self, predicate: str, terms: Sequence[Term]) -> int:
        """Return the word that says a new fact: one with its lemma, else its first term's."""
        lemmas = self.syntax.lemmas
        own = next((i for i in range(len(lemmas)) if lemmas[i].lower() == predicate.lower()), -1)
        return own if own >= 0 or not terms else terms[0].head

    def _place(self, data: dict[str, Any], name: str, default: int, where: str) -> int:
        """Return a token of the text."""
        token = data.get(name, default)
        if isinstance(token, bool) or not isinstance(token, int) or not 0 <= token < len(self.syntax):
            raise GraphError(f"{where}{name} is {token!r}; the text has {len(self.syntax)} tokens")
        return token
