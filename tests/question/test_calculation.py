"""How questions of how many are calculated."""

import pytest

from symbolic_rc.question.calculation import Asked, end_asked, extreme_asked, read_calculation
from symbolic_rc.question.query import read_query


@pytest.mark.parametrize(
    ("question", "operation", "unit", "operands"),
    [
        ("How many more trees are there in Ayr than in Bute?", "difference", "tree", [("ayr",), ("bute",)]),
        ("How many seats do the hall and the church have in all?", "sum", "seat", [("hall",), ("church",)]),
        ("How many percent of the guests were not Norwegian?", "rest", "%", [("guests", "norwegian")]),
        ("How many years after the flood did Ayr burn?", "between", "year", [("flood",), ("ayr", "burn")]),
        ("How many points did the Lions win by?", "margin", "", [("lions", "win")]),
        ("What percentage of the guests were Danish?", "share", "%", [("guests", "danish")]),
    ],
)
def test_the_operation_and_what_its_numbers_are_of(question, operation, unit, operands):
    found = read_calculation(Asked.of(read_query(question)))
    assert (found.operation, found.unit) == (operation, unit)
    assert [one.words for one in found.operands] == operands


def test_second_highest_and_lowest():
    found = read_calculation(Asked.of(read_query("How many yards was the second shortest kick?")))
    assert (found.operands[0].extreme, found.operands[0].place) == (-1, 2)
    assert extreme_asked(read_query("Who kicked the longest goal?")).extreme == 1


def test_a_number_as_it_stands_is_not_calculated():
    assert read_calculation(Asked.of(read_query("How many goats has Ada?"))) is None
    assert Asked.of(read_query("Who has nine goats?")) is None


@pytest.mark.parametrize(("question", "end"), [("When did the war begin?", 0), ("When did it end?", 1)])
def test_the_end_of_a_span(question, end):
    assert end_asked(read_query(question)) == end
