"""A data set in memory is scored as the same data set in a file."""

import json

import numpy as np
import pytest

import symbolic_rc
from symbolic_rc.batch import RunOptions
from symbolic_rc.batch import score as score_files
from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets import read
from symbolic_rc.in_memory import Scored

MILL = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch."
ROWS = [
    {"id": "1", "title": "mill", "context": MILL, "question": "Who sold the wheel?", "answers": ["Ada Holm"]},
    {
        "id": "2",
        "title": "mill",
        "context": MILL,
        "question": "Who bought it?",
        "answers": ["Bo Finch", "Bo"],
    },
]


class Frame:
    """What a Polars frame offers, and so a data set of any library that has rows."""

    def __init__(self, rows):
        self._rows = rows

    def iter_rows(self, named):
        assert named
        return iter(self._rows)


def pandas_frame(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


def polars_frame(rows):
    return pytest.importorskip("polars").DataFrame(rows)


def hugging_face(rows):
    answers = [{"text": np.array(row["answers"]), "answer_start": np.array([0])} for row in rows]
    return [{**row, "answers": one} for row, one in zip(rows, answers, strict=True)]


@pytest.mark.parametrize("made", [list, iter, Frame, pandas_frame, polars_frame, hugging_face])
def test_rows_of_any_library_are_scored(made):
    run = symbolic_rc.score(made(ROWS), reader="max-frequency")
    assert run.answers.keys() == {"1", "2"}
    assert run.metrics.keys() == {"em", "f1"}
    assert run.metrics == symbolic_rc.score(ROWS, reader="max-frequency").metrics


def test_files_and_memory_give_the_same(tmp_path):
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "rows.jsonl").write_text(lines, encoding="utf-8")
    run = score_files(RunOptions(str(tmp_path / "rows.jsonl"), out=tmp_path / "run"))
    found = symbolic_rc.score(ROWS)
    assert found.measured == run.metrics
    records = list(read(tmp_path / "rows.jsonl"))
    assert symbolic_rc.score(records, format="hf").measured == run.metrics
    assert symbolic_rc.score(tmp_path / "rows.jsonl").measured == run.metrics


def test_stories_with_several_questions_have_the_formats_own_metrics():
    story = {
        "id": "mill",
        "text": MILL,
        "questions": [{"text": "Who sold the wheel?", "answers": ["Ada Holm"]}],
    }
    assert "scorer:drop" in symbolic_rc.score([story], reader="random").signatures["f1"]
    assert "scorer:drop" in symbolic_rc.score(ROWS, reader="random", format="quoref").signatures["f1"]


def test_an_engine_is_a_reader():
    engine = symbolic_rc.load(weights=None)
    run = symbolic_rc.score(ROWS, reader=engine, name="mine")
    assert run.name == "mine"
    assert run.answers["1"].rule == "stated"


def test_a_run_becomes_rows_with_the_points_of_each_question():
    run = symbolic_rc.score(ROWS)
    first, second = run.to_dicts()
    assert (first["answer"], first["references"], first["em"]) == ("Ada Holm", [["Ada Holm"]], 100.0)
    assert MILL[second["start"] : second["end"]] == second["answer"]
    frame = pytest.importorskip("pandas").DataFrame
    assert isinstance(run.to_pandas(), frame)
    assert run.to_pandas()["f1"].mean() == pytest.approx(run.metrics["f1"])


def test_a_run_shows_itself():
    run = Scored("<me>", "hf", (), {}, {"f1": {"value": 12.5, "signature": "F1|<x>"}})
    assert repr(run) == "Scored('<me>', 0 questions, f1=12.50)"
    assert "&lt;me&gt;" in run._repr_html_()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([], "holds no row"),
        ([{"story": "x"}], "the fields story"),
        ([{"context": "x"}], "data:1: field 'question' is missing"),
        ([ROWS[0], {**ROWS[1], "question": 3}], "data:2: field 'question' should be text"),
        ([ROWS[0], ROWS[0]], "'1' is used twice"),
        ({"train": ROWS}, "choose one of its parts"),
        ([1], "a row is of type int"),
        (3, "int is no data set"),
    ],
)
def test_what_is_wrong_is_told_with_its_row(data, told):
    with pytest.raises(DataError, match=told.replace("(", r"\(")):
        symbolic_rc.score(data, reader="random")


def test_answers_that_are_not_there_are_unknown():
    frame = pytest.importorskip("pandas").DataFrame([ROWS[0], {**ROWS[1], "answers": float("nan")}])
    run = symbolic_rc.score(frame, reader="random")
    assert run.measured["f1"]["questions"] == 1
    assert run.to_dicts()[1]["f1"] is None
