"""The book of rules: order, switching, own rules."""

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.ranker.default_rules import RULES, default_book
from symbolic_rc.ranker.rule import Missed, RankerBook


def test_order_can_be_changed():
    book = default_book()
    book.move("frequency", before="frame-argument")
    assert book.names[0] == "frequency"
    book.disable("frequency")
    assert "frequency" not in [rule.name for rule in book.of("propose")]
    book.enable("frequency")
    assert "frequency" in [rule.name for rule in book.of("propose")]


def test_every_rule_is_documented():
    for rule in RULES:
        assert rule.doc
        assert rule.source
        assert rule.example
        assert rule.name in str(rule)


def test_own_rules():
    book = RankerBook()

    @book.rule(source="a test")
    def never_fires(case):
        """Does nothing."""
        return Missed("it never does")

    assert book["never-fires"].doc == "Does nothing."
    with pytest.raises(SymbolicRCError, match="exists"):
        book.add(book["never-fires"])
    with pytest.raises(SymbolicRCError, match="there is no rule"):
        book["another"]
