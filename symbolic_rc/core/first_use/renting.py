"""A kernel runs as plain Python until it has spent there what its compilation would cost.

Compiling all kernels takes a minute or two, and a first use needs few of them for long. Who rents skis until
the rent has reached their price pays at most twice what it would have cost to know the winter (Karlin et
al. 1988). What is paid is remembered in the cache, from process to process.
Compiled and plain give the same, bit for bit: ``python -m eval.house --kernels`` compares them.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from symbolic_rc.core.first_use.plain_kernels import RENTING, as_compiled, plain

#: What the compilation of one instruction of Python's code takes, in seconds of processor time; measured by
#: ``python -m eval.bench.start --kernels``.
PRICE = 1e-3
#: What is declared to run often is bought when it has paid so much of its price: it will pay the rest soon.
OFTEN = 0.1
#: Of the calls inside other kernels the first so many are timed, and then one of so many.
_EACH = 16
#: Less rent than this is not worth a file.
_LITTLE = 0.05


def compile_always() -> bool:
    """Whether each kernel is to be compiled at its first call."""
    return os.environ.get("SYMBOLIC_RC_COMPILE") == "always"


def rents(kernel: Any) -> bool:
    """Whether a kernel may run as plain Python in place of being compiled."""
    return hasattr(kernel, RENTING)


class Renting:
    """What numba asks for a kernel's code when it is called with arguments for which none is there.

    Parameters
    ----------
    kernel : Dispatcher
    share : float
        The share of its price at which it is bought; at 0, when it is called first.
    """

    def __init__(self, kernel: Any, share: float = 1.0) -> None:
        self._kernel = kernel
        self._compile = kernel._compile_for_args
        self._share = share
        self._known = False
        self._left = self._before = self._rent = 0.0
        self._calls = 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return what is to be called: the plain function, or the compiled one."""
        if self._share and self.waits():
            return self._run
        module = sys.modules.get(self._kernel.py_func.__module__)
        if getattr(getattr(module, "__spec__", None), "_initializing", False):
            return self._compile(*arguments, **named)  # numba imports it: another thread would wait for this
        # signals come to the main thread, and an interrupt leaves numba half a kernel
        compiler = ThreadPoolExecutor(1, "compiler")
        try:
            return compiler.submit(self._compile, *arguments, **named).result()
        finally:
            compiler.shutdown(wait=False)

    def waits(self) -> bool:
        """Whether the kernel is still to run as plain Python."""
        if not self._known:
            self._known = True
            cache = self._kernel._cache
            if self._share and not compile_always() and not cache.holds():
                self._before = cache.spent()
                self._left = PRICE * self._share * cache.instructions() - self._before
                atexit.register(self._remember)
        return self._left > 0

    def inside(self, *arguments: Any) -> Any:
        """Run the kernel as plain Python inside another; one call of many is timed."""
        self._calls += 1
        if self._calls <= _EACH:
            return self._timed(arguments, 1)
        if self._calls % _EACH:
            return plain(self._kernel)(*arguments)
        return self._timed(arguments, _EACH)

    def _run(self, *arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return as_compiled(self._timed(arguments, 1))

    def _timed(self, arguments: tuple[Any, ...], calls: int) -> Any:
        """Run the kernel as plain Python, and take the time of so many calls off what is left."""
        began = time.thread_time()  # in which no kernel is compiled: another thread does that
        result = plain(self._kernel)(*arguments)
        took = calls * (time.thread_time() - began)
        self._left -= took
        self._rent += took
        return result

    def _remember(self) -> None:
        """Keep at the end of the process what it paid, if the kernel was not bought meanwhile."""
        cache = self._kernel._cache
        if self._rent > _LITTLE and not cache.holds():
            cache.spend(self._before + self._rent)
