"""`symbolic_rc.score(…)` and `symbolic_rc.compare(…)`: two packages that can be called as functions.

`symbolic_rc.score` is the package of kernels, `symbolic_rc.compare` that of reports; what users expect under
these names is a function. Both are given: whichever way the package was imported, it can be called.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

#: The packages that can be called, and where the function of that name lies.
CALLS = {"score": "symbolic_rc.in_memory", "compare": "symbolic_rc.in_memory"}


class CallablePackage(ModuleType):
    """A package that can be called as a function."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Call the function of the same name."""
        name = self.__name__.rpartition(".")[2]
        return getattr(importlib.import_module(CALLS[name]), name)(*given, **named)

    @property
    def __wrapped__(self) -> Any:
        """The function, so that `help` and `inspect.signature` tell what it takes."""
        name = self.__name__.rpartition(".")[2]
        return getattr(importlib.import_module(CALLS[name]), name)


class _Root(ModuleType):
    """The root package: sees its packages as they are imported, and imports those that are called."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in CALLS and type(value) is ModuleType:
            value.__class__ = CallablePackage
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name in CALLS or name == "metrics":
            return importlib.import_module(f"{self.__name__}.{name}")
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def make_callable(root: str) -> None:
    """Let the packages of `CALLS` below a root package be called."""
    sys.modules[root].__class__ = _Root
