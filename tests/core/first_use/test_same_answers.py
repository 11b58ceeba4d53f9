"""Answers are the same, to the last digit, whether kernels are compiled or run as plain Python."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")

PROGRAM = """
import sys
from symbolic_rc.core.first_use import renting

renting.PRICE = 1e9
from symbolic_rc.batch import RunOptions, score

score(RunOptions("examples", sys.argv[1], reader="symbolic", limit=12))
"""


def test_a_first_use_answers_as_the_compiled_program_does(tmp_path):
    found = []
    for name, always in (("compiled", "always"), ("first", "")):
        settings = {**os.environ, "SYMBOLIC_RC_COMPILE": always}
        if not always:
            settings["SYMBOLIC_RC_CACHE"] = str(tmp_path / "cache")
        settings["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
        out = tmp_path / name
        subprocess.run([sys.executable, "-c", PROGRAM, str(out)], env=settings, check=True)
        found.append((out / "predictions.jsonl").read_bytes())
    assert found[0] == found[1]
