"""How every kernel of the project is compiled: when it pays, cached, without Python objects.

Kernels are written as plain functions over NumPy arrays and scalars and decorated with `kernel`. To compile
all of them takes a minute or two, more than most first uses need: so a kernel that is not in the cache runs
as the Python function that it was written as until it has spent there what its compilation would cost
(`renting`). ``SYMBOLIC_RC_COMPILE=always`` compiles each kernel at its first call, as the tests do;
``NUMBA_DISABLE_JIT=1`` compiles nothing, as numba itself documents.

A kernel that Python calls returns numbers and fills the arrays that it is given. Where numba makes an array's
or a named tuple's object it calls Python, where an interrupt may come, and goes on as if none had: the
process dies (``python -m eval.house`` finds such kernels).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numba

from symbolic_rc.core.first_use.plain_kernels import COMPILED_INSIDE, RENTING
from symbolic_rc.core.first_use.renting import OFTEN, Renting
from symbolic_rc.core.kernel_cache import KernelCache, cache_directory

__all__ = ["cache_directory", "kernel", "on_compile"]

Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(
    function: None = None,
    *,
    often: bool = False,
    large: bool = False,
    exact: bool = True,
    allocates: bool = True,
    **options: Any,
) -> Callable[[Function], Function]: ...
def kernel(
    function: Function | None = None,
    *,
    often: bool = False,
    large: bool = False,
    exact: bool = True,
    allocates: bool = True,
    **options: Any,
) -> Any:
    """Decorate a kernel: nopython, cached on disk, compiled when it pays, lock released.

    Signed integers that another kernel passes to it are widened to 64 bits: a helper that is called with
    values of many widths, constants and omitted arguments is compiled once, not for each combination of them.

    Parameters
    ----------
    often : bool
        A short loop that runs so often that it is compiled soon, even where the kernel that calls it runs
        as plain Python; see `plain_kernels`.
    large : bool
        It runs over so much that it is compiled at its first call.
    exact : bool
        Compiled and plain give the same to the last bit. Where they do not (``fastmath``, exponentials,
        sums of arrays), the kernel is compiled at once.
    allocates : bool
        Whether it makes arrays, or calls a kernel that does. Where it does not, numba need not count who
        holds which array, which can take longer than all else that a short helper does. Numba refuses to
        compile a kernel that makes or returns an array all the same.
    **options
        Further options (``fastmath=True``, ``inline="always"``) go to `numba.njit`.
    """
    settings: dict[str, Any] = {"nogil": True, **options}
    if not allocates:
        settings["_nrt"] = False
    if function is None:
        return lambda wrapped: kernel(
            wrapped, often=often, large=large, exact=exact, allocates=allocates, **options
        )
    compiled: Any = numba.njit(function, **settings)
    if hasattr(compiled, "get_call_template"):
        exact = exact and "fastmath" not in options
        share = 0.0 if large or not exact else OFTEN if often else 1.0
        renting = Renting(compiled, share)
        setattr(compiled, COMPILED_INSIDE, share < 1.0)
        if exact:
            setattr(compiled, RENTING, renting)
        compiled._compile_for_args = renting
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
