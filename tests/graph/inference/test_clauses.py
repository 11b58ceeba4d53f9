"""Clauses: what a file says is read, errors name the line, the package's own examples hold."""

import pytest

from symbolic_rc.graph.inference.clauses import ClauseError, own_clauses, parse_clauses, read_clauses
from symbolic_rc.rules.examples import run_clause

OWN = {clause.text: clause for clause in own_clauses()}


@pytest.mark.parametrize("text", OWN, ids=[clause.name for clause in OWN.values()])
def test_example_of_each_clause(text):
    """Each clause has an example, and a source; the example is answered, with its help."""
    clause = OWN[text]
    assert clause.source
    assert clause.example, "give it an example: question -> text -> answer"
    result = run_clause(clause, own_clauses())
    assert result.passed, f"{clause.example}: {result.problem}"


def test_names_are_unique():
    names = [clause.name for clause in OWN.values()]
    assert len(set(names)) == len(names)


def test_kinds_and_directions():
    both = parse_clauses("sell-buy: sell|vend(ARG0=?a, [ARG2=?b], ...) <-> buy(ARG0=?b, ARG2=?a)")
    assert [(c.body[0].predicate, c.head.predicate) for c in both] == [
        ("sell", "buy"), ("vend", "buy"), ("buy", "sell"), ("buy", "vend"),
    ]  # fmt: skip
    assert str(both[0].body[0]) == "event:sell(ARG0=?a, [ARG2=?b], ...)"


def test_lines_sources_and_comments():
    text = """
# Comment
source: a paper
one: parent(?a, of=?b) &
    parent(?b, of=?c)
    -> grandparent(?a, of=?c)
    example: Who? -> A text. -> Ada
two: red(?x) -> coloured(?x)
    source: another
"""
    one, two = parse_clauses(text)
    assert (one.source, one.example, len(one.body)) == ("a paper", "Who? -> A text. -> Ada", 2)
    assert (two.source, two.head.kind) == ("another", "attribute")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("no arrow here", "NAME: PATTERN"),
        ("a: p(?x, of=?y) -> q(?x, of=?z)", "?z"),
        ("a: p(?x, of=?y -> q(?x, of=?y)", "expected predicate"),
        ("a: sell(?x, ARG1=?y) -> own(ARG0=?x, ARG1=?y)", "ARG0=?x"),
        ("a: p(?x, of=?y) & ?x is purple -> q(?x, of=?y)", "feminine"),
        ("a: ?x is ?y -> q(?x, of=?y)", "before the arrow"),
        ("a: p(?x, of=?y) & r(?y, of=?x) <-> q(?x, of=?y)", "->"),
        ("a: p(?x, of=?y) -> q(?x, of=?y)\n    instance: x", "instance"),
        ("a: p(?x)&p(?y) -> q(?x)", "more than one pattern"),
        ("a: p(?x) -> q(?x)&q(?x)", "more than one pattern"),
    ],
)
def test_errors_name_file_line_and_remedy(tmp_path, line, says):
    path = tmp_path / "own.rules"
    path.write_text(f"# first\n\n{line}\n", encoding="utf-8")
    with pytest.raises(ClauseError) as caught:
        read_clauses(path)
    message = str(caught.value)
    assert "own.rules, line 3: " in message
    assert says in message
    assert "\n" not in message


def test_missing_file():
    with pytest.raises(ClauseError, match=r"nowhere\.rules"):
        read_clauses("nowhere.rules")
