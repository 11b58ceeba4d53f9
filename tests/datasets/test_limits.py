"""No input fills the memory: limits hold while it is read, and what is within them is read."""

import gzip
import io
import itertools
import json
import os
import subprocess
import sys
import tarfile
import threading
import types
import zipfile

import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import Limits, Problem, formats, read
from symbolic_rc.datasets.source import MB
from tests.datasets.samples import MILL, SAMPLES, SQUAD, STORY, laid_out
from tests.endless import Endless

SMALL = Limits(text=2000, questions=6, unpacked=20_000)


def found(path, form="auto", limits=SMALL):
    every = list(read(path, form, limits=limits, allow_damaged=True))
    return [x for x in every if isinstance(x, Record)], [x for x in every if isinstance(x, Problem)]


@pytest.mark.parametrize("form", SAMPLES)
def test_small_limits_do_not_touch_small_data(tmp_path, form):
    main = laid_out(tmp_path, SAMPLES[form])
    records, problems = found(main, form)
    assert records
    assert not problems


def test_a_line_that_is_too_long_costs_itself_alone(tmp_path):
    long = json.dumps({"id": "long", "text": "word " * 1000})
    lines = [json.dumps(STORY), long, json.dumps({"id": "b", "text": MILL})]
    main = laid_out(tmp_path, {"a.jsonl": "\n".join(lines)})
    records, (problem,) = found(main)
    assert [record.id for record in records] == ["mill", "b"]
    assert problem.line == 2
    assert "--max-text" in problem.reason
    assert len(found(main, limits=Limits())[0]) == 3


def test_too_many_questions_cost_their_story(tmp_path):
    asked = [{"text": "Who?"} for _ in range(7)]
    main = laid_out(tmp_path, {"a.jsonl": json.dumps({**STORY, "questions": asked})})
    records, (problem,) = found(main)
    assert not records
    assert "--max-questions" in problem.reason


def test_too_many_rows_on_one_context_are_not_kept(tmp_path):
    rows = (json.dumps({"context": MILL, "question": f"Who {n}?"}) for n in range(50))
    records, (problem,) = found(laid_out(tmp_path, {"a.jsonl": "\n".join(rows)}), "hf")
    assert not records
    assert "--max-questions" in problem.reason


def test_an_element_of_a_list_is_read_piece_by_piece_and_has_a_limit(tmp_path):
    article = {"title": "t", "paragraphs": [{"context": "word " * 5000, "qas": []}]}
    main = laid_out(tmp_path, {"a.json": json.dumps({"data": [*SQUAD["data"], article]})})
    records, (problem,) = found(main, "squad")
    assert len(records) == 1
    assert "--max-text" in problem.reason


@pytest.mark.parametrize("size", [1, 7, 100])
@pytest.mark.parametrize("form", ["squad", "quoref", "duorc", "narrativeqa"])
def test_a_list_is_the_same_in_pieces_of_any_size(tmp_path, monkeypatch, form, size):
    main = laid_out(tmp_path, SAMPLES[form])
    whole = list(read(main, form))
    from symbolic_rc.datasets.source import DataFile

    pieces = DataFile.pieces
    monkeypatch.setattr(DataFile, "pieces", lambda self: pieces(self, size))
    assert list(read(main, form)) == whole


@pytest.mark.parametrize("pack", ["gz", "zip", "tar"])
def test_what_unpacks_to_too_much_is_one_clear_error(tmp_path, pack):
    content = (json.dumps(STORY) + "\n").encode() * 100
    path = tmp_path / f"a.jsonl.{pack}" if pack == "gz" else tmp_path / f"a.{pack}"
    if pack == "gz":
        path.write_bytes(gzip.compress(content))
    elif pack == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.jsonl", content)
    else:
        with tarfile.open(path, "w") as archive:
            info = tarfile.TarInfo("a.jsonl")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    with pytest.raises(DataError, match="--max-unpacked"):
        found(path)


BOMB = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))
from symbolic_rc.datasets import read
for form in sys.argv[2:]:
    try:
        list(read(sys.argv[1], form))
    except Exception as error:
        print(type(error).__name__, error)
"""


def test_a_gzip_of_one_line_of_a_gigabyte_does_not_fill_the_memory(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"id": "a", "text": "')
        for _ in range(1024):
            file.write(b"a" * MB)
        file.write(b'"}\n')
    assert path.stat().st_size < 10 * MB
    program = [sys.executable, "-c", BOMB, str(path), "auto", "cnn"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "MemoryError" not in done.stdout
    assert "Traceback" not in done.stderr


def endless(form):
    yield (SAMPLES[form][next(iter(SAMPLES[form]))]).encode()
    for number in itertools.count():
        yield (json.dumps({**STORY, "id": f"s{number}"}) + "\n").encode()


def test_an_endless_stream_is_read_as_it_comes(monkeypatch):
    stream = Endless(endless("jsonl"))
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=stream))
    records = [one for one in read("-", limit=6 * 50) if isinstance(one, Record)]
    assert len(records) >= 50
    assert stream.taken < 1 << 20


def test_an_endless_stream_ends_at_the_limit(monkeypatch):
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=Endless(endless("jsonl"))))
    with pytest.raises(DataError, match="--max-unpacked"):
        found("-", limits=Limits(unpacked=500_000))


def test_a_line_without_end_ends_at_the_limit(monkeypatch):
    line = itertools.chain([b'{"id": "a", "text": "'], itertools.repeat(b"a" * 10_000))
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=Endless(line)))
    with pytest.raises(DataError, match="--max-unpacked"):
        found("-", limits=Limits(text=100_000, unpacked=5_000_000))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_named_pipe_is_read(tmp_path, pack):
    content = pack(SAMPLES["jsonl"]["mill.jsonl"].encode())
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes(content))
    writer.start()
    (record,) = read(tmp_path / "pipe", strict=True)
    writer.join()
    assert record.id == "mill"


@pytest.mark.parametrize("form", sorted(formats()))
def test_every_format_takes_small_limits_from_noise(tmp_path, form):
    path = tmp_path / "noise"
    path.write_text("1 a\tb\n" * 2000)
    told = ""
    try:
        found(path, form)
    except DataError as error:
        told = str(error)
    assert "\n" not in told
