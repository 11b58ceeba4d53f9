"""The papers' tables with ours beside."""

from eval.analysis.rows import beside, number


def test_rows_and_columns_are_the_papers_with_ours_and_the_difference():
    ours = {("2", "dev"): 50.0, ("7", "dev"): 80.0}
    lines = list(beside("hermann2015_data", "table 2", {("cnn", ""): "dev"}, ours))
    assert lines[0] == "|  | paper, cnn | ours, dev | difference | paper, daily_mail |"
    assert lines[2] == "| 1 | 30.50 |  |  | 25.60 |"
    assert lines[3] == "| 2 | 47.70 | 50.00 | +2.30 | 42.40 |"
    assert lines[-2] == "| 7 |  | 80.00 |  |  |"


def test_counts_and_shares():
    assert [number(value) for value in (None, 3461, 44.05, 85)] == ["", "3,461", "44.05", "85"]


def test_columns_stand_in_the_papers_order():
    head = next(beside("hermann2015_data", "table 1", {}, {}))
    assert head.startswith(
        "|  | paper, cnn train | paper, cnn valid | paper, cnn test | paper, daily_mail train |"
    )
