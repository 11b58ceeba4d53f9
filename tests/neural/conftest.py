"""Tests of the neural readers; skipped where PyTorch is not installed."""

from __future__ import annotations

import random
from importlib.util import find_spec

import pytest

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record

_MISSING = [name for name in ("torch", "safetensors") if find_spec(name) is None]
if _MISSING:
    collect_ignore_glob = ["test_*.py"]
else:
    import torch

    torch.set_num_threads(1)  # threads that wait for each other are slower than one where cores are busy


def pytest_report_header() -> str:
    """Say why the tests here are skipped."""
    return f"neural readers: skipped, {' and '.join(_MISSING)} not installed" if _MISSING else ""


_ACTS = "bought sold built painted left found".split()
_THINGS = "mill boat bridge house farm inn".split()


def made(seed: int, stories: int, facts: int = 3) -> list[Record]:
    """Return stories in which entities do something with things, and cloze questions who did."""
    chance = random.Random(seed)
    found = []
    for number in range(stories):
        things, names = chance.sample(_THINGS, facts), chance.sample(range(10), facts)
        said = [(f"@entity{n}", chance.choice(_ACTS), t) for n, t in zip(names, things, strict=True)]
        text = " ".join(f"{name} {act} the {thing} in spring ." for name, act, thing in said)
        questions = tuple(
            Question(
                f"{number}-{i}", f"@placeholder {act} the {thing}", ((name,),), placeholder="@placeholder"
            )
            for i, (name, act, thing) in enumerate(said[:2])
        )
        found.append(Record(f"s{number}", text, questions, tokenised=True))
    return found


@pytest.fixture
def cloze_records() -> list[Record]:
    """Ten stories with two cloze questions each."""
    return made(3, 10)
