"""Rows, predictions and answers in memory that nobody expects: each is an error of ours, or is taken."""

import contextlib

import pytest

import symbolic_rc
from symbolic_rc.core.errors import SymbolicRCError

ROW = {"id": "1", "context": "Ann sold the mill.", "question": "Who sold it?", "answer": "Ann"}


def _deep():
    found = []
    for _ in range(5000):
        found = [found]
    return found


ODD = {
    "too long": "x" * 100_001,
    "half a surrogate pair": "\ud800",
    "nested too deep": _deep(),
    "more than 4,300 digits": 10**5000,
}


@pytest.mark.parametrize(
    "use", [lambda row: symbolic_rc.score([row], "max-frequency"), lambda row: symbolic_rc.judge([row])]
)
@pytest.mark.parametrize("field", ["id", "context", "question", "answer"])
@pytest.mark.parametrize("odd", ODD)
def test_a_row_with_an_odd_value(use, field, odd):
    with contextlib.suppress(SymbolicRCError):
        use({**ROW, field: ODD[odd]})
        assert (odd, field) != ("too long", "question")


@pytest.mark.parametrize(
    "use", [symbolic_rc.score, symbolic_rc.judge, lambda data: symbolic_rc.compare({"a": data}, [ROW])]
)
@pytest.mark.parametrize("data", [3, None, [3], [{}], {}, "no such file"])
def test_what_is_no_data_is_told(use, data):
    with pytest.raises(SymbolicRCError):
        use(data)


@pytest.mark.parametrize("odd", ODD)
def test_predictions_with_an_odd_value(odd):
    with pytest.raises(SymbolicRCError, match=r"100,001 characters|surrogate|too deep|digits"):
        symbolic_rc.compare({"a": {"1": ODD[odd]}}, [ROW])
