"""Kernels are compiled once, and nothing that happens to the cache stops an answer."""

import contextlib
import functools
import json
import os
import subprocess
import sys
import threading
import time
from importlib import import_module
from inspect import signature
from pathlib import Path

import numpy as np
import pytest

from symbolic_rc.core import kernels
from symbolic_rc.core.cache_folder import CheckedFolder
from symbolic_rc.core.kernels import Kernel, kernel

compiled_only = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
with_users = pytest.mark.skipif(not hasattr(os, "getuid"), reason="users have no numbers here")

INNER = """
from typing import NamedTuple
from symbolic_rc.core.kernels import kernel

STEP = 2


class Pair(NamedTuple):
    first: int
    second: int


@kernel
def inner(x):
    return x + STEP
"""
OUTER = """
import inner as low
from inner import Pair, inner
from symbolic_rc.core.kernels import kernel


@kernel
def outer(pair):
    return 10 * inner(pair.first) + low.STEP


print(outer(Pair(1, 5)))
"""


def run(folder, program="import outer", **environment):
    settings = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
        "SYMBOLIC_RC_CACHE": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **environment,
    }
    return subprocess.run(
        [sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=True
    )


def compiled(folder, module="*"):
    """Return the times at which a module's kernels were compiled."""
    found = (folder / "cache" / "compiled").glob(f"{module}/**/*.nbc")
    return {path: path.stat().st_mtime_ns for path in found}


@pytest.fixture
def modules(tmp_path):
    (tmp_path / "inner.py").write_text(INNER)
    (tmp_path / "outer.py").write_text(OUTER)
    return tmp_path


@compiled_only
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


@compiled_only
def test_what_lies_below_a_change_is_not_compiled_again(modules):
    run(modules)
    before = compiled(modules, "inner")
    assert before
    (modules / "outer.py").write_text(OUTER.replace("10 *", "20 *"))
    assert run(modules).stdout == "62\n"
    assert compiled(modules, "inner") == before


@compiled_only
def test_a_type_that_has_moved_does_not_stop_a_kernel(modules):
    run(modules)
    (modules / "pairs.py").write_text(INNER)
    (modules / "outer.py").write_text(OUTER.replace("from inner", "from pairs"))
    assert run(modules).stdout == "32\n"


def bit_turned(path: Path, other: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 4
    path.write_bytes(bytes(data))


DAMAGES = {
    "a bit turned": bit_turned,
    "cut": lambda path, other: path.write_bytes(path.read_bytes()[:-100]),
    "emptied": lambda path, other: path.write_bytes(b""),
    "something else": lambda path, other: path.write_bytes(b"\x80\x05N." * 100),
    "another kernel's": lambda path, other: path.write_bytes(other.read_bytes()),
    "a folder": lambda path, other: (path.unlink(), path.mkdir()),
}


@compiled_only
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_replaced(modules, damage):
    run(modules)
    paths = sorted((modules / "cache").rglob("*.nb[ic]"))
    for path, other in zip(paths, reversed(paths), strict=True):
        DAMAGES[damage](path, other)
    found = run(modules)
    assert found.stdout == "32\n"
    assert len(found.stderr.splitlines()) == (damage == "a folder"), "only what cannot be mended is told"
    if damage != "a folder":
        assert sorted((modules / "cache").rglob("*.nb[ic]")) == paths


@compiled_only
@pytest.mark.skipif(sys.platform == "win32", reason="no limits of file sizes")
def test_a_full_disk_stops_no_answer(modules):
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); import outer"
    found = run(modules, full)
    assert found.stdout == "32\n"
    assert len(found.stderr.splitlines()) == 1
    assert run(modules).stdout == "32\n"


@compiled_only
def test_the_cache_may_lie_where_numba_is_told(modules):
    run(modules, SYMBOLIC_RC_CACHE="", NUMBA_CACHE_DIR=str(modules / "numba"))
    assert list((modules / "numba").rglob("*.nbc"))


@compiled_only
@with_users
@pytest.mark.parametrize("taken", ["", "open to others", "a link", "a file"])
def test_a_folder_of_the_users_own_is_found(modules, taken):
    """Where the cache cannot be written, or could be by others."""
    (modules / "file").touch()
    (modules / "tmp").mkdir()
    (modules / "elsewhere").mkdir(mode=0o700)
    own = modules / "tmp" / f"symbolic_rc-{os.getuid()}"
    if taken == "open to others":
        own.mkdir()
        own.chmod(0o777)
    elif taken == "a link":
        own.symlink_to(modules / "elsewhere")
    elif taken:
        own.touch()
    found = run(modules, SYMBOLIC_RC_CACHE=str(modules / "file" / "cache"), TMPDIR=str(modules / "tmp"))
    (used,) = {path.parts[len(modules.parts) + 1] for path in (modules / "tmp").rglob("*.nbc")}
    assert (modules / "tmp" / used).stat().st_mode & 0o777 == 0o700
    assert (used == own.name) == (not taken)
    assert not list(modules.glob("elsewhere/**/*.nbc"))
    assert len(found.stderr.splitlines()) == 1
    assert used in found.stderr


@with_users
def test_a_cache_that_others_can_write_to_is_not_used(modules):
    (modules / "cache" / "compiled").mkdir(parents=True)
    (modules / "cache" / "compiled").chmod(0o775)
    found = run(modules, TMPDIR=str(modules))
    assert found.stdout == "32\n"
    assert not compiled(modules)


def test_no_two_processes_work_in_a_folder(tmp_path):
    folder = CheckedFolder(tmp_path / "one", "*.nbc")
    program = (
        "import sys; from pathlib import Path; from symbolic_rc.core.cache_folder import CheckedFolder\n"
        "with CheckedFolder(Path(sys.argv[1]), '*.nbc').held():\n"
        "    print((Path(sys.argv[1]) / 'a.nbc').exists())"
    )
    with folder.held(), folder.held():
        other = subprocess.Popen([sys.executable, "-c", program, str(folder.path)], stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(3)
        (folder.path / "a.nbc").touch()
    assert other.communicate()[0].strip() == b"True"


@kernel(cache=False)
def halved(value):
    return value // 2


@kernel(cache=False)
def halves(values, out):
    out[0] = halved(values[0]) + halved(7) + halved(np.int8(9))


@compiled_only
def test_threads_share_the_folder_of_a_module(monkeypatch):
    made = []

    class Folder:
        def __init__(self, path, pattern):
            made.append(path)
            time.sleep(0.05)

        def held(self):
            return contextlib.nullcontext()

    def hold():
        start.wait()
        with kernels._held(kernels.__name__):
            pass

    monkeypatch.setattr(kernels, "CheckedFolder", Folder)
    monkeypatch.setattr(kernels.atexit, "register", lambda *given: None)
    monkeypatch.setattr(kernels, "_folder", functools.cache(kernels._folder.__wrapped__))
    start, threads = threading.Barrier(4), [threading.Thread(target=hold) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1  # of two, the one held would be waited for by the other


def test_a_kernel_is_compiled_once_for_all_signed_integers():
    out = np.zeros(1, np.int64)
    halves(np.array([4], np.int32), out)
    assert out[0] == 9
    assert len(halved.dispatcher("kernel").signatures) == 1


def test_what_is_compiled_ahead_exists():
    for module, listed in json.loads(kernels.SIGNATURES.read_bytes()).items():
        for name, several in listed.items():
            found = getattr(import_module(module), name)
            assert isinstance(found, Kernel)
            for types in several:
                assert len([*map(kernels.type_of, types)]) == len(signature(found).parameters)


@compiled_only
def test_kernels_are_compiled_ahead_once(modules):
    (modules / "outer.py").write_text(OUTER.rpartition("\n\n\nprint")[0] + "\n")
    pair = {"inner:Pair": ["int64", "int64"]}
    listed = {"outer": {"outer": [[pair]], "gone": [["int64"]]}, "missing": {"any": [[["int32", 2, "C"]]]}}
    (modules / "listed.json").write_text(json.dumps(listed))
    program = (
        "from pathlib import Path; from symbolic_rc.core import kernels\n"
        f"kernels.SIGNATURES = Path({str(modules / 'listed.json')!r})\n"
        "{}"
    )
    (modules / "sitecustomize.py").write_text(program.format(""))
    for _ in range(2):
        found = run(modules, program.format("kernels.compile_ahead(print)"))
        before = compiled(modules)
        assert before
    assert not found.stdout
    answer = run(modules, "import outer; from inner import Pair; print(outer.outer(Pair(1, 5)))")
    assert answer.stdout == "32\n"
    assert compiled(modules) == before
