import re

import pytest

from symbolic_rc.show.page import _asset, render
from tests.show.colours import GROUNDS, contrast

HOSTILE = "</script><script>alert(1)</script>{{ 7*7 }}\0\"'<img src=x onerror=alert(1)>"


def test_hostile_text_stands_as_text():
    page = render("base.html", title=HOSTILE, body=HOSTILE)
    assert page.count("<script>") == 1
    assert "<img" not in page
    assert "\0" not in page
    assert "{{ 7*7 }}" in page


def test_a_page_needs_no_network():
    assert not re.search(r"(?:src|href)=\"?(?:https?:)?//", render("base.html", title="t", body="b"))


def test_the_style_sheet_has_the_measured_grounds():
    style = str(_asset("style.css"))
    for lightness, saturation, letters in GROUNDS.values():
        assert f"--ground-s: {saturation:.0%}; --ground-l: {lightness:.0%}; --entity-ink: {letters}" in style


@pytest.mark.parametrize("theme", [0, 1])
def test_every_colour_of_letters_can_be_read_on_every_ground(theme):
    blocks = re.findall(r":root[^{]*\{([^}]*)\}", str(_asset("style.css")))
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", blocks[theme]))
    for letters in ("ink", "soft", "link", "good", "bad"):
        for ground in ("page", "panel"):
            assert contrast(colours[letters], colours[ground]) >= 4.5, (letters, ground)
