import contextlib
import csv
import gzip
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.compare.report import by_data, rows_of_runs
from symbolic_rc.compare.systems import Traces, read_system
from symbolic_rc.core.errors import DataError
from tests.exchanged import exchanged, places

_MANIFEST = {
    "options": {"reader": "symbolic", "format": "squad"},
    "timing": {"input": "examples", "cost": {"questions": 2, "seconds": 0.5, "megabytes": 500}},
    "held_out": {"folds": 3},
    "raw_text": {"stories": 1, "seen": {"annotation": 1, "vectors": 0}},
    "learned": {"known": True, "questions": 1, "of": 2, "which": "some", "elsewhere": []},
    "weights_hash": "",
}
_ODD = (None, True, -1, 2.5, 10**400, float("nan"), "", "x" * 5000, "\ud800", [], {}, [[]], ["x"], {"x": 1})


@pytest.mark.parametrize("place", list(places(_MANIFEST))[1:], ids=".".join)
def test_a_manifest_with_an_odd_value_ends_in_no_traceback(tmp_path, place):
    (tmp_path / "predictions.jsonl").write_text('{"id": "q", "answer": "x"}\n')
    for odd in _ODD:
        (tmp_path / "manifest.json").write_text(json.dumps(exchanged(_MANIFEST, place, odd)))
        assert read_system(tmp_path).held_out(["q"]) is not None
        assert len(rows_of_runs([tmp_path, tmp_path])) == 2
        with contextlib.suppress(DataError):
            by_data([tmp_path])


def test_a_trace_that_is_nested_deep_is_shown(tmp_path):
    (tmp_path / "traces.jsonl").write_text(
        json.dumps({"id": "q", "trace": json.loads("[" * 900 + "]" * 900)})
    )
    assert Traces(tmp_path / "traces.jsonl")["q"].text.count("[") == 900


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


@pytest.mark.parametrize("cost", [None, [], {"questions": 0, "seconds": 0.0, "megabytes": 9}, {"seconds": 1}])
def test_a_run_that_does_not_say_its_cost_has_none(tmp_path, cost):
    (tmp_path / "predictions.jsonl").write_text('{"id": "q", "answer": "x"}\n')
    (tmp_path / "manifest.json").write_text(json.dumps({"timing": {"cost": cost}}))
    assert read_system(tmp_path).cost is None


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


@pytest.mark.parametrize("ending", [".json", ".jsonl", ".csv", ".tsv"])
@pytest.mark.parametrize(
    ("value", "expected", "score"),
    [
        ([["Bo Reed", 0.9], ["Ann", 0.1]], ("Bo Reed",), None),
        ([["Bo Reed", 1], ["Ann", 0]], ("Bo Reed",), None),
        ([[0.9, "Bo Reed"], [0.1, "Ann"]], ("Bo Reed",), None),
        ([["Ann", None], ["Bo Reed", -3.5]], ("Bo Reed",), None),
        ([["Bo Reed", 10**400], ["Ann", 1]], ("Bo Reed",), None),
        (["Bo Reed", 0.9], ("Bo Reed",), None),
        (
            {"answers": [{"answer": "Ann", "score": 0.2}, {"answer": "Bo Reed", "score": 0.7}]},
            ("Bo Reed",),
            None,
        ),
        ({"answers": [{"answer": None, "score": 0.9}, {"answer": "Ann", "score": 0.7}]}, (), None),
        ([{"text": "Ann", "score": None}, {"text": "Bo Reed", "score": -7}], ("Bo Reed",), None),
        ([{"text": "Bo Reed", "score": 10**400}, {"text": "Ann", "score": 1}], ("Bo Reed",), None),
        ({"prediction": "Bo Reed", "score": 10**400}, ("Bo Reed",), 1.7976931348623157e308),
        ({"prediction": "Bo Reed", "score": float("nan")}, ("Bo Reed",), None),
        (float("nan"), (), None),
        ([float("nan")], (), None),
        (True, ("yes",), None),
        (3, ("3",), None),
    ],
)
def test_forms_of_one_prediction(tmp_path, ending, value, expected, score):
    if value is True and ending != ".json":
        return  # a field that is true says something about the prediction
    fields = value if isinstance(value, dict) else {"prediction": value}
    path = tmp_path / f"p{ending}"
    if ending == ".json":
        path.write_text(json.dumps({"q1": value, "q2": "x"}))
    elif ending == ".jsonl":
        path.write_text("".join(json.dumps({"id": one, **fields}) + "\n" for one in ("q1", "q2")))
    else:
        table = io.StringIO()
        rows = csv.writer(table, delimiter="\t" if ending == ".tsv" else ";")
        cells = [json.dumps(one) if isinstance(one, list) else one for one in fields.values()]
        rows.writerows([["id", *fields], ["q1", *cells, ""]])
        path.write_text(table.getvalue())
        if expected == () or score:
            return  # a table holds texts
    found = read_system(path)
    assert found.answers["q1"] == expected
    assert found.scores.get("q1") == score


