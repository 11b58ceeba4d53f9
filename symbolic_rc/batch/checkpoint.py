"""The record of progress: a line for each finished story, sealed with checksums of it and of what it wrote.

The first line holds what the results depend on. Every line is a JSON object whose last field is a checksum of
the line itself; the seal of a story's line also depends on the first line's content, so that a story of
another run never passes for one of this. A story's line holds a checksum of its part of each result file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
    """One finished story.

    Attributes
    ----------
    ends : tuple of int
        How long each result file is with this story.
    checks : tuple of str
        The checksum of the story's part of each.
    entry : dict
        The story's id, counts and statistics.
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
