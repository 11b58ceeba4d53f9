"""Generated cases of each kind, other ones than those that the table shows."""

import pytest

import symbolic_rc
from eval.first_things import KINDS, drawn, failed
from eval.first_things.__main__ import main

#: Of which share of cases a kind may fail, where parsers still err.
_MAY_FAIL = {"from the other side, in the plural": 0.3, "a place before its verb": 0.2}
#: How many of the cases of what sentences mean may fail; of what is not here, one.
_OPEN = {
    "without": 4, "modality and source": 2, "possessors": 8, "apposition": 3, "names of things": 2,
    "years between": 2, "money": 3, "ages": 2, "a rule applied": 6, "from the other side in space": 2,
    "what fits in what": 3,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_is_right(kind):
    cases = drawn(kind, 16, seed=7)
    engines = {"symbolic": symbolic_rc.load(), "rules": symbolic_rc.load(weights=None)}
    most = max(_OPEN.get(kind.name, 1), _MAY_FAIL.get(kind.name, 0.0) * len(cases))
    for name, wrong in failed(engines, cases).items():
        assert len(wrong) <= most, (name, wrong)


def test_the_table_has_a_row_for_every_kind(capsys):
    main(["--cases", "1", "symbolic:rules"])
    printed = capsys.readouterr().out
    assert all(f"| {kind.name} | 1 |" in printed for kind in KINDS)
