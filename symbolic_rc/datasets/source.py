"""Where data come from: files, folders, archives and standard input behind one small interface.

Compression (``.gz``, ``.xz``, ``.bz2``) is taken off on the way, by the first bytes and not by the name. A
``.zip`` or ``.tar`` file is a folder. Nothing is unpacked onto the disk by name.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from symbolic_rc.core.errors import DataError

#: What reading a damaged file raises, by kind of file.
_DAMAGE = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError, RuntimeError)
_COMPRESSED = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\x00": lzma.open, b"BZh": bz2.open}
_SUFFIXES = (".gz", ".xz", ".bz2")
_SPOOL = 64 << 20  # bytes of an archive that are held in memory before a temporary file takes over


@dataclass(frozen=True)
class Source:
    """One file of a data set.

    Attributes
    ----------
    place : str
        What an error calls it: path, and for a member of an archive ``archive!member``.
    name : str
        Its path below the folder or archive that was given, with ``/``, without a compression suffix.
    """

    place: str
    name: str
    _open: Callable[[], IO[bytes]] = field(repr=False)

    @property
    def stem(self) -> str:
        """The last part of `name` without its ending."""
        return PurePosixPath(self.name).stem

    @property
    def suffix(self) -> str:
        """The ending of `name`, in lower case."""
        return PurePosixPath(self.name).suffix.lower()

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Open for reading bytes, decompressed; damage anywhere inside becomes a `DataError`."""
        try:
            with self._open() as raw:
                yield _decompressed(raw)
        except _DAMAGE as error:
            raise DataError(f"cannot be read ({_one_line(error)})", self.place) from error

    def lines(self) -> Iterator[str]:
        """Yield the lines without their ends, decoded; memory does not grow with the file."""
        with self.open() as file:
            for number, line in enumerate(file, 1):
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as error:
                    raise DataError(f"is not UTF-8 ({error.reason})", self.place, number) from error
                yield text.rstrip("\r\n")

    def text(self, fallback: str | None = None) -> str:
        """Return the whole file as text with plain line ends.

        Parameters
        ----------
        fallback : str, optional
            The encoding to use where the file is not UTF-8; an error without it.
        """
        with self.open() as file:
            data = file.read()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            if fallback is None:
                line = data.count(b"\n", 0, error.start) + 1
                raise DataError(f"is not UTF-8 ({error.reason})", self.place, line) from error
            text = data.decode(fallback, errors="replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def head(self, size: int = 1 << 15) -> str:
        """Return the beginning of the file as text, for recognising its format."""
        with self.open() as file:
            return file.read(size).decode("utf-8-sig", errors="replace")


def _decompressed(raw: IO[bytes]) -> IO[bytes]:
    start = raw.peek(6)[:6] if isinstance(raw, io.BufferedReader) else b""
    if not start and raw.seekable():
        start = raw.read(6)
        raw.seek(0)
    for magic, opener in _COMPRESSED.items():
        if start.startswith(magic):
            return opener(raw)  # type: ignore[operator]
    return raw


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def opened_for_writing(path: Path) -> IO[str]:
    """Open a text file for writing, compressed by its name's ending; equal text gives equal bytes."""
    if path.suffix == ".xz":
        return lzma.open(path, "wt", encoding="utf-8", newline="\n")
    if path.suffix == ".gz":
        raw = gzip.GzipFile(path, "wb", mtime=0)
        return io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
    return open(path, "w", encoding="utf-8", newline="\n")


def _bare(name: str) -> str:
    """Take the compression suffix off a name."""
    return name[: -len(suffix)] if (suffix := PurePosixPath(name).suffix) in _SUFFIXES else name


def sources(path: str | Path) -> list[Source]:
    """Return the files behind a path: itself, a folder's or an archive's in order of their names.

    Parameters
    ----------
    path : str or Path
        A file, a folder (searched to any depth; hidden files are passed over), a ``.zip`` or ``.tar`` archive
        (compressed or not), or ``-`` for standard input.

    Raises
    ------
    DataError
        If there is nothing at that path, or it cannot be read.
    """
    if str(path) == "-":
        return list(_members("standard input", "-", io.BytesIO(sys.stdin.buffer.read())))
    root = Path(path)
    try:
        if root.is_dir():
            files = sorted(file for file in root.rglob("*") if file.is_file())
            names = [file.relative_to(root).as_posix() for file in files]
            return [
                source
                for file, name in zip(files, names, strict=True)
                if not any(part.startswith((".", "__MACOSX")) for part in name.split("/"))
                for source in _of_file(file, name)
            ]
        with open(root, "rb"):
            pass
    except OSError as error:
        raise DataError(f"cannot be read ({_one_line(error)})", root) from error
    return list(_of_file(root, root.name))


def _of_file(path: Path, name: str) -> Iterable[Source]:
    ending = _bare(name.lower())
    if ending.endswith((".zip", ".tar", ".tgz", ".txz")):
        return _members(str(path), name, path)
    return [Source(str(path), _bare(name), lambda: open(path, "rb"))]


def _members(place: str, name: str, data: Path | io.BytesIO) -> Iterator[Source]:
    """Yield the files in an archive; what is no archive is one file."""
    try:
        if zipfile.is_zipfile(data):
            archive = zipfile.ZipFile(data)
            for member in sorted(archive.namelist()):
                if not member.endswith("/") and not member.startswith("__MACOSX"):
                    yield Source(f"{place}!{member}", _bare(member), partial(archive.open, member))
            return
        spool = tempfile.SpooledTemporaryFile(_SPOOL)  # noqa: SIM115  (the members read from it later)
        with open(data, "rb") if isinstance(data, Path) else data as raw:
            stream = _decompressed(raw)
            while block := stream.read(1 << 20):
                spool.write(block)
        spool.seek(0)
        try:
            tar = tarfile.open(fileobj=spool, mode="r:")  # noqa: SIM115
        except tarfile.TarError:
            if isinstance(data, Path):
                raise
            content = _whole(spool)
            yield Source(place, _bare(name), lambda: io.BytesIO(content))
            return
        entries = sorted((entry for entry in tar if entry.isfile()), key=lambda entry: entry.name)
        for entry in entries:
            yield Source(f"{place}!{entry.name}", _bare(entry.name), partial(_extracted, tar, entry))
    except _DAMAGE as error:
        raise DataError(f"cannot be read ({_one_line(error)})", place) from error


def _whole(spool: IO[bytes]) -> bytes:
    spool.seek(0)
    return spool.read()


def _extracted(tar: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    file = tar.extractfile(entry)
    assert file is not None  # only regular files were listed
    return file
