"""Compiler hints: bit counts as one instruction, wide vectors."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload


def zeros(word: Any) -> int:
    """Return the number of zeros of an unsigned NumPy integer, in its own width."""
    return int(word.itemsize) * 8 - int(word).bit_count()


@intrinsic
def _count_zeros(typingctx: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(builder.not_(arguments[0]))

    return word(word), generate


@overload(zeros)
def _zeros(word):  # type: ignore[no-untyped-def]  # numba compares the two signatures
    if isinstance(word, types.Integer):
        return lambda word: _count_zeros(word)
    return None


def wide() -> None:
    """Let the loops of the kernel that calls this use the machine's widest vectors; call it first.

    LLVM stops at 256 bits on machines with 512, which suits code that rarely needs them. Loops are made into
    vectors kernel by kernel, so each that takes time asks for itself. Without such a machine it does nothing.
    """


@intrinsic
def _widest(typingctx: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        # Not one of the names that llvmlite knows, so past its check.
        set.add(builder.function.attributes, '"prefer-vector-width"="512"')
        return context.get_dummy_value()

    return types.void(), generate


@overload(wide, inline="always")  # into the kernel itself, whose attribute it is
def _wide():  # type: ignore[no-untyped-def]  # numba compares the two signatures
    return lambda: _widest()
