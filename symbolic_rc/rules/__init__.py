"""Question understanding, candidates, the ordered resolution rules, the trace."""

from symbolic_rc.core.trace import Scored, Step, Trace
from symbolic_rc.rules.rule import Fired, Missed, Rule, Rulebook

__all__ = ["Fired", "Missed", "Rule", "Rulebook", "Scored", "Step", "Trace"]
