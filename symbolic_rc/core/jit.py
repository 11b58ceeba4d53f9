"""How every kernel of the project is compiled: lazily, cached, without Python objects.

Kernels are written as plain functions over NumPy arrays and scalars and decorated with `kernel`.
``NUMBA_DISABLE_JIT=1`` runs them as plain Python, as numba itself documents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numba

from symbolic_rc.core.kernel_cache import KernelCache, cache_directory

__all__ = ["cache_directory", "kernel", "on_compile"]

Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(function: None = None, **options: Any) -> Callable[[Function], Function]: ...
def kernel(function: Function | None = None, **options: Any) -> Any:
    """Decorate a kernel: nopython, cached on disk, compiled at its first call, lock released.

    Signed integers that another kernel passes to it are widened to 64 bits: a helper that is called with
    values of many widths, constants and omitted arguments is compiled once, not for each combination of them.
    Further options (``fastmath=True``, ``inline="always"``) go to `numba.njit`.
    """
    settings: dict[str, Any] = {"nogil": True, **options}
    if function is None:
        return lambda wrapped: kernel(wrapped, **options)
    compiled: Any = numba.njit(function, **settings)
    if hasattr(compiled, "get_call_template"):
        compiled._cache = KernelCache(compiled.py_func, settings)
        resolve = compiled.get_call_template
        compiled.get_call_template = lambda arguments, named: resolve(
            tuple(map(_widened, arguments)), {name: _widened(kind) for name, kind in dict(named).items()}
        )
    return compiled


def on_compile(tell: Callable[[str], None]) -> None:
    """Have `tell` called with the name of each kernel that is compiled from now on, before it is compiled."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            tell(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            """Tell nothing."""

    event.register("numba:compile", Listener())


def _widened(kind: Any) -> Any:
    """Return the type that a kernel's argument is converted to."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and kind.signed else kind  # type: ignore[attr-defined]
