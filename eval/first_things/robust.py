"""What must not stop the engine: interrupts, questions of any size, a kernel cache damaged or full."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import symbolic_rc
from eval.first_things.kinds import Check
from eval.fuzz import interrupts
from symbolic_rc.core.cache_folder import CheckedFolder
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import LONGEST, MOST_CHOICES, Question

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
    "nothing": lambda n: "?",
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
            yield not question.refused
        except SymbolicRCError as error:
            yield bool(question.refused) and question.refused in str(error)


def damaged(count: int) -> Iterator[bool]:
    """Yield whether each damaged file of a kernel cache is found out and removed."""
    for i in range(min(count, 40)):
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "kernel" / "one.nbc"
            with CheckedFolder(path.parent, "*.nbc").held():
                path.write_bytes(b"machine code")
            data = bytearray(path.read_bytes())
            if i % 2:
                data[i % len(data)] ^= 1 << i % 8
            path.write_bytes(bytes(data if i % 2 else data[: i * len(data) // 40]))
            with CheckedFolder(path.parent, "*.nbc").held():
                yield not path.exists()


CHECKS = (
    Check("an interrupt ends an answer, and no more", 12, interrupted),
    Check("questions of any size", 13, large),
    Check("a damaged kernel cache", 14, damaged),
)
