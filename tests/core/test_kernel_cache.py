"""A changed kernel never meets an old one; one that has not changed is not compiled again."""

import os
import subprocess
import sys

import numpy as np
import pytest

from symbolic_rc.core.kernel_cache import digest

pytestmark = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")

INNER = """
from symbolic_rc.core.jit import kernel

STEP = 2


@kernel
def inner(x):
    return x + STEP
"""
OUTER = """
import inner as low
from inner import inner
from symbolic_rc.core.jit import kernel


@kernel
def outer(x):
    return 10 * inner(x) + low.STEP


def plain():
    return 0


print(outer(1))
"""


def run(folder, **environment):
    settings = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
        "SYMBOLIC_RC_CACHE": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **environment,
    }
    return subprocess.run(
        [sys.executable, "-c", "import outer"], env=settings, capture_output=True, text=True, check=True
    )


@pytest.fixture
def modules(tmp_path):
    (tmp_path / "inner.py").write_text(INNER)
    (tmp_path / "outer.py").write_text(OUTER)
    return tmp_path


def compiled(folder):
    return sorted((folder / "cache").rglob("*.nbc"))


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [("x + STEP", "x - STEP", "-8"), ("STEP = 2", "STEP = 5", "65")],
    ids=["what it calls", "a constant of what it calls"],
)
def test_a_change_below_a_kernel_is_seen(modules, old, new, result):
    assert run(modules).stdout == "32\n"
    (modules / "inner.py").write_text(INNER.replace(old, new))
    assert run(modules).stdout == f"{result}\n"
    (modules / "inner.py").write_text(INNER)
    before = compiled(modules)
    assert run(modules).stdout == "32\n"
    assert compiled(modules) == before


def test_what_has_not_changed_is_not_compiled_again(modules):
    run(modules)
    before = compiled(modules)
    assert len(before) == 2
    (modules / "outer.py").write_text("# A comment.\n\n" + OUTER.replace("return 0", "return 7"))
    assert run(modules).stdout == "32\n"
    assert compiled(modules) == before


def test_the_cache_may_lie_where_numba_is_told(modules):
    run(modules, SYMBOLIC_RC_CACHE="", NUMBA_CACHE_DIR=str(modules / "numba"))
    assert list((modules / "numba").rglob("*.nbc"))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users have no numbers here")
def test_an_unwritable_cache_gives_way_to_a_folder_of_the_users_own(modules):
    (modules / "file").touch()
    (modules / "tmp").mkdir()
    settings = {"SYMBOLIC_RC_CACHE": str(modules / "file" / "cache"), "TMPDIR": str(modules / "tmp")}
    found = run(modules, **settings)
    own = modules / "tmp" / f"symbolic_rc-{os.getuid()}"
    assert own.stat().st_mode & 0o777 == 0o700
    assert list(own.rglob("*.nbc"))
    assert len(found.stderr.splitlines()) == 1
    assert str(own) in found.stderr


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users have no numbers here")
@pytest.mark.parametrize("taken", ["open to others", "a link", "a file"])
def test_a_folder_that_others_can_write_to_is_not_used(modules, taken):
    (modules / "file").touch()
    (modules / "tmp").mkdir()
    name = modules / "tmp" / f"symbolic_rc-{os.getuid()}"
    if taken == "open to others":
        name.mkdir()
        name.chmod(0o777)
    elif taken == "a link":
        (modules / "elsewhere").mkdir(mode=0o700)
        name.symlink_to(modules / "elsewhere")
    else:
        name.touch()
    run(modules, SYMBOLIC_RC_CACHE=str(modules / "file" / "cache"), TMPDIR=str(modules / "tmp"))
    used = {path.parts[len(modules.parts) + 1] for path in (modules / "tmp").rglob("*.nbc")}
    assert len(used) == 1
    assert name.name not in used
    assert not list(modules.glob("elsewhere/**/*.nbc"))


def kernel_with(**values):
    space = {"__name__": "kernels", **values}
    exec("def user(x):\n    return x + CONSTANT + len(SOURCE)", space)
    return space["user"]


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 2), (1, 1.0), ("a", "b"), ((1, 2), (2, 1)), (np.arange(3), np.arange(3) + 1)],
    ids=["integers", "types", "texts", "tuples", "arrays"],
)
def test_every_constant_counts(one, other):
    first, again, changed = (digest(kernel_with(CONSTANT=value, SOURCE="")) for value in (one, one, other))
    assert first == again
    assert first != changed


PAIRS = """
from typing import NamedTuple


class Pair(NamedTuple):
    first: int
    second: int
"""
SUM_OF_PAIR = """
from {place} import Pair
from symbolic_rc.core.jit import kernel


@kernel
def total(pair):
    return pair.first + pair.second


print(total(Pair(1, 2)))
"""


def test_a_type_that_has_moved_does_not_stop_a_kernel(tmp_path) -> None:
    for place in ("pairs", "moved"):
        (tmp_path / f"{place}.py").write_text(PAIRS)
        (tmp_path / "outer.py").write_text(SUM_OF_PAIR.format(place=place))
        assert run(tmp_path, SYMBOLIC_RC_COMPILE="always").stdout == "3\n"
        (tmp_path / f"{place}.py").unlink()
