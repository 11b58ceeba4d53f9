import json

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.show.notebook import FORMATS, render_frames


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("frames") / "mill <b>.txt"
    path.write_text(
        "Ada Holm sold the <b>wheel</b> to Bo Finch. She did not sell the mill.", encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_names_the_roleset(text, form):
    found = render_frames(text, form)
    assert "sell" in found
    if form == "json":
        assert json.loads(found)[0]["roleset"] == "sell.01"
    if form == "html":
        assert found.startswith("<!doctype html>")
        assert "Frames of mill &lt;b&gt;" in found
        assert "<sub>not sell.01</sub>" in found
        assert "&lt;b&gt;wheel" in found.replace('<span class="argument">', "")


def test_an_unknown_form_is_refused(text):
    with pytest.raises(SymbolicRCError, match="there is no format 'pdf'"):
        render_frames(text, "pdf")
