"""A damaged file in a folder of read stories is replaced; a folder that cannot be written is told."""

from pathlib import Path

import pytest

import symbolic_rc
from symbolic_rc.core.record import Record
from symbolic_rc.story.disk import StoryCache

RECORD = Record("s", "Ada Holm sold the mill to Bo.")
OTHER = Record("t", "Nell lent the lamp to Osric.")


def asked(story) -> str:
    return symbolic_rc.load().answer(story, "Who sold the mill?").text


@pytest.mark.parametrize("damage", ["cut", "emptied", "another's"])
def test_a_damaged_story_is_read_again_and_replaced(tmp_path, damage):
    cache = StoryCache(tmp_path)
    cache.read(RECORD), cache.read(OTHER)
    path = cache.path(RECORD.text)
    whole = path.read_bytes()
    content = {"cut": whole[:-50], "emptied": b"", "another's": cache.path(OTHER.text).read_bytes()}
    path.write_bytes(content[damage])
    story = cache.open(RECORD)
    assert asked(story) == "Ada Holm"
    cache.store(story)
    assert path.read_bytes() == whole
    path.write_bytes(content[damage])
    assert cache.read(RECORD).text == RECORD.text
    assert path.read_bytes() == whole


def test_a_full_disk_is_told_and_does_no_harm(tmp_path, monkeypatch, caplog):
    def full(*given, **named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    assert asked(StoryCache(tmp_path / "cache").read(RECORD)) == "Ada Holm"
    assert "No space left" in caplog.text