@pytest.mark.parametrize("name", ["predictions", "data", "results", "answers", "outputs"])
@pytest.mark.parametrize("header", [{}, {"model": "x", "version": 2}])
@pytest.mark.parametrize(
    "held", [{"q1": "Bo", "q2": "Ann"}, [{"id": "q1", "text": "Bo"}, {"id": "q2", "text": "Ann"}]]
)
def test_predictions_under_one_name(tmp_path, name, header, held):
    path = tmp_path / "p.json"
    for whole in ({**header, name: held}, {"data": {**header, name: held}}):
        path.write_text(json.dumps(whole))
        assert read_system(path).answers == {"q1": ("Bo",), "q2": ("Ann",)}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.json", '["Bo", null, "Ann, Carl"]'),
        ("p.json", '{"model": "x", "predictions": [{"text": "Bo"}, {"text": ""}, {"text": "Ann, Carl"}]}'),
        ("p.json", '{"predictions": ["Bo", NaN, "Ann, Carl"]}'),
        ("p.jsonl", '{"prediction": "Bo"}\n{"prediction": ""}\n{"prediction": "Ann, Carl"}\n'),
        ("p.jsonl", '"Bo"\n""\n"Ann, Carl"'),
        ("p.txt", "Bo\n\nAnn, Carl\n"),
        ("p.csv", 'prediction\nBo\n""\n"Ann, Carl"\n'),
        ("p.tsv", "prediction\tscore\nBo\t1\n\t1\nAnn, Carl\t2\n"),
    ],
)
def test_predictions_without_ids_follow_the_order_only_when_asked(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    assert read_system(path, order=["a", "b", "c"]).answers == {"a": ("Bo",), "b": (), "c": ("Ann, Carl",)}
    with pytest.raises(DataError, match="holds 3 predictions without ids for 4 questions"):
        read_system(path, order=["a", "b", "c", "d"])
    with pytest.raises(DataError, match=r"without an id|no column of: id|neither JSON"):
        read_system(path)


def test_predictions_with_ids_keep_them_in_any_order(tmp_path):
    path = tmp_path / "p.json"
    path.write_text('{"b": "Bo", "a": "Ann"}')
    assert read_system(path, order=["a", "b"]).answers == {"b": ("Bo",), "a": ("Ann",)}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no predictions"),
        ('{"id": "a", "answer": "x"}\n{"id": "a", "answer": "y"}', r"2: a second prediction for 'a'"),
        ('{"id": "a", "answer": "x"}\nnope', r"2: neither JSON nor JSON lines"),
        ('{"id": "a", "other": 1}', "1: no answer"),
        ('[{"answer": "x"}]', "without an id"),
        ('{"a": -3.5, "b": 2}', "nothing but numbers, as SQuAD's odds"),
        ('{"a": -3, "b": 2}', "nothing but numbers, as SQuAD's odds"),
        ('{"a": "\\ud800 Bo"}', "the prediction for 'a': .* half a surrogate pair"),
        ('{"\\ud800": "Bo"}', "half a surrogate pair"),
        ('{"id": "a", "text": "Bo", "rule": "\\ud800"}', "half a surrogate pair"),
        ('{"a": "Bo", "a": "Ann"}', "a second prediction for 'a'"),
        ('{"id": "a", "text": "Bo", "text": "Ann"}', "a second prediction for 'text'"),
        ('[{"id": ["a"], "text": "Bo"}]', "a prediction whose field 'id' should be text, not a list"),
        ('[{"id": true, "text": "Bo"}]', "should be text, not true or false"),
        ('{"a": ["Bo", 3]}', "'Bo' and 3 may be two spans, or an answer and its score"),
        ('{"a": ' + "9" * 5000 + "}", "a number has more than 4,300 digits"),
        ('{"a": ' + "[" * 900 + '"Bo"' + "]" * 900 + "}", "nested too deep"),
        ('{"a": "' + "x" * 100_001 + '"}', "it has 100,001 characters; at most 100,000 are taken"),
        ('{"a": [' + '"x",' * 1000 + '"x"]}', "it has 1,001 spans; at most 1,000 are taken"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(tmp_path, content, message):
    path = tmp_path / "p.json"
    path.write_text(content)
    with pytest.raises(DataError, match=message) as error:
        read_system(path)
    assert str(error.value).startswith(str(path))
    assert len(str(error.value)) < 400
