"""Bit counts: one machine instruction when compiled, plain Python otherwise."""

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
