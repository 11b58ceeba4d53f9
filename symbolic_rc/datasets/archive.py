"""Where data lie: files, folders, archives and streams, as one list of `DataFile`.

A ``.zip`` or ``.tar`` file is a folder. Nothing is unpacked onto the disk by name. Standard input and named
pipes are read as they come; only an archive among them is copied to a temporary file first.
"""

from __future__ import annotations

import io
import stat
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import BlockStream
from symbolic_rc.datasets.source import COMPRESSED, DAMAGE, DEFAULT, DataFile, Limits, one_line, unpacked

_SUFFIXES = (".gz", ".xz", ".bz2")
_ARCHIVES = (".zip", ".tar", ".tgz", ".txz")
_SPOOL = 64 << 20  # bytes of an archive that are held in memory before a temporary file takes over
_BLOCK = 1 << 16
_TAR_MAGIC = slice(257, 262)
#: Takes the bytes that were read.
Copy = Callable[[bytes], object]


def sources(path: str | Path, limits: Limits = DEFAULT) -> list[DataFile]:
    """Return the files behind a path: itself, a folder's or an archive's in order of their names.

    The path is a file, a folder (searched to any depth; hidden files are passed over), a ``.zip`` or ``.tar``
    archive (compressed or not), a named pipe, or ``-`` for standard input; a `DataError` if there is nothing,
    or it cannot be read.
    """
    if str(path) == "-":
        return list(of_stream("standard input", sys.stdin.buffer, limits))
    root = Path(path)
    try:
        if root.is_dir():
            files = sorted(file for file in root.rglob("*") if file.is_file())
            names = [file.relative_to(root).as_posix() for file in files]
            return [
                source
                for file, name in zip(files, names, strict=True)
                if not any(part.startswith((".", "__MACOSX")) for part in name.split("/"))
                for source in _of_file(file, name, limits)
            ]
        if not stat.S_ISREG(root.stat().st_mode):
            return list(of_stream(str(root), open(root, "rb"), limits))
        return list(_of_file(root, root.name, limits))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read ({one_line(error)})", root) from error


def _of_file(path: Path, name: str, limits: Limits) -> Iterable[DataFile]:
    if _bare(name.lower()).endswith(_ARCHIVES):
        return _members(str(path), path, limits)
    with open(path, "rb") as file:
        packed = file.read(6).startswith(tuple(COMPRESSED))
    return [DataFile(str(path), _bare(name), lambda: open(path, "rb"), limits, packed)]


def of_stream(
    place: str, raw: IO[bytes], limits: Limits = DEFAULT, copy: Copy | None = None
) -> Iterator[DataFile]:
    """Yield the files in a stream that can be read once: itself, or the members of an archive.

    Errors call it `place`; `copy` gets all that is read, without its compression.
    """
    try:
        packed = BlockStream(_blocks(raw))
        plain = BlockStream(_blocks(unpacked(io.BufferedReader(packed), packed.head()), copy))
        start = plain.head()
        stream = io.BufferedReader(plain)
        if start.startswith(b"PK\x03\x04") or start[_TAR_MAGIC] == b"ustar":
            yield from _members(place, _copied(stream, place, limits), limits)
        else:
            yield DataFile(place, "-", lambda: stream, limits, packed=True, start=start)
    except DAMAGE as error:
        raise DataError(f"cannot be read ({one_line(error)})", place) from error


def _blocks(raw: IO[bytes], copy: Copy | None = None) -> Iterator[bytes]:
    """Yield a stream in blocks of one size; `copy` receives each."""
    while True:
        pieces, left = [], _BLOCK
        while left and (piece := raw.read(left)):
            pieces.append(piece)
            left -= len(piece)
        if not pieces:
            return
        block = b"".join(pieces)
        if copy is not None:
            copy(block)
        yield block


def _copied(stream: IO[bytes], place: str, limits: Limits) -> IO[bytes]:
    """Return a copy of a stream in which one can move about."""
    spool = tempfile.SpooledTemporaryFile(_SPOOL)  # noqa: SIM115  (the members read from it later)
    size = 0
    while block := stream.read(1 << 20):
        size += len(block)
        if size > limits.unpacked:
            raise DataError(limits.too_large("unpacks to"), place)
        spool.write(block)
    spool.seek(0)
    return spool


def _members(place: str, data: Path | IO[bytes], limits: Limits) -> Iterator[DataFile]:
    """Yield the files in an archive; a name that only looks like one is one file."""
    try:
        if zipfile.is_zipfile(data):
            archive = zipfile.ZipFile(data)
            if sum(member.file_size for member in archive.infolist()) > limits.unpacked:
                raise DataError(limits.too_large("unpacks to"), place)
            for member in sorted(archive.namelist()):
                if not member.endswith("/") and not member.startswith("__MACOSX"):
                    yield _member(place, member, partial(archive.open, member), limits)
            return
        if isinstance(data, Path):
            with open(data, "rb") as raw:
                data = _copied(unpacked(raw), place, limits)
        tar = tarfile.open(fileobj=data, mode="r:")  # noqa: SIM115
        entries = sorted((entry for entry in tar if entry.isfile()), key=lambda entry: entry.name)
        for entry in entries:
            yield _member(place, entry.name, partial(tar.extractfile, entry), limits)
    except DAMAGE as error:
        raise DataError(f"cannot be read ({one_line(error)})", place) from error


def _member(place: str, name: str, find: Callable[[], Any], limits: Limits) -> DataFile:
    opened: Callable[[], IO[bytes]] = lambda: io.BufferedReader(find())  # noqa: E731
    return DataFile(f"{place}!{name}", _bare(name), opened, limits, packed=True)


def _bare(name: str) -> str:
    """Take the compression suffix off a name."""
    return name[: -len(suffix)] if (suffix := PurePosixPath(name).suffix) in _SUFFIXES else name
