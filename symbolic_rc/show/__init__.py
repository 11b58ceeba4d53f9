"""Pictures: HTML pages and notebook output."""

from symbolic_rc.show.notebook import Picture, clusters, explanation, facts, frames, graph, story, time_line

__all__ = ["Picture", "clusters", "explanation", "facts", "frames", "graph", "story", "time_line"]
