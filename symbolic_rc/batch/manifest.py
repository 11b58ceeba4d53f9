"""The record of a run: checkpoints of finished stories in progress, and a manifest with checksums at the end.

The first line of a run's progress holds what its results depend on; each further line is a finished story.
Every line is a JSON object whose last field is a checksum of the line. A story's checksum also depends on the
first line, so that a story of another run is never accepted; it covers checksums of its part of each result
file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic_rc.core.errors import DataError, SymbolicRCError

_FIELD = b', "check": "'
_LENGTH = 32
_TAIL = len(_FIELD) + _LENGTH + len(b'"}\n')


def encoded(content: Any, indent: int | None = None) -> bytes:
    """Return JSON as UTF-8 that every reader accepts: half a surrogate pair is written as an escape."""
    return json.dumps(content, ensure_ascii=False, indent=indent).encode("utf-8", "backslashreplace")


def decoded(data: bytes) -> dict[str, Any] | None:
    """Return the JSON object in `data`, or None where it holds anything else."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def checksum(data: bytes, key: bytes = b"") -> str:
    """Return a checksum in 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=_LENGTH // 2, key=key).hexdigest()


def key_of(identity: Mapping[str, Any]) -> bytes:
    """Return what seals the stories of a run: a digest of all that its results depend on."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).digest()


def sealed(content: Mapping[str, Any], key: bytes = b"") -> bytes:
    """Return a line with a JSON object and its checksum."""
    body = encoded(content)[:-1]
    return body + _FIELD + checksum(body, key).encode() + b'"}\n'


def unsealed(line: bytes, key: bytes = b"") -> dict[str, Any] | None:
    """Return the object of a line that `sealed` made with the same key, or None if anything has changed."""
    body, tail = line[:-_TAIL], line[-_TAIL:]
    if tail != _FIELD + checksum(body, key).encode() + b'"}\n':
        return None
    return decoded(line)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One finished story: its id, counts and statistics (`entry`).

    `ends` are the lengths of the result files with it, `checks` the checksums of its part of each.
    """

    ends: tuple[int, ...]
    checks: tuple[str, ...]
    entry: dict[str, Any]

    @classmethod
    def of(cls, ends: Sequence[int], parts: Sequence[bytes], entry: dict[str, Any]) -> Checkpoint:
        """Make the checkpoint of a story from what it has written."""
        return cls(tuple(ends), tuple(map(checksum, parts)), entry)

    def line(self, key: bytes) -> bytes:
        """Return the line of progress."""
        return sealed({"ends": self.ends, "checks": self.checks, **self.entry}, key)

    @classmethod
    def from_line(cls, line: bytes, key: bytes) -> Checkpoint | None:
        """Return what a line holds, or None where it is not whole or of another run."""
        found = unsealed(line, key)
        if found is None or "ends" not in found or "checks" not in found:
            return None
        del found["check"]
        return cls(tuple(found.pop("ends")), tuple(found.pop("checks")), found)


PREDICTIONS, TRACES = "predictions.jsonl", "traces.jsonl"
METRICS, MANIFEST, PROGRESS = "metrics.json", "manifest.json", "progress.jsonl"

#: What may differ between two runs with the same results; no checksum covers it.
_FREE = frozenset(("timing", "check"))
_REMEDY = "repeat the run with --overwrite"


def signed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manifest with a checksum of itself, but for its timing."""
    return {**manifest, "check": _check(manifest)}


def read_finished(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the metrics and the manifest of a finished run, after verifying every file of it.

    A SymbolicRCError says which file is missing, or is not what the run wrote.
    """
    manifest = _object(path / MANIFEST)
    if "files" not in manifest or "check" not in manifest:
        raise SymbolicRCError(
            f"{path / MANIFEST}: holds no checksums, so that the run cannot be verified; {_REMEDY}"
        )
    if manifest["check"] != _check(manifest):
        raise _damaged(path / MANIFEST)
    for name, expected in manifest["files"].items():
        try:
            found = content_hash(path / name)
        except DataError as error:
            raise SymbolicRCError(f"{error}; {_REMEDY}") from error
        if found != expected:
            raise _damaged(path / name)
    return _object(path / METRICS), manifest


def _check(manifest: Mapping[str, Any]) -> str:
    content = {name: value for name, value in manifest.items() if name not in _FREE}
    return checksum(json.dumps(content, sort_keys=True).encode())


def _object(path: Path) -> dict[str, Any]:
    try:
        found = decoded(path.read_bytes())
    except OSError as error:
        raise SymbolicRCError(f"{path}: cannot be read ({error.strerror}); {_REMEDY}") from error
    if found is None:
        raise _damaged(path)
    return found


def _damaged(path: Path) -> SymbolicRCError:
    return SymbolicRCError(f"{path}: is not what the run wrote, but damaged or changed since; {_REMEDY}")


def content_hash(path: str | Path) -> str:
    """Return the SHA-256 of a file's content, or of a folder's files with their names, in their order."""
    path = Path(path)
    digest = hashlib.sha256()
    try:
        files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
        for one in files:
            if one != path:
                digest.update(f"\0{one.relative_to(path).as_posix()}\0".encode("utf-8", "surrogateescape"))
            with open(one, "rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
    except OSError as error:
        raise DataError(f"cannot be read ({error.strerror})", error.filename or path) from error
    return f"sha256:{digest.hexdigest()}"
