"""How every kernel of the project is compiled: by numba, when it is first needed, and kept on disk.

A kernel is a plain function over NumPy arrays and scalars, decorated with `kernel`. One that Python calls
returns numbers and fills the arrays that it is given: where numba makes an array's object it calls Python,
where an interrupt may come, and goes on as if none had (``python -m eval.house`` finds such kernels).
"""

from __future__ import annotations

import atexit
import functools
import gc
import hashlib
import importlib
import json
import logging
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, overload

from symbolic_rc.core.cache_folder import CheckedFolder, code_digest, kernel_folder, locked

_LOG = logging.getLogger(__name__)
_PACKAGE = Path(__file__).parents[1]
#: Where this copy of the package keeps its kernels: beside those of others, which it need not check.
_PLACE = hashlib.sha256(str(_PACKAGE).encode()).hexdigest()[:16]
#: What reading and answering call, with types of arguments (``python -m eval.bench.start --signatures``);
#: the modules that take longest come first, so that the processes that compile end together.
SIGNATURES = Path(__file__).with_name("signatures.json")
#: Processes that compile at once, each of 1 GB at most; bytes of a module's name on the way to them.
_MOST_PROCESSES, _NAME = 16, 200

#: All kernels that were imported; whether compiled ones are kept.
KERNELS: list[Kernel] = []
_caching = True

Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(function: None = None, **options: Any) -> Callable[[Function], Function]: ...
def kernel(function: Any = None, **options: Any) -> Any:
    """Decorate a kernel: nopython, compiled at its first call, cached on disk, lock released.

    Signed integers that another kernel passes to it are widened to 64 bits: it is compiled once, not for each
    combination of widths and constants. Options go to `numba.njit`: ``fastmath=True``.
    """
    return functools.partial(Kernel, options=options) if function is None else Kernel(function, options)


