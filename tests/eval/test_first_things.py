"""Generated cases of each kind, other ones than those that the table shows."""

import pytest

import symbolic_rc
from eval.first_things import KINDS, drawn, failed
from eval.first_things.__main__ import main

#: Of which share of cases a kind may fail, where parsers still err.
_MAY_FAIL = {"from the other side, in the plural": 0.3, "a place before its verb": 0.2}


@pytest.mark.parametrize("count", [8, pytest.param(16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_is_right(kind, count):
    cases = drawn(kind, count, seed=7)
    engines = {"symbolic": symbolic_rc.load(), "rules": symbolic_rc.load(weights=None)}
    for name, wrong in failed(engines, cases).items():
        assert len(wrong) <= max(1, _MAY_FAIL.get(kind.name, 0.0) * len(cases)), (name, wrong)


def test_the_table_has_a_row_for_every_kind(capsys):
    main(["--cases", "1", "symbolic:rules"])
    printed = capsys.readouterr().out
    assert all(f"| {kind.name} | 1 |" in printed for kind in KINDS)
