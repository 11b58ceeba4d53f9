"""Two runs side by side: tests, slices, report."""

from symbolic_rc.compare.report import compare, write_report
from symbolic_rc.compare.report_text import markdown_report

__all__ = ["compare", "markdown_report", "write_report"]
