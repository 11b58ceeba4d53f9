"""What the machine can do, and which share of it each kernel reaches."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel


@kernel
def _chain(steps: int, value: int) -> int:
    for _ in range(steps):
        value ^= value << 13
        value ^= value >> 7
        value ^= value << 17
    return value


def clock() -> float:
    """Return the processor's effective cycles a second: a chain of six dependent operations."""
    _chain(10, 1)
    best = float("inf")
    for _ in range(9):
        began = time.process_time()
        _chain(2_000_000, 1)
        best = min(best, time.process_time() - began)
    return 6 * 2_000_000 / best


def copy_rate(size: int = 1 << 25) -> float:
    """Return the bytes a second that one core reads and writes in main memory."""
    source: NDArray[np.uint8] = np.ones(size, np.uint8)
    target = np.empty_like(source)
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        np.copyto(target, source)
        best = min(best, time.process_time() - began)
    return 2 * size / best


#: Kernel, start of its row in the benchmark's table, units in a register, operations, bytes, in words.
NOTES = (
    ("ROUGE-L", "ROUGE-L, best span, 30", 16, 8, 8,
     "and, add, sub, or, not, count, max, spill; 16-bit lanes"),
    ("overlap", "Token F1, best span, 30", 32, 3, 3, "compare, add, max; 8-bit lanes"),
    ("cosine", "Cosine (50 dimensions), best span, 30", 16, 3, 10,
     "add, multiply, max; 16 lanes of 32 bits"),
    ("cosine's norms", "Cosine (300 dimensions), best span, 1 ", 16, 320, 1_070,
     "a product of two words: multiply-add; 16 lanes of 32 bits; five rows read for six products"),
    ("word distance", "Word distance, 30", 8, 5_520, 47_000,
     "a question: 82 matches by multiply, max, max, add on 16; 91 mentions by subtract, compare, select"),
)  # fmt: skip


def share(per_second: float, lanes: int, operations: int, cycles: float) -> float:
    """Return the share of the limit: three vector operations a cycle."""
    return per_second / (cycles * 3 / operations * lanes)