class Kernel:
    """A function that numba compiles; under ``NUMBA_DISABLE_JIT=1`` it runs as it was written."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func, self.targetoptions = function, options  # numba reads both where it inlines
        self._dispatchers: dict[str, Any] = {}
        self._run: Callable[..., Any] = self._first_call
        KERNELS.append(self)

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        try:
            return self._run(*arguments)
        except OSError as error:  # of the cache, since kernels raise none: a disk is full
            _stop_caching(error)
            return self._run(*arguments)

    def _first_call(self, *arguments: Any) -> Any:
        import numba

        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            self._run = self.py_func
        else:
            self.compile(tuple(map(numba.typeof, arguments)))
            self._run = self.dispatcher("python")
        return self._run(*arguments)

    def compile(self, types: tuple[Any, ...]) -> None:
        """Compile the kernel for arguments of these numba types, or load it."""
        try:
            with _held(self.__module__):
                self.dispatcher("python").compile(types)
        except Exception as error:
            if not _caching or type(error).__module__.startswith("numba."):
                raise
            _stop_caching(error)
            self.dispatcher("python").compile(types)

    def dispatcher(self, caller: str) -> Any:
        """Return what numba makes of the function, for Python or (without a wrapper) for a kernel."""
        import numba

        _let_kernels_call_kernels()
        if caller not in self._dispatchers:
            folder, chosen = _folder_of(self.__module__), numba.config.CACHE_DIR  # type: ignore[attr-defined]
            options = {"nogil": True, "cache": folder is not None, **self.targetoptions}
            options |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": caller == "kernel"}
            try:
                numba.config.CACHE_DIR = f"{folder and folder.path}/{caller}/{_PLACE}"  # type: ignore[attr-defined]
                self._dispatchers[caller] = numba.njit(**options)(self.py_func)
            finally:
                numba.config.CACHE_DIR = chosen  # type: ignore[attr-defined]
        return self._dispatchers[caller]

    def forget(self) -> None:
        """Have numba make anew what it has not compiled yet."""
        self._dispatchers = {caller: one for caller, one in self._dispatchers.items() if one.signatures}
        if "python" not in self._dispatchers:
            self._run = self._first_call


@functools.cache
def _let_kernels_call_kernels() -> None:
    """Tell numba what a kernel is inside another."""
    from numba import types
    from numba.extending import models, register_model, typeof_impl

    class Callee(types.Dispatcher):
        def __init__(self, kernel: Kernel) -> None:
            super().__init__(kernel.dispatcher("kernel"))
            self._module = kernel.__module__

        def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
            with _held(self._module):
                named = {name: widened(kind) for name, kind in dict(kws).items()}
                return super().get_call_type(context, tuple(map(widened, args)), named)

    def widened(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if kind in types.signed_domain else kind

    register_model(Callee)(models.OpaqueModel)
    typeof_impl.register(Kernel)(lambda kernel, context: Callee(kernel))


def _stop_caching(error: Exception) -> None:
    """Go on without the cache, and say so once."""
    global _caching
    if _caching:
        _caching = False
        _LOG.warning("compiled kernels are not kept (%s); set SYMBOLIC_RC_CACHE to choose a folder", error)
    for one in KERNELS:
        one.forget()


def _folder_of(module: str) -> CheckedFolder | None:
    """Return where the kernels of a module are kept, if they are."""
    try:
        return _folder(module) if _caching else None
    except OSError as error:
        _stop_caching(error)
        return None


@functools.cache
def _folder(module: str) -> CheckedFolder:
    atexit.register(_verify, module)
    return CheckedFolder(kernel_folder() / module / code_digest(module), f"*/{_PLACE}/*/*.nb[ic]")


def _verify(module: str) -> None:
    """Keep the checksums of what was compiled after the first call, for other types of arguments."""
    with suppress(OSError), _held(module):
        pass


@contextmanager
def _held(module: str) -> Iterator[None]:
    """Keep other processes from compiling kernels of a module meanwhile."""
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock, nullcontext() if (folder := _folder_of(module)) is None else folder.held():
        yield


def compile_ahead(report: Callable[[str], None] = lambda stage: None) -> None:
    """Compile all that reading and answering need, on all cores, once; errors are left to the first call."""
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return
    with suppress(OSError):
        signatures = json.loads(SIGNATURES.read_bytes())
        sources = [_PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py") for module in signatures]
        stats = [path.stat() for path in sources if path.exists()]
        state = (sys.version, version("numba"), str(_PACKAGE), signatures, [one.st_mtime_ns for one in stats])
        ready = kernel_folder() / f"ready-{hashlib.sha256(repr(state).encode()).hexdigest()[:16]}"
        with nullcontext() if ready.exists() else locked(kernel_folder() / "lock"):
            if not ready.exists():  # no other process was at it
                total = sum(len(types) for kernels in signatures.values() for types in kernels.values())
                stage = f"compiling kernels, first run only: {{}} of {total}".format
                _compile_all(list(signatures), lambda count: report(stage(count)))
                ready.touch()


def _compile_all(modules: list[str], report: Callable[[int], None]) -> None:
    """Have processes take modules from one pipe, and write a dot for each kernel into another."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    (tasks, given), (done, dots) = os.pipe(), os.pipe()
    os.write(given, b"".join(module.encode().ljust(_NAME) for module in modules))
    os.close(given)
    command = [sys.executable, "-c", f"from {__name__} import serve; serve()"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(_PACKAGE.parent), *sys.path])}
    place = kernel_folder()  # the user's folder may hold another copy of the package
    start = functools.partial(subprocess.Popen, env=environment, cwd=place, stderr=subprocess.DEVNULL)
    running = [start(command, stdin=tasks, stdout=dots) for _ in range(min(cores, _MOST_PROCESSES))]
    os.close(dots)
    count = 0
    try:
        report(0)
        while new := os.read(done, _NAME):
            count += len(new)
            report(count)
    finally:
        os.close(tasks)
        os.close(done)
        for process in running:
            process.kill()
            process.wait()


def serve() -> None:
    """Compile the kernels of the modules that are named on the standard input."""
    gc.disable()  # it would take a fifth of the time: what numba makes stays reachable
    signatures = json.loads(SIGNATURES.read_bytes())
    while module := os.read(0, _NAME).decode().strip():
        for name, several in signatures[module].items():
            for types in several:
                with suppress(Exception):  # the list may be older than the kernel
                    getattr(importlib.import_module(module), name).compile(tuple(map(type_of, types)))
                os.write(1, b".")


def type_of(described: Any) -> Any:
    """Return a type: ``"int64"``, ``["int32", 2, "C", "readonly"]``, ``{"module:NamedTuple": [types]}``."""
    from numba import types

    if isinstance(described, str):
        return getattr(types, described)
    if isinstance(described, list):
        return types.Array(getattr(types, described[0]), described[1], described[2], described[3:] != [])
    ((name, parts),) = described.items()
    return types.BaseTuple.from_types((*map(type_of, parts),), pkgutil.resolve_name(name) if name else None)
