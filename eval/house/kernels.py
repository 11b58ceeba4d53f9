"""Kernels as plain Python, beside the compiled ones, and which of them a test has compared so.

`compared` puts a checked function in the place of each kernel, in all modules that are loaded: a call from
Python runs the compiled kernel and, on a copy of its arguments, the Python function that it was compiled from
(with everything that this calls as plain Python too, as under ``NUMBA_DISABLE_JIT=1``), and what they return
and write must be equal. The kernels that were reached are remembered.
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

from symbolic_rc.core.kernels import Kernel

#: Packages whose kernels are meant.
PACKAGES = ("symbolic_rc", "lexicons")
#: The kernels that have run as plain Python in this process, as ``module.function``.
REACHED: set[str] = set()
#: By how much floats may differ: sums of `fastmath` kernels are taken in any order, ``exp`` has two makers.
RELATIVE, ABSOLUTE = 1e-4, 1e-5

Place = tuple[dict[str, Any], str, Any]


def name_of(kernel: Any) -> str:
    """Return the dotted name of a kernel."""
    return f"{kernel.__module__}.{kernel.__qualname__}"


def kernels() -> list[str]:
    """Import all modules and return the names of all kernels, sorted."""
    for package in PACKAGES:
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            # the neural readers have none, and need PyTorch
            if not module.name.endswith("__main__") and not module.name.startswith("symbolic_rc.neural"):
                importlib.import_module(module.name)
    return sorted({name_of(value) for _, _, value in _compiled()})


def _compiled() -> list[Place]:
    """Return (names of a module, name, kernel) for each place where a kernel is named."""
    return [
        (vars(module), name, value)
        for module in list(sys.modules.values())
        if (getattr(module, "__name__", "") or "").partition(".")[0] in PACKAGES
        for name, value in list(vars(module).items())
        if isinstance(value, Kernel)
    ]


@contextmanager
def compared() -> Iterator[list[str]]:
    """Check kernels as they are called; yield the list that the names of those that differ are added to."""
    different: list[str] = []
    places = _compiled()
    checked: dict[int, Callable[..., Any]] = {}

    def as_checked() -> None:
        for names, name, kernel in places:
            names[name] = checked[id(kernel)]

    def as_compiled() -> None:
        for names, name, kernel in places:
            names[name] = kernel

    inside = False

    def check(kernel: Any) -> Callable[..., Any]:
        function, name = kernel.py_func, name_of(kernel)

        @functools.wraps(function)
        def run(*arguments: Any) -> Any:
            nonlocal inside
            REACHED.add(name)
            if inside:
                return function(*arguments)
            known: dict[int, Any] = {}
            copies = [_copy(argument, known) for argument in arguments]
            as_compiled()  # it may have to be compiled first
            result = kernel(*arguments)
            as_checked()
            inside = True
            try:
                plain = function(*copies)
            finally:
                inside = False
            if not (_equal(result, plain) and all(map(_equal, arguments, copies))):
                different.append(name)
            return result

        return run

    checked = {id(kernel): check(kernel) for _, _, kernel in places}
    as_checked()
    try:
        with np.errstate(all="ignore"):
            yield different
    finally:
        as_compiled()


def _copy(value: Any, known: dict[int, Any]) -> Any:
    """Return a copy of arrays and tuples of arrays; an array that is given twice stays one."""
    if isinstance(value, np.ndarray):
        return known.setdefault(id(value), value.copy())
    if isinstance(value, tuple):
        parts = [_copy(part, known) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _equal(one: Any, other: Any) -> bool:
    """Tell whether two results are equal, floats nearly."""
    if isinstance(one, tuple):
        return isinstance(other, tuple) and len(one) == len(other) and all(map(_equal, one, other))
    if one is None or other is None:
        return one is other
    a, b = np.asarray(one), np.asarray(other)
    if a.shape != b.shape:
        return False
    if "f" in (a.dtype.kind, b.dtype.kind):
        return bool(np.allclose(a, b, RELATIVE, ABSOLUTE, equal_nan=True))
    return bool((a == b).all())
