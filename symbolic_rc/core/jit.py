"""How every kernel of the project is compiled: lazily, cached, without Python objects.

Kernels are written as plain functions over NumPy arrays and scalars and decorated with `kernel`.
``NUMBA_DISABLE_JIT=1`` runs them as plain Python, as numba itself documents.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from symbolic_rc.core.version import VERSION

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_directory() -> Path:
    """Return the user's folder for compiled code: ``$SYMBOLIC_RC_CACHE``, else the platform's habit.

    Each version has its own: numba sees that a kernel's file has changed, but not one of those it calls.
    """
    chosen = os.environ.get("SYMBOLIC_RC_CACHE")
    base = (
        Path(chosen)
        if chosen
        else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "symbolic_rc"
    )
    folder = base / "numba" / VERSION
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / "symbolic_rc" / "numba" / VERSION
        folder.mkdir(parents=True, exist_ok=True)
    return folder


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_directory()))
import numba  # noqa: E402  (the cache's place must be known before numba is imported)

if not getattr(numba.config, "CACHE_DIR", ""):  # numba was imported before, without a place for its cache
    vars(numba.config)["CACHE_DIR"] = os.environ["NUMBA_CACHE_DIR"]


def kernel(function: Function | None = None, **options: Any) -> Any:
    """Decorate a kernel: nopython, cached on disk, compiled at its first call, lock released.

    Signed integers that another kernel passes to it are widened to 64 bits: a helper that is called with
    values of many widths, constants and omitted arguments is compiled once, not for each combination of them.
    Further options (``fastmath=True``, ``inline="always"``) go to `numba.njit`.
    """
    settings: dict[str, Any] = {"cache": True, "nogil": True, **options}
    if function is None:
        return lambda wrapped: kernel(wrapped, **options)
    compiled: Any = numba.njit(function, **settings)
    if hasattr(compiled, "get_call_template"):
        resolve = compiled.get_call_template
        compiled.get_call_template = lambda arguments, named: resolve(
            tuple(map(_widened, arguments)), {name: _widened(kind) for name, kind in dict(named).items()}
        )
    return compiled


def _widened(kind: Any) -> Any:
    """Return the type that a kernel's argument is converted to."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and kind.signed else kind  # type: ignore[attr-defined]
