"""The input of a run: found, fingerprinted, read as a stream."""

from __future__ import annotations

import logging
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

from symbolic_rc import datasets
from symbolic_rc.batch.fingerprint import input_hash
from symbolic_rc.batch.options import RunOptions
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.reading import keep_stream

_log = logging.getLogger(__name__)

#: The stories of inputs up to this size (bytes) are counted before the run, for its progress.
_COUNTED = 20 << 20
#: Malformed records that are logged one by one; the manifest lists all.
_SHOWN = 20
#: Seconds between two lines about a stream that is being copied.
_INTERVAL = 5.0


class Input:
    """Stories with questions, from a file, a folder, standard input or the bundled examples.

    Attributes
    ----------
    format : str
        The data set's format, recognised if it was ``auto``.
    hash : str
        SHA-256 of the content.
    problems : list of Problem
        Malformed records met by the last pass over `records`.
    without_gold : int
        Its questions whose answer the data do not tell.
    """

    def __init__(self, options: RunOptions) -> None:
        self._options = options
        self._spool: tempfile.TemporaryDirectory[str] | None = None
        self._path = self._find(options.input)
        self.format = ",".join(datasets.recognised(self._path, options.format, options.limits))
        self.hash = input_hash(self._path)
        self.problems: list[Any] = []
        self.without_gold = 0

    def _find(self, given: str) -> Path:
        if given == "-":
            return self._kept(sys.stdin.buffer)
        if given == "examples" and not Path(given).exists():
            from symbolic_rc.examples import folder

            return Path(folder())
        path = Path(given)
        if path.exists() and not (path.is_dir() or stat.S_ISREG(path.stat().st_mode)):
            with open(path, "rb") as pipe:
                return self._kept(pipe)
        return path

    def _kept(self, stream: IO[bytes]) -> Path:
        """Keep a stream in a file, since its hash must be known before the first story."""
        self._spool = tempfile.TemporaryDirectory(prefix="symbolic_rc-")
        path = Path(self._spool.name) / "stdin"
        options = self._options
        with open(path, "wb") as file:
            copy = _CountedCopy(file, options.limits)
            keep_stream(stream, copy, options.format, options.limit, options.limits)
        return path

    def records(self) -> Iterator[Record]:
        """Yield the stories, one in memory at a time; malformed ones are reported and kept in `problems`."""
        self.problems, self.without_gold = [], 0
        stories = questions = 0
        for found in self._read(self._options.strict):
            if isinstance(found, Record):
                stories, questions = stories + 1, questions + len(found.questions)
                self.without_gold += sum(not one.references for one in found.questions)
                yield found
            else:
                self.problems.append(found)
                if len(self.problems) <= _SHOWN:
                    _log.warning("%s", found)
                elif len(self.problems) == _SHOWN + 1:
                    _log.warning("further malformed records are listed in manifest.json only")

        if not questions:
            first = f": {self.problems[0]}" if self.problems else ""
            what = f"{stories} stories, but no question" if stories else "no story"
            raise DataError(f"holds {what}{first}", self._options.input)

    def _read(self, strict: bool = False) -> Iterator[Record | datasets.Problem]:
        options = self._options
        found = datasets.read(
            self._path, self.format, strict, options.limit, options.limits, options.allow_damaged
        )
        if options.permute is None and not options.mark_entities:
            return found
        from symbolic_rc.datasets.cloze.markers import marked, permuted

        changed, seed = marked if options.mark_entities else permuted, options.permute or 0
        return (changed(one, seed) if isinstance(one, Record) else one for one in found)

    def total(self) -> int | None:
        """Return how many stories there are, where counting them costs little."""
        if self._path.is_dir() or self._path.stat().st_size > _COUNTED:
            return None
        return sum(isinstance(found, Record) for found in islice(self._read(), 100_000))

    def close(self) -> None:
        """Remove what was kept of standard input."""
        if self._spool is not None:
            self._spool.cleanup()


class _CountedCopy:
    """A copy of a stream: its size is logged now and then, and limited."""

    def __init__(self, file: IO[bytes], limits: datasets.Limits) -> None:
        self._file, self._limits = file, limits
        self._size, self._shown = 0, time.monotonic()

    def write(self, data: bytes) -> None:
        """Write a block."""
        self._size += len(data)
        if self._size > self._limits.unpacked:
            raise DataError(self._limits.too_large("holds"), "standard input")
        self._file.write(data)
        if time.monotonic() - self._shown >= _INTERVAL:
            self._shown = time.monotonic()
            _log.warning("reading standard input: %d MB", self._size >> 20)
