"""The folder of a run: results that grow story by story, and survive a kill at any moment.

``predictions.jsonl`` (and ``traces.jsonl``) are appended to as stories end. After each story one line of
``progress.jsonl`` says how long they are by then, with checksums, and keeps the story's statistics. A resumed
run verifies every story, cuts all files back to the last one that is whole and goes on from there.
``metrics.json`` and ``manifest.json`` are written, whole, at the end; then ``progress.jsonl`` goes.
"""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from operator import sub
from pathlib import Path
from typing import Any, BinaryIO

from symbolic_rc.batch import manifest as M
from symbolic_rc.batch.scoring import Outcome
from symbolic_rc.core.errors import SymbolicRCError

_log = logging.getLogger(__name__)

_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
#: Seconds between two calls of `fsync`, at least.
_SYNC = 1.0


@dataclass(frozen=True, slots=True)
class _Kept:
    """How far an interrupted run is: stories, ends of the result files, first line and end of progress."""

    stories: int
    ends: tuple[int, ...]
    header: int
    end: int


class RunFolder:
    """Write one run's results; `identity` is what they depend on: options, version, hashes of data, models.

    To `resume` keeps what an interrupted run with the same identity has done (`done` stories); if the run is
    `complete` already, nothing is open. To `overwrite` begins afresh, whatever the folder holds. A
    SymbolicRCError says that the folder cannot be written, another run is writing to it, it holds another run
    or one that neither is to touch, or what it holds is damaged beyond repair.
    """

    def __init__(
        self, path: Path, identity: dict[str, Any], trace: bool, resume: bool = False, overwrite: bool = False
    ) -> None:
        self.path, self._identity = path, json.loads(json.dumps(identity))
        self._names = [M.PREDICTIONS, M.TRACES] if trace else [M.PREDICTIONS]
        self._key = M.key_of(self._identity)
        self._files: dict[str, BinaryIO] = {}
        self._digests = {name: hashlib.sha256() for name in self._names}
        self._synced = 0.0
        self.done, self.complete = 0, False
        if resume and overwrite:
            raise SymbolicRCError("give --resume or --overwrite, not both")
        with self._writing():
            path.mkdir(parents=True, exist_ok=True)
            begun = _size(path / M.PROGRESS) > 0
            if not begun and not overwrite:
                self._refuse_or_finish(resume)
                if self.complete:
                    return
            try:
                self._open(M.PROGRESS)
                self._lock()
                kept = self._kept(resume) if begun and not overwrite else None
                if kept is None:  # what the folder held goes once the new run's first line is there
                    self._rewrite_header(b"")
                    self._cut([0] * len(self._names))
                else:
                    self._go_on(kept)
            except BaseException:
                self.close()
                raise

    def _refuse_or_finish(self, resume: bool) -> None:
        """Look at a folder in which no run is under way: a finished run is verified or left alone."""
        if (finished := (self.path / M.MANIFEST).exists()) and resume:
            _, manifest = M.read_finished(self.path)
            self._check(manifest)
            self.complete = True
        elif finished:
            raise SymbolicRCError(
                f"{self.path}: holds a finished run; name another --out, or repeat it with --overwrite "
                "(--resume verifies it)"
            )
        elif any(_size(self.path / name) for name in (M.PREDICTIONS, M.METRICS)):
            raise SymbolicRCError(
                f"{self.path}: holds answers, but neither {M.MANIFEST} nor {M.PROGRESS} to identify them; "
                "name another --out, or replace them with --overwrite"
            )

    def _kept(self, resume: bool) -> _Kept | None:
        """Return what an interrupted run has done, all verified; raise where it must be left alone."""
        with open(self.path / M.PROGRESS, "rb") as file:
            first = file.readline()
            header = M.unsealed(first)
            if not resume and header is not None and file.readline():
                raise SymbolicRCError(
                    f"{self.path}: holds an interrupted run; continue with --resume, or start over with "
                    "--overwrite, or name another --out"
                )
            if resume and header is not None:
                self._check(header)
            kept, reason = self._verified(file, len(first)) if resume else (None, "")
        if header is None:
            if kept is None and _size(self.path / M.PREDICTIONS):
                raise SymbolicRCError(
                    f"{self.path / M.PROGRESS}: its first line is damaged, so that nothing tells "
                    "which run this is; start over with --overwrite"
                )
            reason = reason or f"the first line of {M.PROGRESS} was damaged and is rewritten" if kept else ""
        if reason:
            whole = kept.stories if kept else 0
            _log.warning(
                "%s: %s; %d stories are complete and kept, the rest is recomputed", self.path, reason, whole
            )
        return kept

    def _verified(self, progress: BinaryIO, header: int) -> tuple[_Kept | None, str]:
        """Return how far the results are whole, and what is wrong with the story behind."""
        stories, ends, reason, begin = 0, (0,) * len(self._names), "", header
        with ExitStack() as stack:
            try:
                files = [stack.enter_context(open(self.path / name, "rb")) for name in self._names]
            except FileNotFoundError as error:
                return None, f"{Path(error.filename).name} is missing"
            for line in progress:
                if (found := M.Checkpoint.from_line(line, self._key)) is None:
                    if line.endswith(b"\n"):  # else as a kill leaves it
                        reason = f"{M.PROGRESS} is damaged at story {stories + 1}"
                    break
                sizes = map(sub, found.ends, ends)
                parts = [file.read(size) for file, size in zip(files, sizes, strict=True)]
                whole = [M.checksum(part) == check for part, check in zip(parts, found.checks, strict=True)]
                if not all(whole):
                    reason = f"{self._names[whole.index(False)]} is damaged at story {stories + 1}"
                    break
                for name, part in zip(self._names, parts, strict=True):
                    self._digests[name].update(part)
                stories, ends, begin = stories + 1, found.ends, begin + len(line)
        return (_Kept(stories, ends, header, begin) if stories else None), reason

    def _check(self, before: dict[str, Any]) -> None:
        now = self._identity
        changed = [key for key in now if before.get(key) != now[key]]
        if "options" in changed and isinstance(before.get("options"), dict):
            changed += [key for key in now["options"] if before["options"].get(key) != now["options"][key]]
            changed.remove("options")
        if changed:
            raise SymbolicRCError(
                f"{self.path}: the run there differs in {', '.join(changed)}; "
                "name another --out, or start over with --overwrite"
            )

    def _go_on(self, kept: _Kept) -> None:
        """Cut every file back to the stories that are kept."""
        progress = self._files[M.PROGRESS]
        progress.truncate(kept.end)
        progress.seek(0)
        if M.unsealed(progress.read(kept.header)) is None:
            self._rewrite_header(progress.read())
        progress.seek(0, os.SEEK_END)
        self.done = kept.stories
        self._cut(kept.ends)

    def _rewrite_header(self, rest: bytes) -> None:
        progress = self._files[M.PROGRESS]
        progress.seek(0)
        progress.truncate(0)
        self._write(M.PROGRESS, M.sealed(self._identity) + rest)

    def _cut(self, ends: Sequence[int]) -> None:
        """Open the result files, cut to these lengths, and remove what is of an earlier run."""
        for name in {M.MANIFEST, M.METRICS, M.TRACES} - set(self._names):
            (self.path / name).unlink(missing_ok=True)
        for name, end in zip(self._names, ends, strict=True):
            self._open(name)
            self._files[name].truncate(end)
            self._files[name].seek(end)
        self._sync()

    def append(self, outcome: Outcome) -> None:
        """Add one story's results; at most once a second, wait until the disk has them."""
        with self._writing():
            parts, ends = [], []
            for name in self._names:
                lines = outcome.predictions if name == M.PREDICTIONS else outcome.traces
                part = "".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace")
                self._write(name, part)
                self._digests[name].update(part)
                parts.append(part)
                ends.append(self._files[name].tell())
            self._write(M.PROGRESS, M.Checkpoint.of(ends, parts, outcome.progress()).line(self._key))
            if time.monotonic() - self._synced >= _SYNC:
                self._sync()

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yield what progress keeps of each story, in their order."""
        with open(self.path / M.PROGRESS, "rb") as file:
            file.readline()
            for line in file:
                if (found := M.Checkpoint.from_line(line, self._key)) is None:
                    raise SymbolicRCError(
                        f"{self.path / M.PROGRESS}: was damaged during the run; continue with --resume"
                    )
                yield found.entry

    def finish(self, metrics: dict[str, Any], manifest: dict[str, Any]) -> None:
        """Write metrics and manifest; the run is complete then."""
        with self._writing():
            self._sync()
            whole = M.encoded(metrics, indent=1) + b"\n"
            files = {name: f"sha256:{digest.hexdigest()}" for name, digest in self._digests.items()}
            files[M.METRICS] = f"sha256:{hashlib.sha256(whole).hexdigest()}"
            self._replace(M.METRICS, whole)
            content = M.signed({**self._identity, **manifest, "files": files})
            self._replace(M.MANIFEST, M.encoded(content, indent=1) + b"\n")
            (self.path / M.PROGRESS).unlink()
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
        """Lock the record of progress; whoever holds another file of that name is too late."""
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._files[M.PROGRESS], fcntl.LOCK_EX | fcntl.LOCK_NB)
            there = os.stat(self.path / M.PROGRESS)
        except FileNotFoundError:
            there = None
        except OSError as error:
            raise SymbolicRCError(f"{self.path}: another run is writing there") from error
        if there is None or there.st_ino != os.fstat(self._files[M.PROGRESS].fileno()).st_ino:
            raise SymbolicRCError(f"{self.path}: another run has just ended there")

    def _write(self, name: str, content: bytes) -> None:
        data, file = memoryview(content), self._files[name]
        while data:
            data = data[file.write(data) :]

    def _sync(self) -> None:
        """Wait until the disk has all that is written: results first, then the record that they are whole."""
        for name in [*self._names, M.PROGRESS]:
            os.fsync(self._files[name].fileno())
        self._synced = time.monotonic()

    def _replace(self, name: str, content: bytes) -> None:
        """Write a file in one step: it is whole or not there."""
        new = self.path / f"{name}.new"
        with open(new, "wb") as file:
            file.write(content)
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
            remedy = "; make room and continue with --resume" if error.errno in _FULL else ""
            raise SymbolicRCError(f"{place}: cannot be written ({reason}){remedy}") from error


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
