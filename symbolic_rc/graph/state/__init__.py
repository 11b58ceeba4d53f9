"""The state of a story over time: where everybody and everything is, who has it, how things lie."""

from symbolic_rc.graph.state.events import Change, LocationInterval, Timeline, changes_of, timeline_of

__all__ = ["Change", "LocationInterval", "Timeline", "changes_of", "timeline_of"]
