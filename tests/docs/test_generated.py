"""Pages that are made from the program hold all that it lists."""

import importlib.util
from pathlib import Path

import pytest

from symbolic_rc.cli.entry import COMMANDS
from symbolic_rc.datasets import formats
from symbolic_rc.readers import reader_names
from symbolic_rc.rules.rulebook import default_rulebook

HOOK = Path(__file__).parents[2] / "docs" / "generated.py"


@pytest.fixture(scope="module")
def generated():
    found = importlib.util.spec_from_file_location("generated", HOOK)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages(generated):
    return generated.pages()


def test_every_command_rule_reader_and_format_is_there(pages):
    for command in COMMANDS:
        assert f"## {command.__name__.replace('_', '-')}\n" in pages["reference/commands.md"]
    for rule in default_rulebook():
        assert f"{{#{rule.name}}}" in pages["reference/rules.md"]
    for reader in reader_names():
        assert f"| `{reader}` |" in pages["reference/readers.md"]
    for name in formats():
        assert f"## {name}\n" in pages["reference/formats.md"]


def test_every_public_name_has_a_place(generated, pages):
    for place, names in generated.public().items():
        page = pages[f"reference/python/{place}.md"]
        for name in names:
            assert f".{name}\n" in page or f".{name}}}" in page, (place, name)


def test_links_between_files_of_the_repository_are_set_right(generated, tmp_path):
    page = generated._moved("contributing.md", generated.ROOT / "CONTRIBUTING.md")
    assert "](architecture.md)" in page
