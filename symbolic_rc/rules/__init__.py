"""Question understanding, candidates, the ordered resolution rules, the trace."""

from symbolic_rc.rules.rule import Fired, Missed, Rule, Rulebook
from symbolic_rc.rules.trace import Scored, Step, Trace

__all__ = ["Fired", "Missed", "Rule", "Rulebook", "Scored", "Step", "Trace"]
