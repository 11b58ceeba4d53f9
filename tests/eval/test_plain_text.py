"""Generated plain texts of each kind, other ones than those that the table shows."""

import pytest

from eval.first_things import drawn
from eval.plain_text import KINDS
from eval.plain_text.__main__ import main


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_is_read_right(kind):
    wrong = [case for case in drawn(kind, 24, seed=7) if not case.passes()]
    assert len(wrong) <= 1, wrong


def test_the_table_has_a_row_for_every_kind(capsys):
    main(["--cases", "1"])
    printed = capsys.readouterr().out
    assert all(f"| {kind.name} | 1 |" in printed for kind in KINDS)
