import json

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.data import open_data


def test_a_run_says_what_it_answers(bench):
    data = bench.data
    assert open_data([data.systems[0].path]).name == "examples"
    assert [system.name for system in data.systems] == ["symbolic:rules", "rival"]
    assert data.points.shape == data.right.shape == (2, len(data.asked))
    assert data.ruled == 0
    assert set(data.rules) <= {*bench.engine().rules.names, ""}
    assert len(data.fields()) == len(data.asked)


def test_without_a_run_the_examples_are_open():
    data = open_data([])
    assert data.name == "examples"
    assert not data.systems
    assert data.ruled == -1
    assert data.points.shape == (0, len(data.asked))


def test_what_is_missing_is_told(tmp_path):
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"q": "Ada"}))
    with pytest.raises(SymbolicRCError, match="give it with --gold"):
        open_data([other])
    with pytest.raises(SymbolicRCError, match="does not exist"):
        open_data([other], tmp_path / "none.json")
    with pytest.raises(SymbolicRCError, match="no question has a prediction"):
        open_data([other], "examples")


def test_the_best_metric_is_that_of_most_questions(bench):
    assert bench.data.metric.name == "f1"
