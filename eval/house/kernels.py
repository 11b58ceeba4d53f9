"""Kernels as plain Python, beside the compiled ones, and which of them a test has compared so.

`interpreted` puts the Python function of each kernel in the place of the compiled one, in all modules that
are loaded: what runs inside is what ``NUMBA_DISABLE_JIT=1`` would run. A property test computes something
with and without it and compares; the kernels that were reached are remembered.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

#: Packages whose kernels are meant.
PACKAGES = ("symbolic_rc", "lexicons")
#: The kernels that have run as plain Python in this process, as ``module.function``.
REACHED: set[str] = set()


def name_of(kernel: Any) -> str:
    """Return the dotted name of a kernel."""
    function = getattr(kernel, "py_func", kernel)
    return f"{function.__module__}.{function.__qualname__}"


def kernels() -> list[str]:
    """Import all modules and return the names of all kernels, sorted."""
    for package in PACKAGES:
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    return sorted({name_of(value) for _, _, value in _compiled()})


def _compiled() -> list[tuple[dict[str, Any], str, Any]]:
    """Return (names of a module, name, kernel) for each place where a kernel is named."""
    return [
        (vars(module), name, value)
        for module in list(sys.modules.values())
        if (getattr(module, "__name__", "") or "").partition(".")[0] in PACKAGES
        for name, value in list(vars(module).items())
        if hasattr(value, "py_func") and value.py_func.__module__.partition(".")[0] in PACKAGES
    ]


def _recorded(kernel: Any) -> Callable[..., Any]:
    """Return a kernel's Python function, which remembers that it ran."""
    function, name = kernel.py_func, name_of(kernel)

    @functools.wraps(function)
    def plain(*arguments: Any, **named: Any) -> Any:
        REACHED.add(name)
        return function(*arguments, **named)

    return plain


@contextmanager
def interpreted() -> Iterator[None]:
    """Run kernels as plain Python; integers wrap around silently, as compiled ones do."""
    places = _compiled()
    plain = {id(kernel): _recorded(kernel) for _, _, kernel in places}
    try:
        for names, name, kernel in places:
            names[name] = plain[id(kernel)]
        with np.errstate(over="ignore"):
            yield
    finally:
        for names, name, kernel in places:
            names[name] = kernel
