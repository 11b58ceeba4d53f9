"""The book of rules: order, switching, own rules, files."""

import copy
import pickle
import re

import pytest

import symbolic_rc
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.rule import ASKS_REASON, IS_POLAR, Rule
from symbolic_rc.rules.rulebook import PatternRule, Rulebook, default_rulebook

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
    with pytest.raises(ValueError, match="does not occur in the text"):
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


def who_kept_it(case):
    """Whoever keeps something."""
    return [case.propose(found.bindings["who"]) for found in case.facts.match("keep(ARG0=?who)")]


KEEPS = Rule("keeps", who_kept_it, 0.5, "Whoever keeps something.", conditions=(IS_POLAR,))
PATTERNS = Rule("runs", PatternRule("run(ARG0=?x)", "lease(ARG2=?x)"), 0.4, "Who leases runs.", "own", "",
                asks="run(ARG0=?x)", finds="lease(ARG2=?x)", group="inferred")  # fmt: skip


def changed_book():
    book = default_rulebook()
    book.move("reason", after="stated")
    book.set_threshold("stated", 0.1 + 0.2)
    book.disable("count", "way")
    book.remove("called")
    book.add(PATTERNS, before="stated")
    book.add(KEEPS, after="stated")
    book.rule("kept", threshold=0.4, group="loose", example="Who kept it? -> Ada kept it.")(who_kept_it)
    book.replace("quantity", who_kept_it)
    return book


def test_places_by_number():
    book = default_rulebook()
    assert (book[0].name, book[-1].name) == (book.names[0], book.names[-1])
    assert book[2:5].names == book.names[2:5]
    assert isinstance(book[2:5], Rulebook)
    with pytest.raises(IndexError, match="there is no rule 999; the book has"):
        book[999]


@pytest.mark.parametrize("name", ["stated", "any-phrase", "choice"])
@pytest.mark.parametrize("other", ["reason", "choice", "any-phrase"])
def test_a_rule_is_moved_before_and_after_another(name, other):
    for where, step in (("before", -1), ("after", 1)):
        book = default_rulebook()
        book.move(name, **{where: other})
        assert sorted(book.names) == sorted(default_rulebook().names)
        if name == other:
            assert book == default_rulebook()
        else:
            assert book.names.index(name) - book.names.index(other) == step


@pytest.mark.parametrize(
    "change",
    [
        lambda book: book["statd"],
        lambda book: book.move("stated", after="resaon"),
        lambda book: book.add(KEEPS, before="statd"),
        lambda book: book.set_threshold("statd", 0.5),
        lambda book: book.replace("statd", who_kept_it),
        lambda book: book.add(KEEPS, before="stated", after="reason"),
        lambda book: book.rule("mine", group="statd")(who_kept_it),
    ],
)
def test_errors_are_one_line_that_names_the_nearest_and_change_nothing(change):
    book = default_rulebook()
    with pytest.raises(SymbolicRCError, match=r"did you mean|name one of them") as caught:
        change(book)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
    assert book == default_rulebook()


@pytest.mark.parametrize("book", [default_rulebook(), default_rulebook()[3:9], changed_book()])
def test_a_saved_book_is_loaded_as_it_was(tmp_path, book):
    book.save(tmp_path / "book.toml")
    assert Rulebook.load(tmp_path / "book.toml", allow_python=True) == book


@pytest.mark.parametrize("again", [copy.deepcopy, lambda book: pickle.loads(pickle.dumps(book))])
@pytest.mark.parametrize("book", [default_rulebook(), changed_book()])
def test_a_book_is_copied_and_pickled(again, book, story):
    found = again(book)
    assert (found, found.to_toml()) == (book, book.to_toml())
    engine = symbolic_rc.load(weights=None)
    answers = []
    for engine.rules in (book, found):
        answers += [engine.answer(story, question) for question in ("Who sold the wheel?", "Is Bo a trader?")]
    assert [(one.text, one.rule) for one in answers[:2]] == [(one.text, one.rule) for one in answers[2:]]


