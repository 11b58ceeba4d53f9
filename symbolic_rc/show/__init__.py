"""Pictures: HTML pages, and the same in a notebook."""

from symbolic_rc.show.notebook import Picture, clusters, explanation, frames, graph, story

__all__ = ["Picture", "clusters", "explanation", "frames", "graph", "story"]
