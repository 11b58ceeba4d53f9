"""A kernel runs as plain Python until it has spent there what its compilation would cost.

Compiling all kernels takes a minute or two, and a first use needs few of them for long. Who rents skis until
the rent has reached their price pays at most twice what it would have cost to know the winter (Karlin et
al. 1988). What is paid is remembered in the cache, from process to process.
Compiled and plain give the same, bit for bit: ``python -m eval.house --kernels`` compares them.
"""

from __future__ import annotations

import atexit
import os
import time
from typing import Any

import numpy as np

from symbolic_rc.core.first_use.plain_kernels import COMPILED_INSIDE, as_compiled, plain

#: What the compilation of one instruction of Python's code takes, in seconds of processor time; measured by
#: ``python -m eval.bench.start --kernels``.
PRICE = 1e-3
#: Less rent than this is not worth a file.
_LITTLE = 0.05


def compile_always() -> bool:
    """Whether each kernel is to be compiled at its first call."""
    return os.environ.get("SYMBOLIC_RC_COMPILE") == "always"


def rents(kernel: Any) -> bool:
    """Whether a kernel may run as plain Python in place of being compiled."""
    return getattr(kernel, COMPILED_INSIDE, True) is False


class Renting:
    """What numba asks for a kernel's code when it is called with arguments for which none is there.

    Parameters
    ----------
    kernel : Dispatcher
    """

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._compile = kernel._compile_for_args
        self._left: float | None = None
        self._before = self._rent = 0.0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return what is to be called: the plain function, or the compiled one."""
        if self._left is None:
            cache = self._kernel._cache
            self._left = 0.0
            if not cache.holds():
                self._before = cache.spent()
                self._left = PRICE * cache.instructions() - self._before
                atexit.register(self._remember)
        if self._left > 0:
            return self._run
        return self._compile(*arguments, **named)

    def _run(self, *arguments: Any) -> Any:
        """Run the kernel as plain Python, and take the time that it takes off what is left."""
        began = time.thread_time()
        with np.errstate(all="ignore"):
            result = plain(self._kernel)(*arguments)
        assert self._left is not None
        took = time.thread_time() - began
        self._left -= took
        self._rent += took
        return as_compiled(result)

    def _remember(self) -> None:
        """Keep at the end of the process what it paid, if the kernel was not bought meanwhile."""
        cache = self._kernel._cache
        if self._rent > _LITTLE and not cache.holds():
            cache.spend(self._before + self._rent)
