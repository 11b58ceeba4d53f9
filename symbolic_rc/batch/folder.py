"""The folder of a run: results that grow story by story, and survive a kill at any moment.

``predictions.jsonl`` (and ``traces.jsonl``) are appended to as stories end. After each story one line of
``progress.jsonl`` says how long they are by then and keeps the story's statistics. A resumed run cuts all
files back to the last whole line of progress and goes on from there. ``metrics.json`` and ``manifest.json``
are written, whole, at the end; then ``progress.jsonl`` goes.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from symbolic_rc.batch.outcome import Outcome
from symbolic_rc.core.errors import SymbolicRCError

PREDICTIONS, TRACES = "predictions.jsonl", "traces.jsonl"
METRICS, MANIFEST, PROGRESS = "metrics.json", "manifest.json", "progress.jsonl"

_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


class RunFolder:
    """Write one run's results.

    Parameters
    ----------
    path : Path
        Made if need be.
    identity : dict
        What the results depend on: options, version, hashes of the data and the models.
    trace : bool
    resume : bool
        Keep what an interrupted run with the same `identity` has done.

    Attributes
    ----------
    done : int
        Stories whose results are kept from an interrupted run.
    complete : bool
        Whether the run was complete already; nothing is open then.

    Raises
    ------
    SymbolicRCError
        If the folder cannot be written, another run is writing to it, or the interrupted run is another.
    """

    def __init__(self, path: Path, identity: dict[str, Any], trace: bool, resume: bool) -> None:
        self.path, self._identity = path, identity
        self._names = [PREDICTIONS, TRACES] if trace else [PREDICTIONS]
        self._files: dict[str, BinaryIO] = {}
        self.done, self.complete = 0, False
        with self._writing():
            path.mkdir(parents=True, exist_ok=True)
            if resume and not (path / PROGRESS).exists() and (path / MANIFEST).exists():
                self._check(_read_json(path / MANIFEST))
                self.complete = True
                return
            if not (resume and self._resumable()):
                self._start()
            self._open(PROGRESS)
            self._lock()
            self._cut_back()

    def _start(self) -> None:
        if (self.path / PROGRESS).exists():
            self._open(PROGRESS)
            self._lock()
            self.close()
        for name in (MANIFEST, METRICS, TRACES):
            (self.path / name).unlink(missing_ok=True)
        (self.path / PREDICTIONS).write_bytes(b"")
        self._replace(PROGRESS, self._identity, indent=None)

    def _resumable(self) -> bool:
        """Say whether there is an interrupted run; raise if it is another than this one."""
        try:
            with open(self.path / PROGRESS, "rb") as file:
                header = json.loads(file.readline())
        except (FileNotFoundError, ValueError):
            return False
        self._check(header)
        return True

    def _check(self, before: dict[str, Any]) -> None:
        now = json.loads(json.dumps(self._identity))
        changed = [key for key in now if before.get(key) != now[key]]
        if "options" in changed and isinstance(before.get("options"), dict):
            changed += [key for key in now["options"] if before["options"].get(key) != now["options"][key]]
            changed.remove("options")
        if changed:
            raise SymbolicRCError(
                f"{self.path}: the run there differs in {', '.join(changed)}; "
                "name another --out, or leave out --resume to start afresh"
            )

    def _cut_back(self) -> None:
        """Find the last story whose results are whole, and cut every file back to it."""
        for name in self._names:
            self._open(name)
        sizes = {name: os.fstat(file.fileno()).st_size for name, file in self._files.items()}
        keep, ends = 0, [0] * len(self._names)
        with open(self.path / PROGRESS, "rb") as file:
            header = file.readline()
            keep = len(header)
            for line in file:
                entry = _parse(line)
                if entry is None or any(
                    sizes[name] < end for name, end in zip(self._names, entry["ends"], strict=True)
                ):
                    break
                keep += len(line)
                ends = entry["ends"]
                self.done += 1
        for name, end in zip([PROGRESS, *self._names], [keep, *ends], strict=True):
            self._files[name].truncate(end)
            self._files[name].seek(end)

    def append(self, outcome: Outcome) -> None:
        """Add one story's results."""
        with self._writing():
            ends = []
            for name in self._names:
                lines = outcome.predictions if name == PREDICTIONS else outcome.traces
                self._write(name, lines)
                ends.append(self._files[name].tell())
            entry = {"ends": ends, **outcome.progress()}
            self._write(PROGRESS, [json.dumps(entry, ensure_ascii=False)])

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yield what progress keeps of each story, in their order."""
        with open(self.path / PROGRESS, "rb") as file:
            file.readline()
            for line in file:
                yield json.loads(line)

    def finish(self, metrics: dict[str, Any], manifest: dict[str, Any]) -> None:
        """Write metrics and manifest; the run is complete then."""
        with self._writing():
            for name in self._names:
                os.fsync(self._files[name].fileno())
            self._replace(METRICS, metrics)
            self._replace(MANIFEST, {**self._identity, **manifest})
            (self.path / PROGRESS).unlink()
            self.close()

    def close(self) -> None:
        """Close the files; what is written is kept."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _open(self, name: str) -> None:
        path = self.path / name
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        self._files[name] = os.fdopen(descriptor, "r+b", buffering=0)

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._files[PROGRESS], fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SymbolicRCError(f"{self.path}: another run is writing there") from error

    def _write(self, name: str, lines: list[str]) -> None:
        data = memoryview("".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass"))
        file = self._files[name]
        while data:
            data = data[file.write(data) :]

    def _replace(self, name: str, content: dict[str, Any], indent: int | None = 1) -> None:
        """Write a JSON file in one step: it is whole or not there."""
        text = json.dumps(content, ensure_ascii=False, indent=indent) + "\n"
        new = self.path / f"{name}.new"
        with open(new, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path / name)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn what the system says into one clear line."""
        try:
            yield
        except OSError as error:
            place = error.filename or self.path
            reason = error.strerror or str(error)
            again = "; make room and go on with --resume" if error.errno in _FULL else ""
            raise SymbolicRCError(f"{place}: cannot be written ({reason}){again}") from error


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _parse(line: bytes) -> dict[str, Any] | None:
    """Return a whole line of progress, or None for what a kill left of one."""
    if not line.endswith(b"\n"):
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) and "ends" in entry else None
