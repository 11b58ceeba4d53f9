"""The input of a run: found, fingerprinted, read as a stream."""

from __future__ import annotations

import logging
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from symbolic_rc import datasets
from symbolic_rc.batch.fingerprint import input_hash
from symbolic_rc.batch.options import RunOptions
from symbolic_rc.core.record import Record

_log = logging.getLogger(__name__)

#: Inputs up to so many bytes are counted before the run, so that progress knows how many stories there are.
_COUNTED = 20 << 20
#: Malformed records that are told one by one; the manifest lists all.
_SHOWN = 20


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
    """

    def __init__(self, options: RunOptions) -> None:
        self._options = options
        self._spool: tempfile.TemporaryDirectory[str] | None = None
        self._path = self._find(options.input)
        self.format = ",".join(datasets.recognised(self._path, options.format))
        self.hash = input_hash(self._path)
        self.problems: list[Any] = []

    def _find(self, given: str) -> Path:
        if given == "-":  # kept in a file, since its hash must be known before the first story
            self._spool = tempfile.TemporaryDirectory(prefix="symbolic_rc-")
            path = Path(self._spool.name) / "stdin"
            with open(path, "wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
            return path
        if given == "examples" and not Path(given).exists():
            from symbolic_rc.examples import folder

            return Path(folder())
        return Path(given)

    def records(self) -> Iterator[Record]:
        """Yield the stories, one in memory at a time; malformed ones are reported and kept in `problems`."""
        self.problems = []
        options = self._options
        chosen = options.strict, options.limit, options.permute, options.mark_entities
        for found in datasets.read(self._path, self.format, *chosen):
            if isinstance(found, Record):
                yield found
            else:
                self.problems.append(found)
                if len(self.problems) <= _SHOWN:
                    _log.warning("%s", found)
                elif len(self.problems) == _SHOWN + 1:
                    _log.warning("further malformed records are listed in manifest.json only")

    def total(self) -> int | None:
        """Return how many stories there are, where counting them costs little."""
        if self._path.is_dir() or self._path.stat().st_size > _COUNTED:
            return None
        stories = datasets.read(self._path, self.format, False, self._options.limit)
        return sum(isinstance(found, Record) for found in islice(stories, 100_000))

    def close(self) -> None:
        """Remove what was kept of standard input."""
        if self._spool is not None:
            self._spool.cleanup()
