"""Folders, archives, compression, standard input, limits, broken input."""

import bz2
import contextlib
import gzip
import io
import json
import lzma
import tarfile
import types
import zipfile
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import Problem, formats, read, recognised, write
from tests.datasets.samples import SAMPLES, laid_out
from tests.exchanged import exchanged, places


@pytest.mark.parametrize(
    ("suffix", "compress"), [(".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)]
)
@pytest.mark.parametrize("form", ["jsonl", "squad", "cnn", "mctest"])
def test_compressed_files(tmp_path, form, suffix, compress):
    main = laid_out(tmp_path / "plain", SAMPLES[form])
    packed = tmp_path / "packed" / (main.name + suffix)
    packed.parent.mkdir()
    for name, content in SAMPLES[form].items():
        (packed.parent / (name + suffix)).write_bytes(compress(content.encode()))
    expected = list(read(main))
    assert next(read(packed, strict=True)).text == expected[0].text
    assert list(read(packed.parent, strict=True)) == expected


@pytest.mark.parametrize("form", SAMPLES)
def test_archives(tmp_path, form):
    laid_out(tmp_path / "plain", SAMPLES[form])
    expected = list(read(tmp_path / "plain"))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name, content in SAMPLES[form].items():
            archive.writestr("inside/" + name, content)
    with tarfile.open(tmp_path / "a.tar.xz", "w:xz") as archive:
        for name, content in SAMPLES[form].items():
            info = tarfile.TarInfo("inside/" + name)
            info.size = len(content.encode())
            archive.addfile(info, io.BytesIO(content.encode()))
    assert list(read(tmp_path / "a.zip", strict=True)) == expected
    assert list(read(tmp_path / "a.tar.xz", strict=True)) == expected


@pytest.mark.parametrize("form", ["jsonl", "squad", "quoref", "duorc", "narrativeqa"])
@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_standard_input(tmp_path, monkeypatch, form, compress):
    main = laid_out(tmp_path, SAMPLES[form])
    stream = types.SimpleNamespace(buffer=io.BytesIO(compress(main.read_bytes())))
    monkeypatch.setattr("sys.stdin", stream)
    assert list(read("-", form, strict=True)) == list(read(main))


def test_standard_input_is_recognised(tmp_path, monkeypatch):
    data = SAMPLES["jsonl"]["mill.jsonl"].encode()
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=io.BytesIO(data)))
    assert len(list(read("-"))) == 1


def test_a_folder_may_hold_several_formats_and_other_files(tmp_path):
    laid_out(tmp_path / "a", SAMPLES["jsonl"])
    laid_out(tmp_path / "b", SAMPLES["cnn"])
    (tmp_path / "notes.txt").write_text("nothing to read here")
    (tmp_path / ".hidden.jsonl").write_text("neither here")
    assert recognised(tmp_path) == ["jsonl", "cnn"]
    assert len(list(read(tmp_path))) == 2
    assert len(list(read(tmp_path, "cnn"))) == 1


def test_limit_counts_questions_across_stories(tmp_path):
    path = laid_out(tmp_path, SAMPLES["babi"])
    assert len(list(read(path, limit=2))) == 2
    (record,) = read(laid_out(tmp_path / "j", SAMPLES["jsonl"]), limit=4)
    assert len(record.questions) == 4


def test_reading_is_lazy(tmp_path):
    path = laid_out(tmp_path, {"a.jsonl": SAMPLES["jsonl"]["mill.jsonl"] + "broken\n"})
    found = read(path, strict=True)
    assert isinstance(next(found), Record)
    with pytest.raises(DataError, match=r"a\.jsonl:2: not valid JSON"):
        next(found)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.jsonl", None, "cannot be read"),
        ("a.jsonl", b"\xff\xfe nonsense", "no file of a known format"),
        ("a.jsonl", b"", "no file of a known format"),
        ("a.jsonl.gz", b"\x1f\x8b broken", "cannot be read"),
        ("a.zip", b"PK broken", "cannot be read"),
        ("a.tar.xz", b"\xfd7zXZ\x00 broken", "cannot be read"),
        ("a\0.jsonl", None, "cannot be read"),
    ],
)
def test_an_unreadable_file_is_one_clear_line(tmp_path, name, content, message):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        list(read(path))
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no /proc here")
@pytest.mark.parametrize("use", [lambda path: list(read(path)), read_text, read_system])
@pytest.mark.parametrize("path", ["/proc/self/mem", "a\0.txt"])
def test_a_file_that_the_system_cannot_read_is_one_clear_line(use, path):
    with pytest.raises(DataError, match="cannot be read"):
        use(path)


