"""Nothing that happens to the kernel cache stops an answer."""

import errno
import logging
import os
import shutil
from pathlib import Path

import pytest

from symbolic_rc.core import kernel_cache
from symbolic_rc.core.kernel_cache import _Files
from tests.core.test_kernel_cache import compiled, modules, run

__all__ = ["modules"]

compiled_only = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")


def turned(path: Path, others: list[Path]) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 4
    path.write_bytes(bytes(data))


def swapped(path: Path, others: list[Path]) -> None:
    path.write_bytes(others[0].read_bytes())


def a_folder(path: Path, others: list[Path]) -> None:
    path.unlink()
    (path / "x").mkdir(parents=True)


DAMAGES = {
    "a bit turned": turned,
    "cut": lambda path, others: path.write_bytes(path.read_bytes()[:-100]),
    "emptied": lambda path, others: path.write_bytes(b""),
    "something else": lambda path, others: path.write_bytes(b"\x80\x05N." * 100),
    "another kernel's": swapped,
    "a folder": a_folder,
}


@compiled_only
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_replaced(modules, damage):
    run(modules, SYMBOLIC_RC_COMPILE="always")
    before = {path: path.read_bytes() for path in compiled(modules)}
    for path in before:
        DAMAGES[damage](path, [other for other in before if other != path])
    found = run(modules, SYMBOLIC_RC_COMPILE="always")
    assert found.stdout == "32\n"
    if damage == "a folder":
        assert len(found.stderr.splitlines()) == 1
    else:
        assert found.stderr == ""
        assert sorted(before) == compiled(modules)
        assert all(len(path.read_bytes()) > 1000 for path in before)


@compiled_only
def test_a_file_in_the_place_of_a_kernels_folder(modules):
    run(modules, SYMBOLIC_RC_COMPILE="always")
    for path in compiled(modules):
        shutil.rmtree(path.parent)
        path.parent.touch()
    found = run(modules, SYMBOLIC_RC_COMPILE="always")
    assert found.stdout == "32\n"
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("call", ["mkdir", "write_bytes", "replace", "read_bytes"])
def test_what_cannot_be_kept_is_done_without(tmp_path, monkeypatch, caplog, code, call):
    files = _Files(tmp_path / "kernel")
    if call == "read_bytes":
        files.save("key", [1])
    monkeypatch.setattr(kernel_cache, "_warned", False)

    def refuse(*given, **named):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, call, refuse)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            if call != "read_bytes":
                files.save("key", [1])
            assert files.load("key") is None
    assert len(caplog.records) == 1
    assert os.strerror(code) in caplog.text
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".nbc"]


def test_what_is_kept_is_found_by_its_key_alone(tmp_path):
    files = _Files(tmp_path / "kernel")
    files.save("key", [1])
    assert files.load("key") == [1]
    assert files.load("other") is None
    files.flush()
    assert files.load("key") is None


def test_no_folder_at_all_is_told_once(tmp_path, monkeypatch, caplog):
    def full(*given, **named):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setenv("SYMBOLIC_RC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(kernel_cache, "_warned", False)
    monkeypatch.setattr(kernel_cache.tempfile, "TemporaryFile", full)
    monkeypatch.setattr(kernel_cache, "_private_folder", full)
    with caplog.at_level(logging.WARNING):
        folder = kernel_cache.cache_directory.__wrapped__()
        _Files(folder / "kernel").save("key", [1])
        assert _Files(folder / "kernel").load("key") is None
    assert len(caplog.records) == 1
