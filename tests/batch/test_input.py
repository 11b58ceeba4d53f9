"""What a run takes as input: folders that `cloze` wrote, pipes, and nothing at all."""

import gzip
import io
import itertools
import json
import os
import threading
import types

import pytest

from symbolic_rc.batch.run import Input, RunOptions
from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets import Limits
from tests.datasets.samples import QUESTION_FILE, STORY, laid_out
from tests.endless import Endless

LINE = json.dumps(STORY) + "\n"


def stories(given, **options):
    source = Input(RunOptions(str(given), "out", **options))
    found = list(source.records())
    source.close()
    return source, found


def test_the_folder_that_cloze_writes_is_scored_as_it_is(tmp_path):
    laid_out(tmp_path, {"questions.jsonl": LINE, "questions/a.question": QUESTION_FILE, "cloze.json": "{}"})
    source, found = stories(tmp_path)
    assert source.format == "jsonl"
    assert [record.id for record in found] == ["mill"]
    assert not source.problems


def test_a_folder_of_several_formats_is_scored(tmp_path):
    laid_out(tmp_path, {"a.jsonl": LINE, "b.question": QUESTION_FILE})
    source, found = stories(tmp_path)
    assert source.format == "jsonl,cnn"
    assert [record.id for record in found] == ["mill", "b"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (json.dumps({"id": "a", "text": "b"}) + "\n", "holds 1 stories, but no question"),
        ('{"id": [3], "text": "b"}\n', "holds no story: .*a.jsonl:1: field 'id' should be text"),
    ],
)
def test_no_story_and_no_question_are_errors_with_the_reason(tmp_path, content, says):
    path = laid_out(tmp_path, {"a.jsonl": content})
    with pytest.raises(DataError, match=says):
        stories(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text(LINE))
    writer.start()
    assert stories(tmp_path / "pipe")[1][0].id == "mill"
    writer.join()


def line(number):
    return json.dumps({**STORY, "id": f"s{number}", "questions": [{"text": "Who?"}]}).encode() + b"\n"


def endless():
    return Endless(map(line, itertools.count(1)))


def test_an_endless_stream_is_read_as_far_as_is_asked(monkeypatch):
    hashes = set()
    for _ in range(2):
        stream = endless()
        monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=stream))
        source, found = stories("-", limit=500)
        assert len(found) == 500
        assert stream.taken < 1 << 20
        hashes.add(source.hash)
    assert len(hashes) == 1


def test_an_endless_stream_ends_at_the_limit_and_is_told_of(monkeypatch, caplog):
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=endless()))
    monkeypatch.setattr("symbolic_rc.batch.run._INTERVAL", 0.0)
    with pytest.raises(DataError, match="--max-unpacked"):
        stories("-", limits=Limits(unpacked=3 << 20))
    assert "standard input: 2 MB" in caplog.text


def test_compressed_standard_input_is_read_to_the_limit(monkeypatch):
    packed = gzip.compress(b"".join(map(line, range(3000))))
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=io.BytesIO(packed)))
    assert len(stories("-", limit=100)[1]) == 100
