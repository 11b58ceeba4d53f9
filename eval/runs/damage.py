"""What can happen to the folder of a run between its end, by itself or by a kill, and its resumption."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

_ANSWERS = ("predictions.jsonl", "traces.jsonl")
_FILES = (*_ANSWERS, "progress.jsonl", "metrics.json", "manifest.json")

#: Damages a folder and says what was done, or returns nothing where there was nothing to damage.
Damage = Callable[[Path, random.Random], str]


def zeroed(folder: Path, choose: random.Random) -> str:
    """Put 300 zero bytes somewhere into a file."""

    def change(data: bytes) -> bytes:
        at = choose.randrange(len(data))
        return data[:at] + bytes(min(300, len(data) - at)) + data[at + 300 :]

    return _changed(folder, choose, _FILES, "300 zero bytes in", change)


def another_byte(folder: Path, choose: random.Random) -> str:
    """Change one byte."""

    def change(data: bytes) -> bytes:
        at = choose.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << choose.randrange(8)]) + data[at + 1 :]

    return _changed(folder, choose, _FILES, "a bit turned in", change)


def cut(folder: Path, choose: random.Random) -> str:
    """Cut a file anywhere."""
    return _changed(folder, choose, _FILES, "cut:", lambda data: data[: choose.randrange(len(data))])


def emptied(folder: Path, choose: random.Random) -> str:
    """Empty a file."""
    return _changed(folder, choose, _FILES, "emptied:", lambda data: b"")


def no_utf8(folder: Path, choose: random.Random) -> str:
    """Put bytes into a file that no UTF-8 has."""

    def change(data: bytes) -> bytes:
        at = choose.randrange(len(data))
        return data[:at] + b"\xff\xfe\xc0" + data[at:]

    return _changed(folder, choose, _FILES, "invalid UTF-8 in", change)


def removed(folder: Path, choose: random.Random) -> str:
    """Remove a file."""
    there = [name for name in _FILES if (folder / name).exists()]
    if not there:
        return ""
    name = choose.choice(there)
    (folder / name).unlink()
    return f"removed: {name}"


def lost_line(folder: Path, choose: random.Random) -> str:
    """Remove a line in the middle of a file of lines."""

    def change(data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        del lines[choose.randrange(len(lines))]
        return b"".join(lines)

    return _changed(folder, choose, (*_ANSWERS, "progress.jsonl"), "a line lost in", change)


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


KINDS: tuple[Damage, ...] = (
    zeroed,
    another_byte,
    cut,
    emptied,
    no_utf8,
    removed,
    lost_line,
    wrong_line,
    wrong_object,
)


def _changed(
    folder: Path,
    choose: random.Random,
    names: tuple[str, ...],
    what: str,
    change: Callable[[bytes], bytes],
) -> str:
    there = [name for name in names if (folder / name).exists() and (folder / name).stat().st_size]
    if not there:
        return ""
    name = choose.choice(there)
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    return f"{what} {name}"
