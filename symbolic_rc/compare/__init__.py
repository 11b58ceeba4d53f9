"""Two runs side by side: tests, slices, report. Called as a function, it compares in memory."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from symbolic_rc.compare.comparison import CompareOptions
from symbolic_rc.compare.forms.short import short_report
from symbolic_rc.compare.forms.text import markdown_report
from symbolic_rc.compare.report import compare, write_report

__all__ = ["CompareOptions", "compare", "markdown_report", "short_report", "write_report"]


class _CallablePackage(ModuleType):
    """This package, which can also be called: `symbolic_rc.compare(systems, gold)`."""

    @property
    def __wrapped__(self) -> Any:
        """The function, for `help` and `inspect.signature`."""
        return import_module("symbolic_rc.in_memory").compare

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.__wrapped__(*args, **options)


sys.modules[__name__].__class__ = _CallablePackage
