"""The book of rules: order, switching, own rules, files."""

import pytest

import symbolic_rc
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.rules.book import RULES, default_rulebook
from symbolic_rc.rules.rulebook import Rulebook

TEXT = (
    "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch. Bo Finch is a trader. "
    "Karl mended the wheel."
)


@pytest.fixture(scope="module")
def story():
    return symbolic_rc.load(weights=None).read(TEXT)


def test_the_order_of_rules_decides(story):
    engine = symbolic_rc.load(weights=None)
    first = engine.answer(story, "Who sold the wheel?")
    engine.rules.move("frequent-entity", before="stated")
    other = engine.answer(story, "Who sold the wheel?")
    assert (first.rule, other.rule) == ("stated", "frequent-entity")
    engine.rules.disable("frequent-entity")
    assert engine.answer(story, "Who sold the wheel?").rule == "stated"
    engine.rules.enable("frequent-entity")
    assert engine.answer(story, "Who sold the wheel?").rule == "frequent-entity"


def test_every_rule_is_documented():
    for rule in RULES:
        assert rule.doc
        assert rule.source
        assert rule.name in str(rule)


def test_a_rule_of_ones_own_proposes_any_span(story):
    engine = symbolic_rc.load(weights=None)

    @engine.rules.rule(before="stated", source="a test", threshold=0.5)
    def traders(case):
        """Whoever is said to be a trader."""
        found = case.facts.of("attribute")
        return [case.propose(fact.terms[0], facts=[fact]) for fact in found if fact.predicate == "trader"]

    answer = engine.answer(story, "Who sold the wheel?")
    assert (answer.text, answer.rule) == ("Bo Finch", "traders")
    assert engine.rules["traders"].doc == "Whoever is said to be a trader."
    with pytest.raises(SymbolicRCError, match="exists"):
        engine.rules.add(engine.rules["traders"])
    engine.rules.remove("traders")
    with pytest.raises(SymbolicRCError, match="there is no rule"):
        engine.rules["traders"]


def test_words_that_are_not_in_the_story_are_no_proposal(story):
    engine = symbolic_rc.load(weights=None)
    engine.rules.rule("nowhere")(lambda case: [case.propose("a whale")])
    with pytest.raises(ValueError, match="does not stand in the story"):
        engine.answer(story, "Who sold the wheel?")


def test_a_book_is_written_and_read(tmp_path):
    book = default_rulebook()
    book.move("frequent-entity", before="stated")
    book.disable("reason")
    book.set_threshold("stated", 0.7)
    path = tmp_path / "rules.toml"
    path.write_text(book.to_toml())
    read = default_rulebook().read(path)
    assert read.names == book.names
    assert read["stated"].threshold == 0.7
    assert "reason" not in [rule.name for rule in read.enabled]
    assert read.to_toml() == book.to_toml()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rule = [", "no rulebook can be read"),
        ("", "names no rule"),
        ('[[rule]]\nname = "no-such"', "there is no rule"),
        ('[[rule]]\nname = "stated"\n[[rule]]\nname = "stated"', "rule 2"),
        ('[[rule]]\nname = "stated"\nthreshold = "high"', "threshold is a number"),
    ],
)
def test_a_file_that_is_no_book_is_told(tmp_path, text, message):
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(SymbolicRCError, match=message):
        default_rulebook().read(path)


def test_an_empty_book_takes_rules():
    book = Rulebook()
    book.rule(source="a test")(lambda case: [])
    assert len(book) == 1
    assert "a test" in str(book[book.names[0]])


def test_a_move_before_a_rule_that_is_not_there_changes_nothing():
    book = default_rulebook()
    before = book.names
    with pytest.raises(SymbolicRCError, match="there is no rule 'nobody'"):
        book.move("stated", before="nobody")
    book.move("stated", before="stated")
    assert book.names == before
