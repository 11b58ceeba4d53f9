"""Stories written for the project, with questions whose answers are known."""

from symbolic_rc.examples.place import folder

__all__ = ["folder"]
