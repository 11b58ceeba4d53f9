"""Scoring, comparing and judging in Python, without files: `symbolic_rc.score`, `compare` and `judge`."""

from symbolic_rc.in_memory.rows import records_of
from symbolic_rc.in_memory.rule_report import RuleReport, rule_report
from symbolic_rc.in_memory.scoring import Scored, compare, judge, score

__all__ = ["RuleReport", "Scored", "compare", "judge", "records_of", "rule_report", "score"]
