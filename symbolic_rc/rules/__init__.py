"""Question understanding, candidates, the ordered resolution rules, the trace."""

from symbolic_rc.core.trace import Scored, Step, Trace
from symbolic_rc.ranker.rule import Fired, Missed, RankerBook, RankerRule

__all__ = ["Fired", "Missed", "RankerBook", "RankerRule", "Scored", "Step", "Trace"]
