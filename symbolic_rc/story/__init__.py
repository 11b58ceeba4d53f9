"""Stories: what was read, once, and can be asked about many times."""

from symbolic_rc.story.story import Story

__all__ = ["Story"]
