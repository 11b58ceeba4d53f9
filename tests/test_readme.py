"""The README's examples are run: Python as doctest, the marked shell lines one by one."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"<!-- run -->\n```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_python_examples_print_what_the_readme_says():
    found = doctest.testfile(str(README), module_relative=False)
    assert found.attempted > 3
    assert found.failed == 0


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0][:30])
def test_the_command_lines_work(block, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(README.parent)}
    for line in block.strip().split("\n"):
        line = line.replace("symbolic-rc", f"{sys.executable} -m symbolic_rc.cli", 1)
        done = subprocess.run(line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_the_two_commands_stand_at_the_top():
    text = README.read_text(encoding="utf-8")
    assert text.index("symbolic-rc score examples") < text.index("pytest -n 2") < text.index("## ")
