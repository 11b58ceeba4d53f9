"""What must not stop the engine: interrupts, questions of any size, a kernel cache damaged or full."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from unittest import mock

import symbolic_rc
from eval.first_things.kinds import Check
from eval.fuzz import interrupts
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.kernel_cache import _Files
from symbolic_rc.core.question import LONGEST, MOST_CHOICES, Question

#: Interrupts at most: each takes a moment.
_INTERRUPTS = 40
#: Long questions that repeat one thing, by their approximate length.
LARGE: dict[str, Callable[[int], str]] = {
    "a long word": lambda n: f"Who sold the {'abcdefghij' * (n // 10)}?",
    "many words": lambda n: f"Who sold the mill {'to the trader ' * (n // 14)}?",
    "many members": lambda n: f"Who sold the mill {'and the wheel ' * (n // 14)}?",
    "many options": lambda n: f"Was it Ada {'or Bo ' * (n // 6)}?",
    "many clauses": lambda n: f"Who sold the mill {'that Bo kept because Ada said ' * (n // 30)}?",
    "a large number": lambda n: f"Who sold {'9' * n} mills?",
    "brackets": lambda n: f"Who sold {'(' * (n // 2)}the mill{')' * (n // 2)}?",
    "only marks": lambda n: "?!.,;:" * (n // 6),
    "accents": lambda n: "a\u0301" * (n // 2),
    "another script": lambda n: "天地玄黄" * (n // 4),
    "white space": lambda n: f"Who sold{' ' * n}the mill?",
    "nothing": lambda n: "",
}


def interrupted(count: int) -> Iterator[bool]:
    """Yield whether each interrupt ended the work, and left the engine as it was."""
    report = interrupts.run(min(count, _INTERRUPTS), 0)
    failed = len(report.findings)
    yield from (i >= failed for i in range(report.cases))


def large(count: int) -> Iterator[bool]:
    """Yield whether each large question is answered, or refused by the limit that it is above."""
    engine = symbolic_rc.load()
    story = engine.read("Ada Holm sold the old mill to Bo Finch in 1902. Bo kept the wheel.")
    sizes = (LONGEST // 8, LONGEST // 3, LONGEST + 1000)
    cases = [Question("q", make(size)) for size in sizes for make in LARGE.values()]
    cases.append(Question("q", "Who sold the mill?", choices=("Ada",) * (MOST_CHOICES + 1)))
    for question in cases[:count]:
        try:
            engine.answer(story, question)
            yield not question.too_large
        except SymbolicRCError as error:
            yield bool(question.too_large) and question.too_large in str(error)


def damaged(count: int) -> Iterator[bool]:
    """Yield whether each damaged file of a kernel cache is found out and replaced."""
    for i in range(min(count, 40)):
        with tempfile.TemporaryDirectory() as place:
            files = _Files(Path(place) / "kernel")
            files.save("key", b"machine code")
            (path,) = files._folder.iterdir()
            data = bytearray(path.read_bytes())
            if i % 2:
                data[i % len(data)] ^= 1 << i % 8
            path.write_bytes(bytes(data if i % 2 else data[: i * len(data) // 40]))
            gone = files.load("key") is None and not path.exists()
            files.save("key", b"machine code")
            yield gone and files.load("key") == b"machine code"


def full(count: int) -> Iterator[bool]:
    """Yield whether a cache that cannot be read or written is done without."""
    ways = [
        (call, code)
        for call in ("mkdir", "write_bytes", "replace", "read_bytes")
        for code in (errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO, errno.ENOTDIR)
    ]
    for call, code in islice(cycle(ways), min(count, len(ways))):
        with tempfile.TemporaryDirectory() as place:
            files = _Files(Path(place) / "kernel")
            if call == "read_bytes":
                files.save("key", 1)
            with mock.patch.object(Path, call, side_effect=OSError(code, os.strerror(code))):
                try:
                    if call != "read_bytes":
                        files.save("key", 1)
                    yield files.load("key") is None
                except OSError:
                    yield False


CHECKS = (
    Check("an interrupt ends an answer, and no more", 12, interrupted),
    Check("questions of any size", 13, large),
    Check("a damaged kernel cache", 14, damaged),
    Check("a kernel cache on a full disk", 14, full),
)
