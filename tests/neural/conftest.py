"""Tests of the neural readers; those that need PyTorch are left out where it is not (see `test_extra`)."""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path

import pytest

from symbolic_rc.core.question import Question
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
