import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.opened.books import address_of, book_of, packed, unpacked
from symbolic_rc.rules.rulebook import default_rulebook


def test_a_changed_book_travels_in_an_address():
    book = default_rulebook()
    book.move("transfer", before="reason")
    book.disable("stated")
    address = address_of(book)
    assert len(address) < 2000
    assert address.isascii()
    assert book_of(address).to_toml() == book.to_toml()


def test_the_engines_own_book_needs_no_address():
    assert address_of(default_rulebook()) == ""
    assert book_of("").names == default_rulebook().names


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "é",
        "A" * 50,
        packed("a" * 10_000_000),
        packed("nonsense"),
    ],
)
def test_what_is_no_book_is_told(text):
    with pytest.raises(SymbolicRCError):
        book_of(text)


def test_what_is_packed_is_unpacked():
    assert unpacked(packed("[[rule]]\nname = 'ü'\n")) == "[[rule]]\nname = 'ü'\n"
