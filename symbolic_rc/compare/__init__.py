"""Two runs side by side: tests, slices, report."""

from symbolic_rc.compare.comparison import CompareOptions
from symbolic_rc.compare.forms.short import short_report
from symbolic_rc.compare.forms.text import markdown_report
from symbolic_rc.compare.report import compare, write_report

__all__ = ["CompareOptions", "compare", "markdown_report", "short_report", "write_report"]
