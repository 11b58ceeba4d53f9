"""Kernels as plain Python (NUMBA_DISABLE_JIT=1) let unsigned integers wrap around, as compiled ones do."""

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def silent_overflow() -> Iterator[None]:
    with np.errstate(over="ignore"):
        yield
