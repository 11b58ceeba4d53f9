"""What a run is asked to do."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symbolic_rc.datasets.source import DEFAULT, Limits
from symbolic_rc.readers.reader import ReaderOptions


@dataclass(frozen=True, slots=True)
class RunOptions:
    """One run: what is read, who reads it, where the results go.

    Attributes
    ----------
    input : str
        A file, a folder, ``-`` for standard input, or ``examples``.
    limit : int or None
        Maximum number of questions.
    limits : Limits
        How large a record, an archive and a stream may be.
    permute : int or None
        Seed of a new permutation of each story's ``@entityN`` markers.
    mark_entities : bool
        Read with ``@entityN`` in place of each name, numbered by `permute`.
    strict : bool
        Stop at the first malformed record or failed story.
    allow_damaged : bool
        Use what can be read of a truncated file.
    trace : bool
        Write ``traces.jsonl``.
    meteor : {"own", "jar"}
        Which METEOR.
    jobs : int
        Worker processes; the results do not depend on it.
    cluster : str
        A Dask cluster in place of processes: a scheduler's address or file, or ``local:N``.
    resume : bool
        Continue an interrupted run; verify a finished one.
    overwrite : bool
        Repeat a run that the folder holds; without it, such a folder is left unchanged.
    """

    input: str
    out: Path | str
    format: str = "auto"
    reader: str = "symbolic"
    reader_options: ReaderOptions = field(default_factory=ReaderOptions)
    limit: int | None = None
    limits: Limits = DEFAULT
    permute: int | None = None
    mark_entities: bool = False
    strict: bool = False
    allow_damaged: bool = False
    trace: bool = False
    meteor: str = "own"
    jobs: int = 1
    cluster: str = ""
    resume: bool = False
    overwrite: bool = False

    def identity(self) -> dict[str, Any]:
        """Return the options that the results depend on; a resumed run must have the same."""
        reader = dataclasses.asdict(self.reader_options)
        del reader["seed"]  # stands by itself in the manifest
        del reader["cache"]  # changes nothing
        return {
            "format": self.format,
            "reader": self.reader,
            **reader,
            "limit": self.limit,
            "permute": self.permute,
            "mark_entities": self.mark_entities,
            "trace": self.trace,
            "meteor": self.meteor,
        }
