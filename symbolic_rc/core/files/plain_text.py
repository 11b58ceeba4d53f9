"""Plain texts: files in whatever encoding they are, as text with plain line ends."""

from __future__ import annotations

import codecs
import io
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from symbolic_rc.core.errors import DataError, SymbolicRCError

_log = logging.getLogger(__name__)

#: The byte-order marks; that of UTF-32 begins with that of UTF-16.
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
#: The mark as a character of text.
MARK = "\ufeff"
#: What is guessed of a file that is not UTF-8: Windows' encoding, of which printable Latin-1 is a part.
GUESS = "cp1252"
#: Bytes of one text, at most.
LARGEST = 64 << 20
#: With a larger share of control characters, bytes are not text.
_BINARY = 0.02
#: With a larger share of zero bytes, bytes are taken for UTF-16.
_ZEROS = 0.4
_STRANGE = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\x7f-\x9f\ufffd]")


def read_text(path: str | Path, encoding: str = "") -> str:
    """Return the text of a file, or of standard input for ``-``, with plain line ends.

    No `encoding` stands for that of the byte-order mark, else UTF-8, else a guess, which a warning names.
    A DataError says that it cannot be read, is no text, not of that encoding, or larger than `LARGEST`.
    """
    if str(path) == "-":
        if (stream := getattr(sys.stdin, "buffer", None)) is None:
            return sys.stdin.read().removeprefix(MARK)
        data, path = stream.read(LARGEST + 1), "standard input"
    else:
        try:
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
        except (OSError, ValueError) as error:
            raise DataError(f"cannot be read ({getattr(error, 'strerror', None) or error})", path) from error
    if len(data) > LARGEST:
        raise DataError(f"is larger than {LARGEST >> 20} MB; at most that is read as one text", path)
    text, guessed = decoded(data, encoding, path)
    if guessed:
        _log.warning("%s: neither UTF-8 nor marked; read as %s (--encoding NAME: as another)", path, guessed)
    return text


def decoded(data: bytes, encoding: str = "", path: str | Path | None = None) -> tuple[str, str]:
    """Return bytes as text with plain line ends, and their encoding where it was guessed, else nothing.

    A DataError, which names the `path`, says that they are no text, or not of the encoding that was given.
    """
    guessed = ""
    if not encoding:
        encoding = next((name for mark, name in MARKS.items() if data.startswith(mark)), "")
        if not encoding:
            encoding = guessed = _guessed(data)
    try:
        text = data.decode(_codec(encoding), errors="replace" if guessed else "strict").removeprefix(MARK)
    except UnicodeError as error:
        at = f"{error.reason} at byte {error.start:,}" if isinstance(error, UnicodeDecodeError) else error
        raise DataError(f"is no {encoding.upper()} ({at}); --encoding names another", path) from error
    if len(_STRANGE.findall(text)) > _BINARY * len(text):
        raise DataError("is not text: it looks like a binary file", path)
    return text.replace("\r\n", "\n").replace("\r", "\n"), guessed if guessed != "utf-8" else ""


def in_utf8(stream: IO[bytes]) -> IO[bytes]:
    """Return a stream of a file that is marked as UTF-16 or UTF-32 as one in UTF-8; any other as it is."""
    head = stream.peek(4)[:4] if hasattr(stream, "peek") else b""
    encoding = next((name for mark, name in MARKS.items() if head.startswith(mark)), "utf-8")
    if encoding == "utf-8":
        return stream
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")

    def blocks() -> Iterator[bytes]:
        while data := stream.read(1 << 16):
            yield decoder.decode(data).encode("utf-8", "replace")
        yield decoder.decode(b"", final=True).encode("utf-8", "replace")

    return io.BufferedReader(BlockStream(blocks()))


class BlockStream(io.RawIOBase):
    """A stream made of blocks of bytes."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks, self._rest = blocks, memoryview(b"")

    def head(self) -> bytes:
        """Return what is left of the current block, or the next one, without reading it."""
        while not self._rest and (block := next(self._blocks, None)) is not None:
            self._rest = memoryview(block)
        return bytes(self._rest)

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: object) -> int:
        """Read at most the rest of a block."""
        self.head()
        target = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        size = min(len(target), len(self._rest))
        target[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def _guessed(data: bytes) -> str:
    """Return UTF-8 where it fits, UTF-16 where every other byte is zero, else `GUESS`."""
    even, odd = data[::2].count(0), data[1::2].count(0)
    if max(even, odd) > _ZEROS * len(data) and min(even, odd) <= _BINARY * len(data):
        return "utf-16-le" if odd > even else "utf-16-be"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return GUESS
    return "utf-8"


def _codec(name: str) -> str:
    """Return the name of an encoding of texts, or raise SymbolicRCError."""
    try:
        found = codecs.lookup(name)
        "a".encode(found.name)
    except (LookupError, ValueError):
        raise SymbolicRCError(
            f"there is no encoding {name!r}; well known: utf-8, utf-16, cp1252 (Windows), latin-1, mac-roman"
        ) from None
    return found.name
