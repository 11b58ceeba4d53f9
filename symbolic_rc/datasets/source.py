"""One file of a data set, wherever it lies, as lines or as text.

Compression (``.gz``, ``.xz``, ``.bz2``) is taken off on the way, by the first bytes and not by the name.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import itertools
import logging
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from symbolic_rc.core.errors import DamagedError, DataError
from symbolic_rc.core.files.plain_text import in_utf8

#: Bytes of one megabyte.
MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one record, and one archive, may hold.

    Attributes
    ----------
    text : int
        Bytes of a story's text, and of a line that holds a story with its questions.
    questions : int
        Questions on one story.
    unpacked : int
        Bytes of a compressed file or an archive when it is unpacked, and of standard input.
    """

    text: int = 64 * MB
    questions: int = 100_000
    unpacked: int = 2048 * MB

    def too_long(self, what: str) -> str:
        """Say that something is longer than a text may be."""
        return f"{what} is longer than {self.text // MB} MB (--max-text raises the limit)"

    def too_large(self, what: str) -> str:
        """Say that something is larger than what may be unpacked."""
        return f"{what} more than {self.unpacked // MB} MB (--max-unpacked raises the limit)"

    def too_many(self) -> str:
        """Say that a story has more questions than it may have."""
        return f"the story has more than {self.questions:,} questions (--max-questions raises the limit)"


#: What holds where nobody says otherwise.
DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Problem:
    """A malformed record: it is reported, counted and skipped, never silently dropped.

    Attributes
    ----------
    path : str
        The file; a member of an archive follows an exclamation mark (``a.zip!b.json``).
    line : int or None
        The line, counted from 1, where one can be named.
    reason : str
        What is wrong, naming the field.
    damaged : bool
        Whether the file ends, or goes bad, there, so that nobody knows what was lost: an error unless it is
        allowed.
    """

    path: str
    line: int | None
    reason: str
    damaged: bool = False

    def __str__(self) -> str:
        return (
            f"{self.path}: {self.reason}" if self.line is None else f"{self.path}:{self.line}: {self.reason}"
        )


_log = logging.getLogger(__name__)

#: What reading a damaged file raises, by kind of file.
DAMAGE = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError, RuntimeError)
COMPRESSED = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\x00": lzma.open, b"BZh": bz2.open}


