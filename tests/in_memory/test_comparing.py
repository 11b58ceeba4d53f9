"""Systems are compared by whatever holds their predictions."""

import json
import subprocess
import sys

import pytest

import symbolic_rc
from symbolic_rc.core.errors import DataError, SymbolicRCError

TEXT = "Ann sold the mill to Bob. Later Bob found a key in the mill."
GOLD = [
    {"id": "1", "context": TEXT, "question": "Who sold the mill?", "answers": ["Ann"]},
    {"id": "2", "context": TEXT, "question": "Who found a key?", "answers": ["Bob"]},
]
RIGHT, WRONG = {"1": "Ann", "2": "Bob"}, {"1": ["Bob"], "2": None}


def scores(found):
    (f1,) = (metric for metric in found.metrics if metric.name == "f1")
    return dict(zip((system.name for system in found.systems), (one.score for one in f1.scores), strict=True))


def test_runs_mappings_rows_and_files_stand_side_by_side(tmp_path):
    run = symbolic_rc.score(GOLD, reader="max-frequency")
    (tmp_path / "file.json").write_text(json.dumps(RIGHT), encoding="utf-8")
    rows = [{"id": key, "answer": value} for key, value in RIGHT.items()]
    systems = {"run": run, "right": RIGHT, "wrong": WRONG, "rows": rows, "file": tmp_path / "file.json"}
    found = symbolic_rc.compare(systems, GOLD)
    assert scores(found) == {"run": run.metrics["f1"], "right": 100, "wrong": 0, "rows": 100, "file": 100}
    found.write(tmp_path / "report.html")
    assert "Who found a key?" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_of_predictions(library):
    frame = pytest.importorskip(library).DataFrame({"id": list(RIGHT), "answer": list(RIGHT.values())})
    assert scores(symbolic_rc.compare({"frame": frame, "wrong": WRONG}, GOLD)) == {"frame": 100, "wrong": 0}


def test_a_run_compares_itself():
    run = symbolic_rc.score(GOLD, reader="max-frequency")
    found = run.compare(RIGHT, name="right", missing="wrong")
    assert [system.name for system in found.systems] == ["max-frequency", "right"]
    assert "max-frequency - right: " in repr(found)
    assert found._repr_html_().startswith("<pre>2 questions")
    assert [one.name for one in run.compare(run).systems] == ["max-frequency", "max-frequency (2)"]


def test_what_is_wrong_is_told():
    with pytest.raises(DataError, match="name each"):
        symbolic_rc.compare({}, GOLD)
    with pytest.raises(DataError, match="no answer in the prediction for '1'"):
        symbolic_rc.compare({"a": {"1": object()}}, GOLD)
    with pytest.raises(DataError, match="expected fields 'id' and 'answer'"):
        symbolic_rc.compare({"a": [{"answer": "x"}]}, GOLD)
    with pytest.raises(SymbolicRCError):
        symbolic_rc.compare({"a": {"7": "x"}}, GOLD)


@pytest.mark.parametrize(
    "before",
    ["", "import symbolic_rc.compare, symbolic_rc.in_memory", "from symbolic_rc.compare import short_report"],
)
def test_score_and_compare_can_be_called_however_they_were_imported(before):
    code = (
        f"{before}\nimport inspect, symbolic_rc\n"
        "assert 'reader' in inspect.signature(symbolic_rc.score).parameters\n"
        "assert 'gold' in inspect.signature(symbolic_rc.compare).parameters\n"
        "rows = [{'id': '1', 'context': 'Ann met Bob.', 'question': 'Who met Bob?', 'answers': ['Ann']}]\n"
        "run = symbolic_rc.score(rows, reader='random')\n"
        "symbolic_rc.compare({'a': run, 'b': {'1': 'Ann'}}, rows)\n"
        "from symbolic_rc.compare import short_report\n"
        "assert symbolic_rc.compare.short_report is short_report\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_import_is_as_quick_as_before():
    code = "import sys, symbolic_rc; print({'numba', 'spacy', 'numpy', 'inspect'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "set()"