def test_python_that_no_module_names_is_not_saved():
    def nested(case):
        return []

    for propose in (lambda case: [], nested, changed_book().names.index):
        with pytest.raises(
            SymbolicRCError, match=r"rule 'mine' cannot be saved: .* at the top level of a mod"
        ):
            Rulebook([Rule("mine", propose, 0.5, "")]).to_toml()
    with pytest.raises(SymbolicRCError, match="cannot be saved"):
        Rulebook([Rule("mine", who_kept_it, 0.5, "", conditions=(ASKS_REASON,))]).to_toml()


def test_python_is_imported_only_where_it_is_allowed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "rules_of_ours.py").write_text(
        "import pathlib\npathlib.Path(__file__).with_name('ran').touch()\nLIMIT = 3\n"
        "def nobody(case):\n    '''Propose nothing.'''\n    return []\n"
    )
    text = '[[rule]]\nname = "nobody"\npython = "rules_of_ours:nobody"\n'
    with pytest.raises(
        SymbolicRCError, match=r"rule 'nobody': it would import 'rules_of_ours', .* --allow-pyth"
    ):
        default_rulebook().parse(text)
    assert not (tmp_path / "ran").exists()
    book = default_rulebook().parse(text, allow_python=True)
    assert (book["nobody"].doc, (tmp_path / "ran").exists()) == ("Propose nothing.", True)
    for name in (
        "rules_of_ours:LIMIT",
        "rules_of_ours:none",
        "no_such_module:f",
        "rules_of_ours:nobody()",
        "os",
    ):
        with pytest.raises(SymbolicRCError, match="rule 'nobody': ") as caught:
            default_rulebook().parse(text.replace("rules_of_ours:nobody", name), allow_python=True)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "threshold", ["nan", "inf", "-inf", "-0.1", "1000001", "1e999", "1" * 400, '"0.5"', "true", "[0.5]"]
)
def test_a_threshold_is_a_number_from_0_to_a_million(tmp_path, threshold):
    path = tmp_path / "book.toml"
    path.write_text(f'[[rule]]\nname = "stated"\nthreshold = {threshold}\n')
    with pytest.raises(SymbolicRCError) as caught:
        Rulebook.load(path)
    assert str(caught.value).startswith(
        f"{path}: rule 'stated': the threshold is a number from 0 to 1,000,000, "
    )
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 120


@pytest.mark.parametrize("threshold", [float("nan"), float("inf"), -1, 2e6, 10**400, "0.5", True, None])
def test_no_other_threshold_is_set(threshold):
    book = default_rulebook()
    with pytest.raises(SymbolicRCError, match="rule 'stated': the threshold is a number from 0"):
        book.set_threshold("stated", threshold)
    assert book == default_rulebook()


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a = " + "{b = " * 50_000,
        "a" + ".a" * 3_000 + " = 1",
        "[" + "a." * 3_000 + "a]",
        '[[rule]]\nname = "stated"\nthreshold = ' + "9" * 5000,
        '[[rule]]\nname = "stated"\ndoc = ' + "[" * 100 + "]" * 100,
        '[[rule]]\nname = "x"\nasks = "' + "a(" * 50_000 + '"\nfinds = "b(?x)"',
        '[[rule]]\nname = ["stated"]',
        '[[rule]]\nname = "stated"\ngroup = "statd"',
        '[[rule]]\nname = "stated"\nenabled = "no"',
        '[rule]\nname = "stated"',
    ],
)
def test_a_file_however_wrong_is_told_in_one_line(tmp_path, text):
    path = tmp_path / "book.toml"
    path.write_text(text)
    with pytest.raises(SymbolicRCError, match=re.escape(str(path))) as caught:
        Rulebook.load(path)
    assert "\n" not in str(caught.value)
