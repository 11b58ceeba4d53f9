import numpy as np
import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.compare import ORDERS, Filters, cells, select


def test_filters_work_together(bench):
    data = bench.data
    found = select(
        data, Filters(words="who", right="10", slice="question_kind: person", where="question_words > 3")
    )
    expected = [
        i
        for i, (asked, fields) in enumerate(zip(data.asked, data.fields(), strict=True))
        if "who" in data.lowered[i]
        and data.right[:, i].tolist() == [True, False]
        and fields["question_kind"] == "person"
        and fields["question_words"] > 3
        and asked
    ]
    assert found.tolist() == expected
    assert expected


def test_a_rule_selects_what_it_decided(bench):
    found = select(bench.data, Filters(rule="stated"))
    assert {bench.data.rules[i] for i in found} == {"stated"}


def test_orders_are_of_the_same_questions(bench):
    data = bench.data
    everything = [select(data, Filters(order=order)) for order in ORDERS]
    assert all(sorted(one) == list(range(len(data.asked))) for one in everything)
    gaps = np.abs(data.points[0] - data.points[1])[everything[2]]
    assert (np.diff(gaps) <= 0).all()


def test_cells_count_every_question_once(bench):
    found = cells(bench.data)
    assert sum(count for _, _, count in found) == len(bench.data.asked)
    assert found[0][1] == "symbolic:rules and rival right"
    for key, _, count in found:
        assert len(select(bench.data, Filters(right=key))) == count


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        (Filters(right="2"), "a 1 or 0 for each run"),
        (Filters(slice="no: such"), "no slice"),
        (Filters(where="__import__('os')"), "not allowed"),
        (Filters(where="nothing > 1"), "no field"),
    ],
)
def test_what_cannot_be_asked_is_told(bench, filters, message):
    with pytest.raises(SymbolicRCError, match=message):
        select(bench.data, filters)
