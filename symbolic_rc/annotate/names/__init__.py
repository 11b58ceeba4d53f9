"""Named entities: names by a linear model, dates and numbers by rules."""

from symbolic_rc.annotate.names.name_finder import NameFinder

__all__ = ["NameFinder"]
