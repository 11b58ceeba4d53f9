"""Clusters and frames as a graph: entities are nodes; frames, relations and co-occurrence are edges."""

from symbolic_rc.graph.build import entity_graph
from symbolic_rc.graph.events import Event

__all__ = ["Event", "entity_graph"]
