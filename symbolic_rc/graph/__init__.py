"""What a story says: facts, the state that follows from them over time, and both as a networkx graph."""

from symbolic_rc.graph.build import entity_graph
from symbolic_rc.graph.edited import GraphError, facts_of

__all__ = ["GraphError", "entity_graph", "facts_of"]
