"""Pictures: HTML pages, and the same in a notebook."""

from symbolic_rc.show.notebook import Picture, clusters, explanation, facts, frames, graph, story, time_line

__all__ = ["Picture", "clusters", "explanation", "facts", "frames", "graph", "story", "time_line"]
