"""Without PyTorch: what is said, and that nothing else is missing."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.neural import catalogue
from symbolic_rc.readers import load_reader


def test_the_other_tests_here_need_pytorch():
    if not (find_spec("torch") and find_spec("safetensors")):
        pytest.skip("the tests of neural readers are left out: torch or safetensors is not installed")


def test_what_to_install_is_said(monkeypatch):
    monkeypatch.setattr(catalogue, "find_spec", lambda name: None)
    with pytest.raises(SymbolicRCError, match=r"symbolic_rc\[neural\].*whl/cpu"):
        load_reader("neural:bidaf")


def test_importing_the_engine_and_the_command_line_loads_no_pytorch():
    names = "symbolic_rc, symbolic_rc.cli.entry, symbolic_rc.neural.catalogue"
    code = f"import sys, {names}; print('torch' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
