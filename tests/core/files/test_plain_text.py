"""Texts in any encoding: the mark is heeded, UTF-8 comes first, and a guess is told."""

import codecs
import io
import logging
import random
import types

import pytest

from symbolic_rc.core.errors import DataError, SymbolicRCError
from symbolic_rc.core.files.plain_text import decoded, in_utf8, read_text

NAMES = ("Zoë Brontë", "José Núñez", "Bo Reed", "Ann Orr", "Søren Ø", "François Léger")
SAYINGS = ("sold the mill to", "met", "wrote a letter to")
MARKED = {
    "utf-8-sig": "",
    "utf-16": "",
    "utf-32": "",
    "utf-8": "",
    "cp1252": "cp1252",
    "latin-1": "cp1252",
    "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be",
}


def texts(count=6):
    chance = random.Random(1)
    for _ in range(count):
        first, second = chance.sample(NAMES, 2)
        lines = [f"{first} {chance.choice(SAYINGS)} {second} for £9.", "She was glad.", "Zoë left."]
        yield "\n".join(lines) + "\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", MARKED)
def test_a_text_is_the_same_in_every_encoding(tmp_path, caplog, encoding, end):
    path = tmp_path / "story.txt"
    for text in texts():
        path.write_bytes(text.replace("\n", end).encode(encoding))
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            assert read_text(path) == text
        assert (f"read as {MARKED[encoding]}" in caplog.text) == bool(MARKED[encoding])
        assert "--encoding" in caplog.text or not MARKED[encoding]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8", "utf-32-be"])
def test_a_mark_is_none_of_the_text(encoding):
    assert decoded("\ufeffAnn came.".encode(encoding)) == ("Ann came.", "")
    assert decoded("\ufeffAnn came.".encode(encoding), encoding) == ("Ann came.", "")


def test_windows_quotes_are_read_and_an_encoding_may_be_named():
    text = "\u201cI sold it,\u201d said Zo\xeb \u2013 \u2018twice\u2019."
    assert decoded(text.encode("cp1252")) == (text, "cp1252")
    assert decoded("Zoë".encode("mac-roman"), "mac-roman") == ("Zoë", "")
    assert decoded("Zoë".encode("cp437"), "cp437") == ("Zoë", "")


def test_standard_input_may_be_of_any_encoding(monkeypatch):
    monkeypatch.setattr(
        "sys.stdin", types.SimpleNamespace(buffer=io.BytesIO("Zoë came.\r\n".encode("utf-16")))
    )
    assert read_text("-") == "Zoë came.\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("\ufeffZoë came."))
    assert read_text("-") == "Zoë came."


@pytest.mark.parametrize(
    "data",
    [bytes(range(256)) * 9, b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR\x01\x02" * 20, b"%PDF-1.4\n" + bytes(300)],
)
def test_what_is_no_text_is_refused(data):
    with pytest.raises(DataError, match=r"a\.txt: is not text"):
        decoded(data, path="a.txt")


def test_errors_are_one_line_with_a_remedy(tmp_path):
    for name in ("klingon", "base64", "rot13"):
        with pytest.raises(SymbolicRCError, match=f"no encoding '{name}'; well known: utf-8"):
            decoded(b"Ann", name)
    with pytest.raises(DataError, match=r"a\.txt: is no UTF-8 \(.* at byte 2\); --encoding names another"):
        decoded(b"Zo\xeb came.", "utf-8", "a.txt")
    with pytest.raises(DataError, match="No such file"):
        read_text(tmp_path / "none.txt")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "utf-8"])
def test_a_marked_stream_is_in_utf8(encoding):
    text = "Zoë sold the mill.\n" * 5000
    stream = in_utf8(io.BufferedReader(io.BytesIO(text.encode(encoding))))
    assert stream.read().removeprefix(codecs.BOM_UTF8).decode() == text
