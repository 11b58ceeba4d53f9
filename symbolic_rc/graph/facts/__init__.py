"""The facts of a story, read off its frames, coreference and syntax, with one interface to query them."""

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.pattern import FactPattern, PatternError, Wanted, parse_pattern
from symbolic_rc.graph.facts.reading.read import read_facts
from symbolic_rc.graph.facts.store import Facts, Match

__all__ = [
    "Fact",
    "FactPattern",
    "Facts",
    "Match",
    "PatternError",
    "Term",
    "Wanted",
    "parse_pattern",
    "read_facts",
]
