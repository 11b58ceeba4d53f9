"""What a story says: facts, the state that follows from them over time, and both as a networkx graph."""

from symbolic_rc.graph.build import GraphError, entity_graph, facts_of

__all__ = ["GraphError", "entity_graph", "facts_of"]
