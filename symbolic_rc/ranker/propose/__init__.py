"""The rules that propose candidates, in their order."""

from symbolic_rc.ranker.propose import by_evidence, by_frame, by_graph, by_kind, by_syntax

#: From exact to loose: frames, the graph, the tree, the kind asked for, then word distance and frequency.
PROPOSERS = (*by_frame.RULES, *by_graph.RULES, *by_syntax.RULES, *by_kind.RULES, *by_evidence.RULES)

__all__ = ["PROPOSERS"]
