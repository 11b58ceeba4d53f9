"""Where compiled kernels are kept."""

from pathlib import Path

from symbolic_rc.core.jit import cache_directory
from symbolic_rc.core.version import VERSION


def test_each_version_of_the_package_has_its_own():
    setup = (Path(__file__).parents[2] / "setup.py").read_text(encoding="utf-8")
    assert f'version="{VERSION}"' in setup
    assert cache_directory().name == VERSION
