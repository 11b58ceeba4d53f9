"""Numbers of a text with what they are of."""

import pytest

import symbolic_rc
from symbolic_rc.graph.facts.reading.numbers import read_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Ada kicked a 34-yard goal.", [(34, "yard")]),
        ("The lamp cost $3,000 and the bed 2.5 million pounds.", [(3000, ""), (2500000, "pound")]),
        ("About 37.5% were Danish.", [(37.5, "%")]),
        ("The war (1912–23) was long.", [(1912, ""), (1923, "")]),
        ("The Lions won 27-13.", [(27, ""), (13, "")]),
        ("She walked twenty-one miles.", [(21, "mile")]),
    ],
)
def test_numbers_are_read_with_their_nouns(text, numbers):
    syntax = symbolic_rc.load(weights=None).read(text).facts.syntax
    found = list(read_numbers(syntax, 0, len(syntax)))
    assert [(one.written, one.noun) for one in found] == numbers
