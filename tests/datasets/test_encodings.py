"""Data sets in other encodings than UTF-8: UTF-16 by its mark, tables as Windows writes them."""

import gzip
import json
import logging

import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets import read, recognised
from tests.datasets.samples import SAMPLES, laid_out

TABLE = "id,context,question,answers\n1,Zoë sold the mill to José.,Who sold it?,Zoë\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-32"])
@pytest.mark.parametrize("form", SAMPLES)
def test_every_format_may_be_marked(tmp_path, form, encoding):
    main = laid_out(tmp_path / "plain", SAMPLES[form])
    expected = list(read(main))
    for name, content in SAMPLES[form].items():
        path = tmp_path / "marked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode(encoding))
    other = tmp_path / "marked" / main.relative_to(tmp_path / "plain")
    assert recognised(other) == recognised(main)
    assert list(read(other, strict=True)) == expected


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_table_of_windows_is_read_and_that_is_told(tmp_path, caplog, pack):
    path = tmp_path / "a.csv"
    path.write_bytes(pack(TABLE.replace("\n", "\r\n").encode("cp1252")))
    with caplog.at_level(logging.WARNING):
        (record,) = read(path, strict=True)
    assert (record.text, record.questions[0].references) == ("Zoë sold the mill to José.", (("Zoë",),))
    assert caplog.text.count("not UTF-8; read as cp1252") == 1


def test_json_of_windows_is_an_error_with_a_remedy(tmp_path):
    path = tmp_path / "a.jsonl"
    row = {"context": "Zoë sold it.", "question": "Who?", "answers": ["Zoë"]}
    path.write_bytes(json.dumps(row, ensure_ascii=False).encode("cp1252"))
    with pytest.raises(DataError, match=r"is not UTF-8 .*; convert it, such as by: iconv"):
        list(read(path))