def test_a_wrong_byte_is_named_with_its_line(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(SAMPLES["jsonl"]["mill.jsonl"].encode() + b'{"id": "\xff"}\n')
    with pytest.raises(DataError, match=r"a\.jsonl:2: is not UTF-8"):
        list(read(path))


def test_an_unknown_format_lists_the_known(tmp_path):
    with pytest.raises(DataError, match="jsonl"):
        list(read(tmp_path, "xml"))


@pytest.mark.parametrize("form", ["jsonl", "squad", "quoref", "cnn"])
@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
def test_what_is_written_is_read(tmp_path, form, suffix):
    expected = list(read(laid_out(tmp_path / "in", SAMPLES[form])))
    path = tmp_path / "out" if form == "cnn" else tmp_path / f"out.json{suffix}"
    count = write(expected, path, form)
    assert count == sum(len(record.questions) for record in expected)
    found = list(read(path, form, strict=True))
    assert [record.questions for record in found] == [record.questions for record in expected]
    assert [record.text for record in found] == [record.text for record in expected]


def test_what_cannot_be_written_is_said(tmp_path):
    with pytest.raises(DataError, match="jsonl, cnn, squad, quoref"):
        write([], tmp_path / "a", "mctest")
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="cannot be written"):
        write([], tmp_path / "file" / "a.jsonl")


def _damaged(draw, content: bytes) -> bytes:
    """Cut, repeat, overwrite or insert pieces."""
    data = bytearray(content)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 40))
        piece = draw(
            st.one_of(st.binary(max_size=6), st.sampled_from([b'"', b"[", b"{", b"\t", b"\n\n", b","]))
        )
        data[at : at + length] = piece
    return bytes(data)


@pytest.mark.parametrize("form", SAMPLES)
@settings(max_examples=60, deadline=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_broken_input_never_ends_in_a_traceback(tmp_path, form, data):
    folder = tmp_path / "broken"
    for number, (name, content) in enumerate(SAMPLES[form].items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        harmed = number == 0 or data.draw(st.booleans())
        path.write_bytes(_damaged(data.draw, content.encode()) if harmed else content.encode())
    for chosen in ("auto", form):
        with contextlib.suppress(DataError):
            assert all(isinstance(found, Record | Problem) for found in read(folder, chosen))


@pytest.mark.parametrize("form", sorted(formats()))
@settings(max_examples=30, deadline=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_no_format_falls_over_noise(tmp_path, form, content):
    path = tmp_path / "noise"
    path.write_bytes(content)
    with contextlib.suppress(DataError):
        assert all(isinstance(found, Record | Problem) for found in read(path, form))


def test_deep_nesting_is_reported(tmp_path):
    path = laid_out(tmp_path, {"a.json": '{"data": ' + "[" * 100_000})
    assert "not valid JSON" in str(next(iter(read(path, "squad", allow_damaged=True))))


_OTHERS = (
    *(None, True, 1, 1.5, "x", [], ["x"], {}, {"x": 1}, [["x"]]),
    *(10**400, "9" * 5000, float("inf"), "\ud800", {"text": "\ud800"}),
)


@pytest.mark.parametrize(
    "form", [form for form, files in SAMPLES.items() if all(".json" in name for name in files)]
)
def test_a_value_of_another_type_never_ends_in_a_traceback(tmp_path, form):
    laid_out(tmp_path, SAMPLES[form])
    for name, content in SAMPLES[form].items():
        try:
            values = [json.loads(content)]
        except ValueError:
            values = [json.loads(line) for line in content.splitlines() if line.strip()]
        for path in places(values):
            for other in _OTHERS if path else ():
                changed = map(json.dumps, exchanged(values, path, other))
                (tmp_path / name).write_text("\n".join(changed), encoding="utf-8")
                with contextlib.suppress(DataError):
                    for found in read(tmp_path, form):
                        assert isinstance(found, Problem) or "\\ud800" not in repr(asdict(found))
        (tmp_path / name).write_text(content, encoding="utf-8")


@pytest.mark.parametrize("end", ["", "\n \n", ', "more": {"a": [1]}}', "}"])
@pytest.mark.parametrize("more", ["", "\x00", "{}", "[1", ',"data": []}'])
def test_what_follows_the_end_of_a_document_is_told(tmp_path, end, more):
    content = SAMPLES["ropes"]["dev.json"].removesuffix("}") + end
    found = list(read(laid_out(tmp_path, {"dev.json": content + more}), "ropes", allow_damaged=True))
    assert len(found[0].questions) == 1
    assert len(found) == 1 + bool(more)
    if more:
        assert isinstance(found[1], Problem)
