"""Stories: what was read, once, and can be asked about many times."""

from symbolic_rc.story.story import READ_LAYERS, Story

__all__ = ["READ_LAYERS", "Story"]
