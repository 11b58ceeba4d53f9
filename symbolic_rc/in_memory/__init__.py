"""Scoring and comparing in Python, without files: what `symbolic_rc.score` and `symbolic_rc.compare` do."""

from symbolic_rc.in_memory.rows import records_of
from symbolic_rc.in_memory.rule_report import RuleReport, rule_report
from symbolic_rc.in_memory.scoring import Scored, compare, score

__all__ = ["RuleReport", "Scored", "compare", "records_of", "rule_report", "score"]
