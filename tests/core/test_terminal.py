import io

import pytest

from symbolic_rc.core.terminal import Escaping, escaped, one_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, mühle\tand\nmore 😀", "plain, mühle\tand\nmore 😀"),
        ("\x1b[2J\x1b]0;title\x07", "\\x1b[2J\\x1b]0;title\\x07"),
        ("over\rwritten\b", "over\\rwritten\\x08"),
        ("\x9b31m\x7f", "\\x9b31m\\x7f"),
        ("abc\u202edcba", "abc\\u202edcba"),
        ("half \ud800", "half \\ud800"),
    ],
)
def test_what_steers_a_terminal_is_shown_escaped(text, shown):
    assert escaped(text) == shown


def test_one_line():
    assert one_line("a\nb\x1b") == "a\\nb\\x1b"


def test_a_stream_is_escaped_and_else_itself():
    inner = io.StringIO()
    stream = Escaping(inner)
    assert stream.write("a\x1b") == 2
    assert inner.getvalue() == "a\\x1b"
    assert not stream.isatty()
