"""Where compiled kernels are kept, and under which name: a hash of everything that their code depends on.

numba notices that the file of a cached function has changed, but not that a function it calls, or a constant
it uses, has. Here each kernel has a folder named after a hash of its own code, the code of the kernels it
calls and the constants it uses, so that a changed kernel never meets an old one, and one that has not changed
is not compiled again because something else in its file was.

The cache is an optimisation, and nothing that happens to it stops an answer. A file begins with a checksum: a
damaged one, or another's, is removed before its machine code is looked at, and written anew. Where nothing
can be read or written (a full disk, say), kernels are compiled and not kept, and one warning says so.
"""

from __future__ import annotations

import enum
import hashlib
import logging
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
import types
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.serialize import dumps

_LOG = logging.getLogger(__name__)
_PACKAGE = __name__.partition(".")[0]
_IMPORT = re.compile(rf"^(?:from|import) +({_PACKAGE}[\w.]*)(?: +import +(\([^)]*\)|.*))?", re.MULTILINE)
#: Folders of one kernel that stay: other versions of the package may use the same cache.
_KEPT = 8
#: Bytes of a file's checksum.
_CHECKSUM = hashlib.sha256().digest_size
#: The attribute of a kernel's Python function that holds numba's options.
_OPTIONS = "__kernel_options__"

Function = Callable[..., Any]


@cache
def cache_directory() -> Path:
    """Return the user's folder for compiled code.

    It is ``$SYMBOLIC_RC_CACHE``, else ``$NUMBA_CACHE_DIR``, else ``symbolic_rc`` in the user's cache folder.
    Where nothing can be written there, a folder of the user's own among the temporary files takes its place,
    and a warning says so.
    """
    chosen = os.environ.get("SYMBOLIC_RC_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    try:
        base = Path(chosen) if chosen else _platform_cache() / _PACKAGE
        folder = base / "kernels"
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError) as error:
        try:
            folder = _private_folder()
        except OSError as full:
            folder = Path(os.devnull) / "kernels"
            _warn_once(full)
            return folder
        reason = getattr(error, "strerror", None) or error
        _LOG.warning(
            "compiled kernels are kept in %s, as %s cannot be written (%s); set SYMBOLIC_RC_CACHE to choose",
            folder,
            chosen or "the user's cache folder",
            reason,
        )
    return folder


def _platform_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _private_folder() -> Path:
    """Return a folder that nobody else can write to: what lies in it is run."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"{_PACKAGE}-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        foreign = hasattr(os, "getuid") and (found.st_uid != user or bool(found.st_mode & 0o077))
        if stat.S_ISDIR(found.st_mode) and not foreign:
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix=f"{_PACKAGE}-"))  # somebody else took the name


class _Place:
    """Where the compiled forms of one kernel lie; what numba calls a cache locator."""

    def __init__(self, function: Function) -> None:
        self._path = cache_directory() / _name(function) / digest(function)

    @classmethod
    def from_function(cls, function: Function, file: str) -> _Place:
        return cls(function)

    def get_cache_path(self) -> str:
        return str(self._path)

    def ensure_cache_path(self) -> None:
        """Do nothing: `_Files` makes the folder when it writes."""

    def get_source_stamp(self) -> str:
        return self._path.name

    def get_disambiguator(self) -> str:
        return "0"  # the folder says which function it is


class _Files:
    """The compiled forms of one kernel, a file each: a checksum, then what numba wants to keep."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _named(self, key: Any) -> tuple[Path, bytes]:
        """Return the file of a form, and what its checksum begins with, so that no other's passes for it."""
        name = f"{self._folder.name} {numba.__version__} {sys.version} {key!r}".encode()
        return self._folder / f"{hashlib.sha256(name).hexdigest()[:32]}.nbc", name

    def load(self, key: Any) -> Any:
        """Return what was kept of a form, or None."""
        path, name = self._named(key)
        try:
            found = path.read_bytes()
            if hashlib.sha256(name + found[_CHECKSUM:]).digest() == found[:_CHECKSUM]:
                return pickle.loads(found[_CHECKSUM:])
            reason = "damaged"
        except FileNotFoundError:
            return None
        except OSError as error:
            _warn_once(error)
            return None
        except Exception as error:  # it names a type that this version of the package has not, or elsewhere
            reason = str(error)
        _LOG.info("the compiled kernel in %s is made anew (%s)", path, reason)
        with suppress(OSError):
            path.unlink()
        return None

    def save(self, key: Any, data: Any) -> None:
        """Keep a form, in one step."""
        path, name = self._named(key)
        content = dumps(data)
        new = path.with_suffix(f".{uuid.uuid4().hex[:16]}")
        try:
            if not self._folder.is_dir():
                self._folder.mkdir(parents=True, exist_ok=True)
                _forget_oldest(self._folder.parent)
            new.write_bytes(hashlib.sha256(name + content).digest() + content)
            new.replace(path)
        except OSError as error:
            with suppress(OSError):
                new.unlink()
            _warn_once(error)

    def flush(self) -> None:
        """Remove all forms."""
        shutil.rmtree(self._folder, ignore_errors=True)


_warned = False


def _warn_once(error: OSError) -> None:
    """Say once in a process that compiled kernels are not kept."""
    global _warned
    if not _warned:
        _warned = True
        _LOG.warning(
            "compiled kernels cannot be kept, and are compiled in every process anew (%s); set "
            "SYMBOLIC_RC_CACHE to choose a folder",
            error,
        )


def _name(function: Function) -> str:
    return re.sub(r"[^\w.]", "", f"{function.__module__}.{function.__qualname__}")


def _forget_oldest(folder: Path) -> None:
    found = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