@dataclass(frozen=True)
class DataFile:
    """One file of a data set.

    Attributes
    ----------
    place : str
        What an error calls it: path, and for a member of an archive ``archive!member``.
    name : str
        Its path below the folder or archive that was given, with ``/``, without a compression suffix.
    packed : bool
        Whether it is compressed or a member of an archive, so that its size on the disk says little.
    start : bytes or None
        Where it can be read only once: how it begins.
    """

    place: str
    name: str
    _open: Callable[[], IO[bytes]] = field(repr=False)
    limits: Limits = DEFAULT
    packed: bool = False
    start: bytes | None = field(default=None, repr=False)

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
        """Open for reading bytes, decompressed; damage anywhere inside becomes a `DamagedError`."""
        try:
            with self._open() as raw:
                yield in_utf8(raw if self.start is not None else unpacked(raw))
        except DAMAGE as error:
            refused = isinstance(error, RuntimeError) or getattr(error, "errno", None) is not None
            kind = DataError if refused else DamagedError
            raise kind(f"cannot be read ({one_line(error)})", self.place) from error

    def lines(self) -> Iterator[str]:
        """Yield the lines without their ends; a `DataError` for one that is too long, or not UTF-8."""
        for number, line, _ in self.ended_lines():
            if line is None:
                raise DataError(self.limits.too_long("the line"), self.place, number)
            yield line

    def ended_lines(self, fallback: str = "") -> Iterator[tuple[int, str | None, bool]]:
        """Yield number, line (None if it is too long) and whether it has an end, which the last may lack.

        Lines that are not UTF-8 are read as `fallback`, which is logged; without it they are an error.
        """
        most, guessed = self.limits.text, False
        with self.open() as file:
            read = self._counted(lambda: file.readline(most + 1))
            for number in itertools.count(1):
                if not (line := read()):
                    return
                if len(line) > most:
                    while line and not line.endswith(b"\n"):
                        line = read()
                    yield number, None, True
                    continue
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as error:
                    if error.end == len(line) and _is_cut(error):
                        raise DamagedError("ends within a character", self.place, number) from error
                    if not fallback:
                        raise DataError(_no_utf8(error), self.place, number) from error
                    if not guessed:
                        _log.warning("%s:%d: not UTF-8; read as %s", self.place, number, fallback)
                        guessed = True
                    text = line.decode(fallback, errors="replace")
                yield number, text.rstrip("\r\n"), line.endswith(b"\n")

    def _counted(self, read: Callable[[], bytes]) -> Callable[[], bytes]:
        """Return `read`, which raises when more than the limit has been unpacked."""
        left = self.limits.unpacked

        def counted() -> bytes:
            nonlocal left
            data = read()
            left -= len(data)
            if self.packed and left < 0:
                raise DataError(self.limits.too_large("unpacks to"), self.place)
            return data

        return counted

    def text(self, fallback: str | None = None) -> str:
        """Return the whole file as text with plain line ends.

        What is not UTF-8 is read as `fallback`, if given; without it, and where the file is longer than the
        limit on a text, it is a `DataError`.
        """
        with self.open() as file:
            data = file.read(self.limits.text + 1)
        if len(data) > self.limits.text:
            raise DataError(self.limits.too_long("the file"), self.place)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            if fallback is None:
                line = data.count(b"\n", 0, error.start) + 1
                raise DataError(_no_utf8(error), self.place, line) from error
            text = data.decode(fallback, errors="replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def pieces(self, size: int = 1 << 20) -> Iterator[str]:
        """Yield the file as text, piece by piece, with plain line ends; a `DataError` if it is not UTF-8."""
        decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(), translate=True)
        line = 1
        with self.open() as file:
            read = self._counted(lambda: file.read1(size))  # type: ignore[attr-defined]
            while True:
                data = read()
                try:
                    text = decoder.decode(data, final=not data)
                except UnicodeDecodeError as error:
                    if not data and _is_cut(error):
                        raise DamagedError("ends within a character", self.place, line) from error
                    line += data.count(b"\n", 0, max(0, error.start))
                    raise DataError(_no_utf8(error), self.place, line) from error
                line += text.count("\n")
                if text:
                    yield text
                if not data:
                    return

    def head(self, size: int = 1 << 15) -> str:
        """Return the beginning of the file as text, for recognising its format."""
        if self.start is not None:
            start = in_utf8(io.BufferedReader(io.BytesIO(self.start[:size])))
            return start.read(size).decode("utf-8-sig", errors="replace")
        found = b""
        with self.open() as file, suppress(EOFError):  # damage is reported when the file is read
            while len(found) < size and (piece := file.read1(size - len(found))):  # type: ignore[attr-defined]
                found += piece
        return found.decode("utf-8-sig", errors="replace")


def _is_cut(error: UnicodeDecodeError) -> bool:
    return error.reason == "unexpected end of data"


def _no_utf8(error: UnicodeDecodeError) -> str:
    return f"is not UTF-8 ({error.reason}); convert it, such as by: iconv -f cp1252 -t utf-8"


def unpacked(raw: IO[bytes], start: bytes = b"") -> IO[bytes]:
    """Return a file without its compression; `start` is how it begins, where it cannot be moved about in."""
    if not start:
        start = raw.peek(6)[:6] if isinstance(raw, io.BufferedReader) else b""
    if not start and raw.seekable():
        start = raw.read(6)
        raw.seek(0)
    for magic, opener in COMPRESSED.items():
        if start.startswith(magic):
            return opener(raw)  # type: ignore[operator]
    return raw


def one_line(error: BaseException) -> str:
    """Return what an error says in one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def open_for_writing(path: Path) -> IO[str]:
    """Open a text file for writing, compressed by its name's ending; equal text gives equal bytes."""
    if path.suffix == ".xz":
        return lzma.open(path, "wt", encoding="utf-8", newline="\n")
    if path.suffix == ".gz":
        return io.TextIOWrapper(gzip.GzipFile(path, "wb", mtime=0), encoding="utf-8", newline="\n")
    return open(path, "w", encoding="utf-8", newline="\n")
