"""Two runs side by side: tests, slices, report."""

from symbolic_rc.compare.comparison import CompareOptions
from symbolic_rc.compare.forms import write_report
from symbolic_rc.compare.report import compare

__all__ = ["CompareOptions", "compare", "write_report"]
