"""Ours and the papers' rows in one table."""

import json
from dataclasses import replace

import pytest

from symbolic_rc.compare import CompareOptions, compare
from symbolic_rc.compare.published import beside, figure_names


@pytest.fixture
def comparison(tmp_path):
    gold = {"id": "s", "text": "Ada left.", "questions": [{"id": "q", "text": "Who?", "answers": ["Ada"]}]}
    (tmp_path / "quoref-dev.jsonl").write_text(json.dumps(gold))
    (tmp_path / "a.json").write_text('{"q": "Ada"}')
    (tmp_path / "b.json").write_text('{"q": "Bob"}')
    return compare(
        [tmp_path / "a.json", tmp_path / "b.json"],
        tmp_path / "quoref-dev.jsonl",
        names=["engine", "passage-only"],
        options=CompareOptions(published="quoref", resamples=20),
    )


def test_rows_stand_in_the_papers_order_and_ours_beside_the_row_that_they_are(comparison):
    names = [(row.system, row.split if not row.measured else "") for row in beside(comparison)]
    assert names[:5] == [
        ("engine", ""),
        ("passage-only BERT QA", "dev"),
        ("passage-only BERT QA", "test"),
        ("passage-only", ""),
        ("passage-only XLNet QA", "dev"),
    ]


def test_differences_have_columns_of_their_own(comparison):
    assert figure_names(comparison) == ["em", "difference em", "f1", "difference f1"]
    rows = {(row.system, row.split): row for row in beside(comparison)}
    assert rows["QANet", "dev"].figures["difference em"] == pytest.approx(100 - 34.41)
    assert rows["passage-only BERT QA", "dev"].figures["difference em"] == pytest.approx(0 - 19.77)
    assert rows["QANet", "dev"].origin.endswith("table 3; difference: engine minus this")


def test_figures_on_another_split_are_not_subtracted(comparison):
    rows = {(row.system, row.split): row for row in beside(comparison)}
    assert rows["QANet", "test"].figures.keys() == {"em", "f1"}
    assert rows["QANet", "test"].origin.endswith("no difference: another split than ours")
    unknown = replace(comparison, data="mine.jsonl")
    assert figure_names(unknown) == ["em", "f1"]
    assert all("unknown" in row.origin for row in beside(unknown) if not row.measured)
