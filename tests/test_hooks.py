"""What runs before a commit runs in CI too, and is installed with the extra `test`."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: The package that brings a hook's command, where it is called otherwise.
PACKAGES = {"lint-imports": "import-linter", "python": "numpydoc"}


def test_every_hook_is_a_command_of_ci_and_its_tool_is_installed():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +entry: (.+)$", hooks, re.MULTILINE)
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    extra = setup.partition('"test": [')[2].partition("\n    ],")[0]
    assert len(entries) > 4
    for entry in entries:
        words = entry.replace(" --check", "")
        assert any(line.startswith(words) for line in ci), entry
        tool = entry.split()[0]
        assert f'"{PACKAGES.get(tool, tool)}' in extra, entry
