import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.compare.slices import parse_slice
from symbolic_rc.core.errors import SymbolicRCError

FIELDS = ["kind", "words", "question"]


@pytest.mark.parametrize(
    ("source", "values", "expected"),
    [
        ("words > 3 and kind == 'person'", {"words": 4, "kind": "person"}, True),
        ("3 < words <= 5", {"words": 6}, False),
        ("not kind in ('time', 'place')", {"kind": "time"}, False),
        ("'after' in question or words - 1 == 2", {"question": "What came after?", "words": 9}, True),
        ("words > 3", {"words": None}, False),
        ("words / 0 > 1", {"words": 1}, False),
    ],
)
def test_expressions(source, values, expected):
    assert parse_slice(f"mine={source}", FIELDS)[1](values) is expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("words", "name=expression"),
        ("=words", "name=expression"),
        ("a=words >", "not an expression"),
        ("a=__import__('os')", "call is not allowed"),
        ("a=question.upper", "attribute is not allowed"),
        ("a=[x for x in words]", "listcomp is not allowed"),
        ("a=9**9**9 > 1", "pow is not allowed"),
        (f"a=words > 0x{'f' * 300_000}", "characters; at most 2,000 are taken"),
        (f"a={'-' * 1500}words > 1", "not an expression"),
        ("a=length > 1", "no field 'length'; there are: kind, words, question"),
    ],
)
def test_refused(text, message):
    with pytest.raises(SymbolicRCError, match=message):
        parse_slice(text, FIELDS)


def test_a_number_that_is_too_large_to_compute_with_belongs_to_no_slice():
    assert not parse_slice(f"a=words + 0.5 > 0x{'f' * 1900}", FIELDS)[1]({"words": 1})


def belongs_or_why_not(text):
    """Return whether a record belongs to the slice, or what is wrong with the text."""
    try:
        return bool(parse_slice(f"a={text}", FIELDS)[1]({"words": 1}))
    except SymbolicRCError as error:
        return str(error)


@given(st.text())
def test_no_text_breaks_it(text):
    assert belongs_or_why_not(text) != ""
