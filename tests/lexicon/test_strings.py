import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.files.container import Container
from symbolic_rc.lexicon.strings import StringTable, pack_table


@given(st.lists(st.text(max_size=6), unique=True, max_size=40), st.lists(st.text(max_size=6), max_size=10))
def test_finds_what_it_holds_and_nothing_else(strings, others):
    table = StringTable(Container({}, pack_table("words", strings)), "words")
    assert list(table) == strings
    assert [table.find(string) for string in strings] == list(range(len(strings)))
    for other in others:
        assert (other in table) == (other in strings)


def test_repeated_strings_are_refused():
    with pytest.raises(ValueError, match="must differ"):
        pack_table("words", ["mill", "mill"])
