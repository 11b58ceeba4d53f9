import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.workbench import decode_rulebook, decode_toml, encode_rulebook, encode_toml
from symbolic_rc.rules.rulebook import default_rulebook


def test_a_changed_book_travels_in_an_address():
    book = default_rulebook()
    book.move("transfer", before="reason")
    book.disable("stated")
    address = encode_rulebook(book)
    assert len(address) < 2000
    assert address.isascii()
    assert decode_rulebook(address).to_toml() == book.to_toml()


def test_the_engines_own_book_needs_no_address():
    assert encode_rulebook(default_rulebook()) == ""
    assert decode_rulebook("").names == default_rulebook().names


@pytest.mark.parametrize("text", ["x", "é", "A" * 50, encode_toml("a" * 10_000_000), encode_toml("nonsense")])
def test_what_is_no_book_is_told(text):
    with pytest.raises(SymbolicRCError):
        decode_rulebook(text)


def test_what_is_packed_is_unpacked():
    assert decode_toml(encode_toml("[[rule]]\nname = 'ü'\n")) == "[[rule]]\nname = 'ü'\n"
