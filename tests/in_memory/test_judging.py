"""Answers in rows, and those of systems, are judged in Python."""

import json

import pytest

import symbolic_rc
from symbolic_rc.core.errors import DataError

TEXT = "Ann sold the mill to Bob."
ROWS = [{"context": TEXT, "question": "Who sold the mill?", "answer": one} for one in ("Ann", "Bob")]
VERDICTS = ["supported", "contradicted"]


def test_rows_of_any_kind_and_files(tmp_path):
    engine = symbolic_rc.load()
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    for data in (ROWS, iter(ROWS), tmp_path / "rows.jsonl"):
        found = symbolic_rc.judge(data, engine)
        assert [row["support"] for row in found] == VERDICTS
        assert found[1]["answer"] == "Bob"
    for library in ("pandas", "polars"):
        frame = pytest.importorskip(library).DataFrame(ROWS)
        assert [row["support"] for row in symbolic_rc.judge(frame, engine)] == VERDICTS


def test_a_row_that_cannot_be_judged_is_named():
    with pytest.raises(DataError, match="data:2: the row lacks an answer"):
        symbolic_rc.judge([ROWS[0], {"context": TEXT, "question": "Who?"}])


def test_systems_are_judged_where_that_is_asked_for():
    gold = [{"id": "1", "context": TEXT, "question": "Who sold the mill?", "answers": ["Ann"]}]
    systems = {"a": {"1": "Ann"}, "b": {"1": "Bob"}}
    found = symbolic_rc.compare(systems, gold, support=symbolic_rc.load())
    assert [one.answers[0].support.verdict for one in found.support] == VERDICTS
    assert symbolic_rc.compare(systems, gold).support == ()
