"""Kernels as the Python functions that they were written as.

A kernel that runs as plain Python calls other kernels as plain Python, too: numbers keep the types of NumPy's
scalars, and nothing is converted on the way in or out. What is declared to run often inside others
(``@kernel(often=True)``) is bought by itself (`renting`), and then runs compiled inside plain Python: loops
over arrays, which return no number narrower than 64 bits.
"""

from __future__ import annotations

import enum
import threading
import types
from collections.abc import Callable
from typing import Any

import numpy as np

Function = Callable[..., Any]

#: The attribute of a kernel that says whether it is compiled when a kernel as plain Python calls it.
COMPILED_INSIDE = "__compiled_inside_plain__"
#: The attribute of a kernel that says when it is bought, if it is not compiled at once.
RENTING = "__renting__"
_PACKAGE = __name__.partition(".")[0]
_SIGNED = frozenset((np.int8, np.int16, np.int32, np.int64))
_LOCK = threading.RLock()
_NAMES: dict[str, dict[str, Any]] = {}
_FUNCTIONS: dict[Any, Function] = {}


def plain(kernel: Any) -> Function:
    """Return the Python function of a kernel, with every kernel that it names as plain Python.

    Examples
    --------
    >>> from symbolic_rc.frames.templates import mix, mix3
    >>> plain(mix3).__globals__["mix"] is plain(mix)
    True
    """
    with _LOCK:
        try:
            if kernel not in _FUNCTIONS:
                function = kernel.py_func
                names = _names(function.__module__, function.__globals__)
                if kernel not in _FUNCTIONS:  # made on the way, as one of these names
                    _FUNCTIONS[kernel] = _with_names(function, names)
            return _FUNCTIONS[kernel]
        except BaseException:  # an interrupt leaves names of which some are missing
            _NAMES.clear()
            _FUNCTIONS.clear()
            raise


def _with_names(function: Any, names: dict[str, Any]) -> Function:
    """Return a copy of a function that looks its names up elsewhere, with constants as numba takes them."""
    code = function.__code__
    found = types.FunctionType(
        code.replace(co_consts=tuple(map(_constant, code.co_consts))),
        names,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    found.__kwdefaults__ = function.__kwdefaults__
    return found


def as_compiled(result: Any) -> Any:
    """Return what the compiled kernel would hand to Python: numbers of Python's own in place of NumPy's.

    Examples
    --------
    >>> import numpy as np
    >>> as_compiled((np.int32(3), np.bool_(True), None))
    (3, True, None)
    """
    if isinstance(result, np.generic):
        return result.item()
    if isinstance(result, tuple):
        parts = map(as_compiled, result)
        return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)
    return result


def _names(module: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return the names of a module, with kernels as plain Python."""
    if module not in _NAMES:
        names = _NAMES[module] = {**values, "float": _float, "max": _max, "min": _min}
        for name, value in values.items():
            names[name] = _inside(value)
    return _NAMES[module]


def _float(value: Any) -> Any:
    """Return what ``float(value)`` is to numba: 32 bits stay."""
    return value if isinstance(value, np.floating) else np.float64(value)


def _max(first: Any, second: Any, *others: Any) -> Any:
    """Return the maximum as numba does: of the widest type of all."""
    if others:
        return _max(_max(first, second), *others)
    if second > first:
        first, second = second, first
    return first if type(first) is not np.float32 or type(second) is np.float32 else np.float64(first)


def _min(first: Any, second: Any, *others: Any) -> Any:
    if others:
        return _min(_min(first, second), *others)
    if second < first:
        first, second = second, first
    return first if type(first) is not np.float32 or type(second) is np.float32 else np.float64(first)


def _constant(value: Any) -> Any:
    """Return what a constant is to numba: 32 bits times Python's float are 64 to it, to NumPy 32."""
    if type(value) is tuple:
        return tuple(map(_constant, value))
    return np.float64(value) if type(value) is float else value


def _inside(value: Any) -> Any:
    """Return what a name stands for inside a kernel that runs as plain Python."""
    if hasattr(value, COMPILED_INSIDE):
        return _Often(value) if getattr(value, COMPILED_INSIDE) else plain(value)
    if isinstance(value, types.ModuleType) and value.__name__.startswith(f"{_PACKAGE}."):
        return types.SimpleNamespace(**_names(value.__name__, vars(value)))
    if isinstance(value, type) and issubclass(value, enum.IntEnum):
        # to numba a member is its number, and Python finds it sooner where it is no more than that
        return types.SimpleNamespace(**{name: int(member) for name, member in value.__members__.items()})
    return _constant(value)


class _Often:
    """A kernel that is bought by itself: plain until then, and then compiled.

    The compiled one takes NumPy's signed integers as Python's: one form serves all widths.
    """

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._renting = getattr(kernel, RENTING, None)

    def __call__(self, *arguments: Any) -> Any:
        if self._renting is not None:
            if self._renting.waits():
                return self._renting.inside(*arguments)
            self._renting = None
        return self._kernel(*[int(one) if type(one) in _SIGNED else one for one in arguments])
