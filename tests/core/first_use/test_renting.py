"""A kernel runs as plain Python until that has cost as much as compiling it would."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")

MODULE = """
import numpy as np
from symbolic_rc.core.first_use import renting
from symbolic_rc.core.jit import kernel

renting.PRICE = float(__import__("os").environ["PRICE"])


@kernel
def count(n):
    found = np.int32(0)
    for i in range(n):
        found += np.int32(1)
    return found


for _ in range(3):
    told = count(200_000)
    print(type(told).__name__, told, len(count.signatures))
"""


def run(folder, price, **environment):
    (folder / "counted.py").write_text(MODULE)
    settings = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
        "SYMBOLIC_RC_CACHE": str(folder / "cache"),
        "PRICE": price,
        **environment,
    }
    settings.setdefault("SYMBOLIC_RC_COMPILE", "")
    command = [sys.executable, "-c", "import counted"]
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )[:-1]


def test_it_is_compiled_when_the_rent_has_reached_the_price(tmp_path):
    told = run(tmp_path, "1e-4", SYMBOLIC_RC_COMPILE="")
    assert told[0] == "int 200000 0"
    assert told[-1] == "int 200000 1"


def test_what_costs_little_is_never_compiled(tmp_path):
    assert run(tmp_path, "1e6", SYMBOLIC_RC_COMPILE="") == ["int 200000 0"] * 3
    assert not list((tmp_path / "cache").rglob("*.nbc"))


def test_the_rent_is_remembered_from_process_to_process(tmp_path):
    for _ in range(30):
        told = run(tmp_path, "1e-2", SYMBOLIC_RC_COMPILE="")
        if told[0].endswith("1"):
            break
        (rent,) = (tmp_path / "cache").rglob("rent")
        assert float(rent.read_text()) > 0
    assert told == ["int 200000 1"] * 3


def test_what_is_in_the_cache_is_used(tmp_path):
    assert run(tmp_path, "1e6", SYMBOLIC_RC_COMPILE="always") == ["int 200000 1"] * 3
    assert run(tmp_path, "1e6", SYMBOLIC_RC_COMPILE="") == ["int 200000 1"] * 3
