"""What says which version, licence and address the package has says the same everywhere."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_rc import __version__

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def metadata():
    code = (
        "import setuptools, json\n"
        "from distutils.core import run_setup\n"
        "found = run_setup('setup.py', stop_after='init').metadata\n"
        "names = ('version', 'long_description', 'classifiers', 'license_files', 'author', 'url')\n"
        "print(json.dumps({name: getattr(found, name) for name in names}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    return json.loads(done.stdout.splitlines()[-1])


def test_the_version_stands_once(metadata):
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert metadata["version"] == __version__
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == __version__
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_no_link_on_the_package_indexs_page_leads_nowhere(metadata):
    assert not metadata["url"]
    for link in re.findall(r"\]\(([^)]+)\)", metadata["long_description"]):
        assert link.startswith("https://"), link
    assert "Tutorial (`docs/pages/tutorial.md`)" in metadata["long_description"]
    assert "![" not in metadata["long_description"]


def test_every_supported_python_has_a_classifier(metadata):
    for minor in range(10, 14):
        assert f"Programming Language :: Python :: 3.{minor}" in metadata["classifiers"]


def test_the_licences_of_all_shipped_files_are_told(metadata):
    told = (ROOT / "lexicons" / "LICENSES.md").read_text("utf-8")
    sources = (ROOT / "lexicons" / "SOURCES.md").read_text("utf-8")
    shipped = {path.name for path in (ROOT / "lexicons").glob("*.lex")}
    assert set(re.findall(r"^\| `([\w.]+)` \|", told, re.MULTILINE)) == shipped
    assert all(f"`{name}`" in sources for name in shipped)
    for name in metadata["license_files"]:
        assert (ROOT / name).is_file()
