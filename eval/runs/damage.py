"""What can happen to the folder of a run between its end, by itself or by a kill, and its resumption."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

_ANSWERS = ("predictions.jsonl", "traces.jsonl")
_FILES = (*_ANSWERS, "progress.jsonl", "metrics.json", "manifest.json")

#: Damages a folder and says what was done, or returns nothing where there was nothing to damage.
Damage = Callable[[Path, random.Random], str]
#: Returns the bytes of a file, damaged.
Change = Callable[[bytes, random.Random], bytes]


def zeroed(data: bytes, choose: random.Random) -> bytes:
    """Put 300 zero bytes somewhere."""
    at = choose.randrange(len(data))
    return data[:at] + bytes(min(300, len(data) - at)) + data[at + 300 :]


def another_byte(data: bytes, choose: random.Random) -> bytes:
    """Change one byte."""
    at = choose.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << choose.randrange(8)]) + data[at + 1 :]


def no_utf8(data: bytes, choose: random.Random) -> bytes:
    """Insert bytes that no UTF-8 has."""
    at = choose.randrange(len(data))
    return data[:at] + b"\xff\xfe\xc0" + data[at:]


def lost_line(data: bytes, choose: random.Random) -> bytes:
    """Remove a line."""
    lines = data.splitlines(keepends=True)
    del lines[choose.randrange(len(lines))]
    return b"".join(lines)


def removed(folder: Path, choose: random.Random) -> str:
    """Remove a file."""
    there = [name for name in _FILES if (folder / name).exists()]
    if not there:
        return ""
    name = choose.choice(there)
    (folder / name).unlink()
    return f"removed: {name}"


def wrong_line(folder: Path, choose: random.Random) -> str:
    """Put something else in the place of a line of progress: no object, missing or wrong fields."""
    line = choose.choice((b"[]", b"{}", b'{"ends": [1]}', b'{"ends": "x", "check": 3}', b"null", b"\x00"))

    def change(data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        lines[choose.randrange(len(lines))] = line + b"\n"
        return b"".join(lines)

    return _changed(folder, choose, ("progress.jsonl",), f"the line {line!r} in", change)


def wrong_object(folder: Path, choose: random.Random) -> str:
    """Put a list, or 100,000 brackets, in the place of a JSON object: a header, metrics or the manifest."""
    content = choose.choice((b"[1, 2]", b"[" * 100_000, b'{"version": 1}', b"nul"))

    def change(data: bytes) -> bytes:
        return content + b"\n" + data.partition(b"\n")[2] if data[:2] == b'{"' else content

    names = ("progress.jsonl", "metrics.json", "manifest.json")
    return _changed(folder, choose, names, f"{content[:20]!r} for the object in", change)


def _in(what: str, change: Change, names: tuple[str, ...] = _FILES) -> Damage:
    """Return what changes one of some files, and says so in words."""
    return lambda folder, choose: _changed(folder, choose, names, what, lambda data: change(data, choose))


KINDS: tuple[Damage, ...] = (
    _in("300 zero bytes in", zeroed),
    _in("a bit turned in", another_byte),
    _in("cut:", lambda data, choose: data[: choose.randrange(len(data))]),
    _in("emptied:", lambda data, choose: b""),
    _in("invalid UTF-8 in", no_utf8),
    removed,
    _in("a line lost in", lost_line, (*_ANSWERS, "progress.jsonl")),
    wrong_line,
    wrong_object,
)


def _changed(
    folder: Path, choose: random.Random, names: tuple[str, ...], what: str, change: Callable[[bytes], bytes]
) -> str:
    there = [name for name in names if (folder / name).exists() and (folder / name).stat().st_size]
    if not there:
        return ""
    name = choose.choice(there)
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    return f"{what} {name}"
