"""A model file whose arrays are not what they should be is refused, or used: it never crashes the process."""

import json
import os

import pytest

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import _ALIGN, _MAGIC, read_container
from tests.damage import KINDS, outcomes

#: Damage to one array in `step`; all of it by ``python -m tests.damage KIND FOLDER``.
USUAL = ("largest", "one wrong")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("step", [5, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_never_crashes_the_process(tmp_path, kind, step):
    (_, _, whole), *damaged = outcomes(kind, tmp_path, USUAL, step)
    assert whole == "used"
    assert damaged
    assert [one for one in damaged if not one[2].startswith(("used", "refused"))] == []


def written(path, header):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-(len(_MAGIC) + 8 + len(text)) % _ALIGN)
    path.write_bytes(_MAGIC + len(text).to_bytes(8, "little") + text)
    return path


EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
WHOLE = {"about": {}, "arrays": {}, "sha256": EMPTY}


@pytest.mark.parametrize(
    "header",
    [
        b"[" * 100_000,
        b'{"about": ' * 100_000,
        b"[]",
        b"1",
        {},
        {**WHOLE, "arrays": []},
        {**WHOLE, "arrays": None},
        {**WHOLE, "about": []},
        {"arrays": {}, "sha256": EMPTY},
        {"about": {}, "sha256": EMPTY},
        {"about": {}, "arrays": {}},
        {**WHOLE, "arrays": {"x": []}},
        {**WHOLE, "arrays": {"x": {"dtype": "<i4", "shape": [1]}}},
        {**WHOLE, "arrays": {"x": {"dtype": "<i4", "shape": [4], "offset": 0}}},
        {**WHOLE, "arrays": {"x": {"dtype": "<i4", "shape": [1], "offset": -64}}},
        {**WHOLE, "arrays": {"x": {"dtype": "<i4", "shape": [10**30], "offset": 0}}},
        {**WHOLE, "arrays": {"x": {"dtype": "<i4", "shape": [-1], "offset": 0}}},
        {**WHOLE, "arrays": {"x": {"dtype": "<i4", "shape": "1", "offset": 0}}},
        {**WHOLE, "arrays": {"x": {"dtype": "O", "shape": [0], "offset": 0}}},
        {**WHOLE, "arrays": {"x": {"dtype": 3, "shape": [0], "offset": 0}}},
    ],
    ids=lambda header: str(header)[:60],
)
def test_a_header_of_another_form_is_refused(tmp_path, header):
    with pytest.raises(LexiconError, match=r"a\.lex: damaged .*make a") as caught:
        read_container(written(tmp_path / "a.lex", header), "make a")
    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_an_empty_container_is_read(tmp_path):
    assert read_container(written(tmp_path / "a.lex", WHOLE)).arrays == {}
