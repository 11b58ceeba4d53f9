"""Tests of the neural readers; those that need PyTorch are left out where it is not (see `test_extra`)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from symbolic_rc.core.record import Record

if find_spec("torch") and find_spec("safetensors"):
    import torch

    torch.set_num_threads(1)  # threads that wait for each other are slower than one where cores are busy
else:
    collect_ignore = [
        path.name
        for path in Path(__file__).parent.glob("test_*.py")
        if path.name not in ("test_catalogue.py", "test_extra.py", "test_parts.py")
    ]


@pytest.fixture
def cloze_records() -> list[Record]:
    """Ten stories with two cloze questions each."""
    from tests.cloze_records import made

    return made(3, 10)