class _Forms(CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Place]  # noqa: RUF012  (numba's name and type)


class _FunctionCache(FunctionCache):
    _impl_class = _Forms

    def __init__(self, function: Function) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file: Any = _Files(Path(self.cache_path))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled form, or None; types that are written alike may be of two modules."""
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return found if found is not None and found.signature.args == sig else None


class KernelCache:
    """A kernel's cache, opened at its first call, when all that its code names is there.

    It has the methods of numba's own caches and hands on to one of them.
    """

    def __init__(self, function: Function, options: dict[str, Any]) -> None:
        self._function = function
        vars(function)[_OPTIONS] = options

    @cached_property
    def _opened(self) -> FunctionCache:
        return _FunctionCache(self._function)

    def holds(self) -> bool:
        """Whether a compiled form of the kernel is in the cache."""
        with suppress(OSError):
            return any(Path(self._opened.cache_path).glob("*.nbc"))
        return False

    def spent(self) -> float:
        """Return the seconds that former processes spent on the kernel as plain Python."""
        with suppress(OSError, ValueError):
            return float(self._rent.read_text("ascii"))
        return 0.0

    def spend(self, seconds: float) -> None:
        """Keep how many seconds were spent on the kernel as plain Python, for the processes to come."""
        with suppress(OSError):
            self._rent.parent.mkdir(parents=True, exist_ok=True)
            self._rent.write_text(f"{seconds:.3f}", "ascii")

    @property
    def _rent(self) -> Path:
        return Path(self._opened.cache_path) / "rent"

    def instructions(self) -> int:
        """Return how many instructions of Python's the kernel has, with all kernels that it calls."""
        return sum(len(one.__code__.co_code) // 2 for one in reached(self._function))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._opened, name)


def digest(function: Function) -> str:
    """Return the hash of a kernel's code, of all code that it calls, and of the constants in it."""
    found = hashlib.sha256(_decorator())
    for part in sorted(_direct(one)[0] for one in reached(function)):
        found.update(part)
    return found.hexdigest()[:32]


def reached(function: Function) -> list[Function]:
    """Return a kernel's function and those of all kernels that it calls, directly or not."""
    found: dict[Function, None] = {}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += _direct(one)[1]
    return list(found)


@cache
def _decorator() -> bytes:
    """Return the source that decides how kernels are compiled."""
    return Path(__file__).with_name("jit.py").read_bytes()


@cache
def _direct(function: Function) -> tuple[bytes, tuple[Function, ...]]:
    """Return the hash of a function's own code and constants, and the functions that it calls."""
    called: list[Function] = []
    found = hashlib.sha256(f"{function.__module__} {function.__qualname__}".encode())
    named = _names(function.__code__)
    values: dict[str, Any] = {name: function.__globals__.get(name) for name in named}
    values[_OPTIONS] = vars(function).get(_OPTIONS)
    values |= {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    }
    for line in _code(function.__code__):
        found.update(line)
    for name, value in sorted(values.items()):
        if isinstance(value, types.ModuleType):
            values |= {f"{name}.{part}": vars(value)[part] for part in named if part in vars(value)}
    for name, value in sorted(values.items()):
        found.update(f"{name}={_described(value, function, called)}\n".encode())
    return found.digest(), tuple(called)


def _names(code: types.CodeType) -> set[str]:
    inner = (one for one in code.co_consts if isinstance(one, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _code(code: types.CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_flags)).encode()
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from _code(one)
        else:
            yield repr(sorted(map(repr, one)) if isinstance(one, frozenset) else one).encode()


def _described(value: Any, user: Function, called: list[Function]) -> str:
    """Return what stands for a value that code names; kernels are added to `called`.

    What cannot be told by its content is told by the sources of its module and of its user's.
    """
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, (np.ndarray, np.generic)):
        found = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array {value.dtype.str} {value.shape} {found}"
    if isinstance(value, (tuple, list, set, frozenset, dict)):
        parts = [
            _described(one, user, called) for one in (value.items() if isinstance(value, dict) else value)
        ]
        ordered = parts if isinstance(value, (tuple, list)) else sorted(parts)
        return f"{type(value).__name__} ({' '.join(ordered)})"
    if hasattr(value, "py_func"):
        called.append(value.py_func)
        return f"kernel {value.py_func.__module__}.{value.py_func.__qualname__}"
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        return f"named tuple {value.__name__} {value._fields}"
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return f"enum {value.__name__} {[(one.name, one.value) for one in value]}"
    module = getattr(value, "__module__", None) or type(value).__module__
    if not _ours(module) and (callable(value) or module.startswith(("numba", "numpy"))):
        return f"{module} {getattr(value, '__qualname__', value)}"
    return _source(user.__module__) + (_source(module) if _ours(module) else "")


def _ours(module: str) -> bool:
    """Tell whether a module's source may change while the versions of what is installed stay."""
    return module.partition(".")[0] not in ("builtins", "math", "numpy", "numba", "llvmlite")


@cache
def _source(module: str) -> str:
    """Return the hash of a module's source and of those of the package that it imports."""
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in found or (name not in sys.modules and name != module):
            continue
        path = getattr(sys.modules.get(name), "__file__", None)
        if path is None or not os.path.exists(path):
            return uuid.uuid4().hex  # typed in by hand: nothing says whether it has changed
        source = Path(path).read_text(encoding="utf-8")
        found[name] = hashlib.sha256(source.encode()).hexdigest()
        for parent, names in _IMPORT.findall(source):
            waiting += [parent, *(f"{parent}.{part}" for part in re.findall(r"\w+", names))]
    return repr(sorted(found.items()))
