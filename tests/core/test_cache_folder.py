"""A folder from which code is run, or stories are read, is the user's own on every path that leads to it."""

import os
import tempfile
import threading

import pytest

from symbolic_rc.core.cache_folder import kernel_folder, private
from symbolic_rc.core.record import Record
from symbolic_rc.story import Story
from symbolic_rc.story.disk import StoryCache

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
NOBODY = 65534


def owned(path, by=None, mode=0o755):
    """Make a folder; by another user where this one may do so."""
    path.mkdir()
    path.chmod(mode)
    if by is not None:
        if os.getuid():
            pytest.skip("only root can give folders away")
        os.chown(path, by, -1)
    return path


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize(
    ("by", "mode", "reason"),
    [(NOBODY, 0o755, "others own"), (None, 0o777, "others can write"), (NOBODY, 0o1777, "others own")],
)
def test_what_others_can_change_is_refused(tmp_path, depth, by, mode, reason):
    folder = owned(tmp_path / "theirs", by, mode) / "/".join("ab"[:depth])
    if depth:
        folder.mkdir(parents=True, mode=0o700)
    with pytest.raises(PermissionError, match=reason):
        private(folder)


def test_a_folder_that_the_group_can_write_to_is_refused_but_not_one_above_it(tmp_path):
    group = owned(tmp_path / "group", mode=0o775)
    with pytest.raises(PermissionError, match="chmod go-w"):
        private(group)
    assert private(group / "mine").stat().st_mode & 0o777 == 0o700


def test_a_folder_under_one_like_tmp_is_taken(tmp_path):
    assert private(owned(tmp_path / "tmp", mode=0o1777) / "mine").is_dir()


@pytest.mark.parametrize("own", [True, False])
def test_a_symbolic_link_is_what_it_leads_to(tmp_path, own):
    target = owned(tmp_path / "target", None if own else NOBODY)
    (tmp_path / "link").symlink_to(target)
    if own:
        assert private(tmp_path / "link" / "compiled").is_dir()
        with pytest.raises(PermissionError, match="is a symbolic link"):
            private(tmp_path / "link")
        return
    with pytest.raises(PermissionError, match="others own"):
        private(tmp_path / "link" / "compiled")


@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "SYMBOLIC_RC_CACHE", "XDG_CACHE_HOME"])
def test_no_kernel_comes_from_anothers_folder(tmp_path, monkeypatch, variable, caplog):
    for name in ("NUMBA_CACHE_DIR", "SYMBOLIC_RC_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    theirs = owned(tmp_path / "theirs", NOBODY)
    monkeypatch.setenv(variable, str(theirs))
    kernel_folder.cache_clear()
    try:
        found = kernel_folder()
    finally:
        kernel_folder.cache_clear()
    assert theirs not in found.parents
    assert f"others own {theirs}" in caplog.text


def test_no_kernel_comes_from_anothers_temporary_folder(tmp_path, monkeypatch):
    theirs = owned(tmp_path / "theirs", NOBODY)
    monkeypatch.setenv("SYMBOLIC_RC_CACHE", str(theirs))
    monkeypatch.setattr(tempfile, "tempdir", str(theirs))
    kernel_folder.cache_clear()
    try:
        with pytest.raises(PermissionError, match="others own"):
            kernel_folder()
    finally:
        kernel_folder.cache_clear()


def test_many_that_come_first_make_one_folder(tmp_path):
    found, failed = [], []

    def make():
        try:
            found.append(private(tmp_path / "a" / "b" / "compiled"))
        except OSError as error:
            failed.append(error)

    threads = [threading.Thread(target=make) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(found), failed) == (16, [])


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o755])
def test_no_story_comes_from_a_folder_that_others_can_write_to(tmp_path, caplog, mode):
    folder, record = owned(tmp_path / "stories", mode=mode), Record("s", "Ann sold the mill.")
    cache = StoryCache(folder)
    assert (cache.path(record.text) is None) == (mode != 0o755)
    assert isinstance(cache.open(record), Story)
    assert (caplog.text.count("others can write to") == 1) == (mode != 0o755)
