"""The entity graph: entities are nodes; frames, stated relations and co-occurrence are edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.frame import Frame
from symbolic_rc.coref.mentions.syntax import Syntax, read_syntax
from symbolic_rc.graph.events import Event, events_of, timeline
from symbolic_rc.graph.relations import relations_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

#: Of one sentence, so many entities at most count as occurring together.
TOGETHER = 12


def entity_graph(
    doc: Doc, mentions: Sequence[Mention], entities: Sequence[Entity], frames: Sequence[Frame]
) -> nx.MultiDiGraph:
    """Build the graph of a story.

    Parameters
    ----------
    doc : Doc
        The annotated text.
    mentions : sequence of Mention
        What refers in it.
    entities : sequence of Entity
        The clusters of mentions, by their ids.
    frames : sequence of Frame
        The predicates with their arguments.

    Returns
    -------
    networkx.MultiDiGraph
        Nodes are entities' ids with ``name, names, type, gender, number, mentions`` (how many), ``first``
        and ``last`` (tokens), ``speaks``. Edges have ``kind``: ``frame`` (``label`` is the roleset;
        ``source_role, target_role, event, sentence, negated, modality``), ``relation`` (``label, relation``
        (its family), ``inverse`` (the label of the opposite edge), ``sentence``) or ``together`` (``weight``:
        in how many sentences). ``graph.graph["events"]`` holds the `Event` of each frame, ``["timeline"]``
        their ids in the order of happening.
    """
    syntax = read_syntax(doc)
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(entity_nodes(mentions, entities))
    events = events_of(syntax, mentions, frames)
    for event in events:
        _add_frame(graph, event)
    for stated in relations_of(syntax, mentions, entities, frames):
        for source, target, label, inverse in (
            (stated.source, stated.target, stated.label, stated.inverse),
            (stated.target, stated.source, stated.inverse, stated.label),
        ):
            graph.add_edge(
                source, target, kind="relation", label=label, inverse=inverse, relation=stated.kind,
                sentence=stated.sentence,
            )  # fmt: skip
    _add_together(graph, syntax, mentions, entities)
    graph.graph["events"] = events
    graph.graph["timeline"] = tuple(timeline(events))
    return graph


def entity_nodes(
    mentions: Sequence[Mention], entities: Sequence[Entity]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the graph's nodes with their attributes."""
    for entity in entities:
        yield (
            entity.id,
            {
                "name": entity.name,
                "names": entity.names,
                "type": entity.type,
                "gender": entity.gender,
                "number": entity.number,
                "mentions": len(entity.mentions),
                "first": mentions[entity.mentions[0]].start,
                "last": mentions[entity.mentions[-1]].end,
                "speaks": entity.speaks,
            },
        )


def _add_frame(graph: nx.MultiDiGraph, event: Event) -> None:
    """Join the first participant, the numbered roles before the modifiers, to each of the others."""
    ranked = sorted(event.participants, key=lambda pair: (pair[0].startswith("ARGM"), pair[0]))
    if len(ranked) < 2:
        return
    role, source = ranked[0]
    for other_role, target in ranked[1:]:
        if target != source:
            graph.add_edge(
                source, target, kind="frame", label=event.roleset, source_role=role, target_role=other_role,
                event=event.id, sentence=event.sentence, negated=event.negated, modality=event.modality,
            )  # fmt: skip


def _add_together(
    graph: nx.MultiDiGraph, syntax: Syntax, mentions: Sequence[Mention], entities: Sequence[Entity]
) -> None:
    """Count the sentences in which two entities with a name, or with several mentions, both occur."""
    telling = [bool(e.names) or (len(e.mentions) > 1 and e.type != "THING") for e in entities]
    by_sentence: dict[int, dict[int, None]] = {}
    sentences = syntax.sentences.tolist()
    for mention in mentions:
        if telling[mention.entity]:
            by_sentence.setdefault(sentences[mention.head], {})[mention.entity] = None
    counts: Counter[tuple[int, int]] = Counter()
    for found in by_sentence.values():
        counts.update(combinations(sorted(list(found)[:TOGETHER]), 2))
    for (a, b), weight in sorted(counts.items()):
        graph.add_edge(a, b, kind="together", label="together", weight=weight)
