"""Question understanding, candidates, the ordered resolution rules, the trace."""

from symbolic_rc.rules.rule import Fired, Missed, Proposal, Rule, Rulebook
from symbolic_rc.rules.trace import Scored, Step, Trace

__all__ = ["Fired", "Missed", "Proposal", "Rule", "Rulebook", "Scored", "Step", "Trace"]
