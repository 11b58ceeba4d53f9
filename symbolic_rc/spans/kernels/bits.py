"""Compiler hints: bit counts as one instruction, wide vectors, sixteen floats at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
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


LANES = 16


def raise_lanes(word: Any, at: int, shape: Any, k: int, weight: Any) -> None:
    """Raise ``word[at:at + 16]`` to ``weight * shape[k:k + 16]`` where that is more."""
    old, new = word[at : at + LANES], shape[k : k + LANES] * weight
    word[at : at + LANES] = np.where(new > old, new, old)


def take_lanes(saved: Any, at: int, word: Any, word2: Any) -> None:
    """Add the larger of two words' ``[at:at + 16]`` to ``saved``, and set both to zero."""
    part = slice(at, at + LANES)
    saved[part] += np.where(word[part] > word2[part], word[part], word2[part])
    word[part] = word2[part] = 0.0


_VECTOR = ir.VectorType(ir.FloatType(), LANES)


class _Part:
    """Sixteen floats of an array from an index on; the index is not checked."""

    def __init__(self, context: Any, builder: Any, kind: Any, array: Any, index: Any) -> None:
        data = context.make_array(kind)(context, builder, array).data
        self._builder, self._place = builder, builder.gep(data, [index])
        self._place = builder.bitcast(self._place, _VECTOR.as_pointer())

    def load(self) -> Any:
        return self._builder.load(self._place, align=4)

    def store(self, value: Any) -> None:
        self._builder.store(value, self._place, align=4)


def _larger(builder: Any, new: Any, old: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", new, old), new, old)


@intrinsic
def _raise(typingctx: Any, word: Any, at: Any, shape: Any, k: Any, weight: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        mine = _Part(context, builder, kinds[0], arguments[0], arguments[1])
        other = _Part(context, builder, kinds[2], arguments[2], arguments[3])
        zero = ir.Constant(ir.IntType(32), 0)
        one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), arguments[4], zero)
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        new = builder.fmul(other.load(), builder.shuffle_vector(one, one, mask))
        mine.store(_larger(builder, new, mine.load()))
        return context.get_dummy_value()

    return types.void(word, types.intp, shape, types.intp, types.float32), generate


@intrinsic
def _take(typingctx: Any, saved: Any, at: Any, word: Any, word2: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        total, one, two = (
            _Part(context, builder, signature.args[i], arguments[i], arguments[1]) for i in (0, 2, 3)
        )
        total.store(builder.fadd(total.load(), _larger(builder, one.load(), two.load())))
        zeros = ir.Constant(_VECTOR, [0.0] * LANES)
        one.store(zeros)
        two.store(zeros)
        return context.get_dummy_value()

    return types.void(saved, types.intp, word, word2), generate


@overload(raise_lanes)
def _raise_lanes(word, at, shape, k, weight):  # type: ignore[no-untyped-def]
    return lambda word, at, shape, k, weight: _raise(word, at, shape, k, weight)


@overload(take_lanes)
def _take_lanes(saved, at, word, word2):  # type: ignore[no-untyped-def]
    return lambda saved, at, word, word2: _take(saved, at, word, word2)
