import contextlib
import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.errors import DataError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": "the mill", "b": ""}', {"a": ("the mill",), "b": ()}),
        ('{"a": ["Ann", "Bob"], "b": {"spans": ["x"]}}', {"a": ("Ann", "Bob"), "b": ("x",)}),
        ('{"query_id": "a", "answer": {"value": ["Ann"], "spans": [["p", 1, 2]]}}\n', {"a": ("Ann",)}),
        ('{"id": "a", "answer": "Ann"}\n\n{"id": "b", "answer": null}', {"a": ("Ann",), "b": ()}),
        ('{"id": 7, "best_span_str": "Ann"}', {"7": ("Ann",)}),
        ('[{"id": "a", "prediction_text": "Ann"}]', {"a": ("Ann",)}),
        (
            '{"id": "a", "story_id": "s", "answer": "Ann, Bob", "answers": ["Ann", "Bob"]}',
            {"a": ("Ann", "Bob")},
        ),
    ],
)
def test_forms_are_recognised(tmp_path, text, expected):
    path = tmp_path / "other.json"
    path.write_text(text)
    system = read_system(path)
    assert system.answers == expected
    assert system.name == "other"


def test_a_run_keeps_its_rules_scores_and_name(tmp_path):
    line = {"id": "q", "answer": "x", "answers": ["x"], "score": 1.5, "rule": "back-off"}
    (tmp_path / "predictions.jsonl").write_text(json.dumps(line))
    (tmp_path / "manifest.json").write_text(json.dumps({"options": {"reader": "symbolic"}}))
    system = read_system(tmp_path)
    assert (system.name, system.rules, system.scores) == ("symbolic", {"q": "back-off"}, {"q": 1.5})


def test_packed_files_are_read(tmp_path):
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(b'{"a": "x"}'))
    assert read_system(path, "mine").name == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no predictions"),
        ('{"id": "a", "answer": "x"}\n{"id": "a", "answer": "y"}', r"2: a second prediction for 'a'"),
        ('{"id": "a", "answer": "x"}\nnope', r"2: neither JSON nor JSON lines"),
        ('{"id": "a", "other": 1}', "1: no answer"),
        ('[{"answer": "x"}]', "without an id"),
    ],
)
def test_errors_say_where_and_what(tmp_path, text, message):
    path = tmp_path / "p.json"
    path.write_text(text)
    with pytest.raises(DataError, match=message):
        read_system(path)


@given(
    st.text()
    | st.recursive(
        st.none() | st.booleans() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ).map(json.dumps)
)
def test_broken_input_is_an_error_and_never_a_traceback(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("p") / "p.json"
    path.write_text(text, encoding="utf-8", errors="replace")
    with contextlib.suppress(DataError):
        assert read_system(path).answers


def test_a_run_says_whether_its_answers_are_held_out(tmp_path):
    (tmp_path / "predictions.jsonl").write_text('{"id": "q", "answer": "x"}\n')
    learned = {
        "weights": ["w.lex"],
        "known": True,
        "questions": 2,
        "of": 4,
        "which": ["q", "r"],
        "elsewhere": [],
    }
    manifest = {"options": {"reader": "symbolic"}, "learned_from": ["a.json"], "learned": learned}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    said = "Overlap with the training data: 1 of 2 questions"
    assert read_system(tmp_path).held_out(["q", "other"]) == said
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, "held_out": {"folds": 3}}))
    assert read_system(tmp_path).held_out(["q"]).startswith("held out: cross-validated")
    for other in ({"learned_from": ["a.json"]}, {**manifest, "learned": {"known": True}}):
        (tmp_path / "manifest.json").write_text(json.dumps(other))
        assert read_system(tmp_path).held_out(["q"]).startswith("Overlap with the training data is unknown")
    (tmp_path / "manifest.json").write_text("{}")
    assert read_system(tmp_path).held_out(["q"]) == ""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.json", b"[" * 100_000),
        ("x.jsonl", b'{"id": "a", "answer": "b"}\n' + b"[" * 100_000),
        ("x.json.gz", gzip.compress(b'{"a": "b"}' * 99, mtime=0)[:12] + b"\xff" * 40),
    ],
)
def test_damaged_predictions_are_one_clear_line(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_system(tmp_path / name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "mark"), [("a.csv", ","), ("a.tsv", "\t"), ("a.csv.gz", ",")])
def test_tables_of_predictions(tmp_path, name, mark):
    rows = [("id", "answer"), ("1", '"the old mill, sold"'), ("2", ""), ("3", '"[""Ann"", ""Bob""]"')]
    content = "".join(mark.join(row) + "\n" for row in rows).encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    assert read_system(path).answers == {"1": ("the old mill, sold",), "2": (), "3": ("Ann", "Bob")}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,reply\n1,a\n", "no column of: answers"),
        ("answer\na\n", "no column of: id"),
        ("id,answer\n,a\n", ":2: "),
    ],
)
def test_a_table_that_is_no_table_of_predictions_is_refused(tmp_path, content, message):
    (tmp_path / "a.csv").write_text(content)
    with pytest.raises(DataError, match=message):
        read_system(tmp_path / "a.csv")
