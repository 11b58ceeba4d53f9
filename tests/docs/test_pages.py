"""The examples of README and the documentation are run: Python as doctest, marked shell blocks in order."""

import doctest
import re
from pathlib import Path

import pytest

from tests.cli.running import shell

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs" / "pages").glob("*.md"))]
WITH_SHELL = [page for page in PAGES if "<!-- run -->" in page.read_text("utf-8")]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
#: A block of shell that is run, and what it prints where that is shown.
BLOCK = re.compile(r"<!-- run -->\n```sh\n(.*?)```\n(?:<!-- prints -->\n```text\n(.*?)```)?", re.DOTALL)


def name(page):
    return page.stem


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_examples_print_what_the_page_says(page):
    found = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert found.failed == 0


@pytest.mark.parametrize("page", WITH_SHELL, ids=name)
def test_shell_blocks_work_in_their_order(page, tmp_path):
    for block, shown in BLOCK.findall(page.read_text("utf-8")):
        done = shell(block, tmp_path, PYTHONPATH=str(ROOT))
        assert done.returncode == 0, done.stderr
        if shown:
            assert doctest.OutputChecker().check_output(shown, done.stdout, FLAGS), done.stdout


def test_the_two_commands_stand_at_the_top_of_readme():
    text = README.read_text("utf-8")
    assert text.index("symbolic-rc score examples") < text.index("pytest -n 2") < text.index("## ")


def test_the_links_of_readme_lead_somewhere():
    for link in re.findall(r"\]\(([^)#]+)", README.read_text("utf-8")):
        assert link.startswith("http") or (ROOT / link).exists(), link


def test_every_page_is_in_the_navigation():
    listed = re.findall(r": ([\w/-]+\.md)$", (ROOT / "docs" / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert {page.name for page in PAGES if page != README} <= set(listed)
