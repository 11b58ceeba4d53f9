"""How the text of a whole book or film is laid out, and which of it is the story."""

from symbolic_rc.layout.segments import Segment, layout_of, readable, segments, story_ranges

__all__ = ["Segment", "layout_of", "readable", "segments", "story_ranges"]
