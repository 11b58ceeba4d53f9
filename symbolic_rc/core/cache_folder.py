"""Where the project keeps what it can make or fetch again: compiled kernels, stories that were read, data."""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import os
import pickle
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob
from pathlib import Path
from types import CodeType, ModuleType

_LOG = logging.getLogger(__name__)
_PACKAGE = __name__.partition(".")[0]
#: Folders beside each other that stay: other versions of the package may use the same cache.
_KEPT = 8


def cache_folder() -> Path:
    """Return ``$SYMBOLIC_RC_CACHE``, else ``symbolic_rc`` in the user's cache folder; it need not exist.

    A RuntimeError says that the user has no home.
    """
    if chosen := os.environ.get("SYMBOLIC_RC_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / _PACKAGE


@functools.cache
def kernel_folder() -> Path:
    """Return the folder of compiled kernels, to which nobody else can write: what lies in it is run.

    It is in ``$NUMBA_CACHE_DIR`` where only that is set. Where the folder cannot be used, one among the
    temporary files takes its place, and a warning says so; an OSError if there is none to write to either.
    """
    chosen = os.environ.get("SYMBOLIC_RC_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    try:
        return private((Path(chosen) if chosen else cache_folder()) / "compiled")
    except (OSError, RuntimeError) as error:
        user = os.getuid() if hasattr(os, "getuid") else ""
        try:
            folder = private(Path(tempfile.gettempdir()) / f"{_PACKAGE}-{user}")
        except OSError:
            folder = private(Path(tempfile.mkdtemp(prefix=f"{_PACKAGE}-")))
        _LOG.warning(
            "compiled kernels are kept in %s, as %s cannot be used (%s); set SYMBOLIC_RC_CACHE to choose",
            folder,
            chosen or "the user's cache folder",
            getattr(error, "strerror", None) or error,
        )
        return folder


def private(folder: Path) -> Path:
    """Make a folder where nobody but the user, and root, can change what is read from it.

    An OSError says that others own it or a folder above it, or can write there, or that the user cannot.
    Above it, a folder like ``/tmp``, where nobody can remove what is another's, is good enough.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink():
        raise PermissionError(f"{folder} is a symbolic link")
    real = folder.resolve()
    above = dict.fromkeys((real, *folder.absolute().parents, *real.parents))
    for one in above if hasattr(os, "getuid") else ():
        found = one.stat()
        own = found.st_uid == os.getuid() or (one != real and found.st_uid == 0)
        closed = not found.st_mode & (0o022 if one == real else 0o002)
        if not own or not (closed or (one != real and found.st_mode & stat.S_ISVTX)):
            raise PermissionError(f"others can write to {one}: chmod go-w" if own else f"others own {one}")
    tempfile.TemporaryFile(dir=folder).close()
    return folder


@functools.cache
def code_digest(module: str) -> str:
    """Hash all that the kernels of a module are made of: what numba does not know to have changed.

    That is the module's source, constants of others that its kernels name, and the modules of what they call.
    An OSError says that the module has no source, as one that was typed in.
    """
    names = vars(sys.modules[module])
    found = hashlib.sha256(Path(names.get("__file__") or "").read_bytes())
    codes = [value.py_func.__code__ for value in names.values() if hasattr(value, "py_func")]
    for name in sorted(set().union(*map(_names, codes)) & names.keys()):
        value = names[name]
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""
        if home != module and hasattr(sys.modules.get(home), "__file__"):
            found.update(code_digest(home).encode())
        with suppress(pickle.PicklingError, TypeError, AttributeError):
            found.update(pickle.dumps((name, value)))
    return found.hexdigest()[:32]


def _names(code: CodeType) -> set[str]:
    return set(code.co_names).union(*(_names(one) for one in code.co_consts if isinstance(one, CodeType)))


class CheckedFolder:
    """A folder that one process at a time works in; what was damaged since the last time is removed from it.

    Checksums are kept of the files of a pattern. Of the folders beside it the oldest go.
    """

    def __init__(self, path: Path, pattern: str) -> None:
        self.path, self._pattern = path, pattern
        self._known: dict[str, int] = {}
        self._held = False
        path.mkdir(parents=True, exist_ok=True)
        for old in sorted(path.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-_KEPT]:
            shutil.rmtree(old, ignore_errors=True)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes from working here meanwhile; within, it can be held again."""
        if self._held:
            yield
            return
        with locked(self.path / "lock"):
            file, checksums = self.path / "checksums", {}
            with suppress(OSError, ValueError):
                checksums = json.loads(file.read_bytes())
            for name, checksum in self._changed():
                if checksums.get(name) != checksum:
                    _LOG.info("%s is damaged, and is made again", name)
                    (self.path / name).unlink()
            self._held = True
            try:
                yield
                if new := dict(self._changed()):
                    file.with_suffix(".new").write_text(json.dumps(checksums | new), encoding="utf-8")
                    file.with_suffix(".new").replace(file)
            finally:
                self._held = False

    def _changed(self) -> Iterator[tuple[str, int]]:
        """Yield the files that have changed since the last call, with their checksums."""
        for name in sorted(glob(self._pattern, root_dir=self.path)):
            changed = (self.path / name).stat().st_mtime_ns
            if self._known.get(name) != changed:
                yield name, zlib.crc32((self.path / name).read_bytes())
                self._known[name] = changed


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process holds a file; not on Windows, nor on every network's disk."""
    with open(path, "ab") as file:
        with suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
