import csv
import io
import json


def test_csv_and_json_lines_hold_the_selection(bench, client):
    rows = list(csv.DictReader(io.StringIO(client.get("compare/export", form="csv", words="kite").text)))
    lines = [
        json.loads(one) for one in client.get("compare/export", form="jsonl", words="kite").text.splitlines()
    ]
    assert [one["id"] for one in rows] == [one["id"] for one in lines]
    assert all("kite" in json.dumps(one).lower() for one in lines)
    asked = bench.data.asked[bench.data.row[lines[0]["id"]]]
    assert lines[0]["references"] == [list(one) for one in asked.question.references]
    assert lines[0]["answers"]["rival"] == list(bench.data.systems[1].answers[lines[0]["id"]])


def test_a_cell_is_no_formula(bench, client, monkeypatch):
    answers = bench.data.systems[1].answers
    key = bench.data.asked[0].question.id
    monkeypatch.setitem(answers, key, ("=1+1",))
    row = next(csv.DictReader(io.StringIO(client.get("compare/export", form="csv").text)))
    assert row["rival"] == "'=1+1"


def test_latex_and_report_are_of_the_selection_alone(bench, client):
    from symbolic_rc.explore.compare import Filters, select

    count = len(select(bench.data, Filters(words="mill")))
    latex = client.get("compare/export", form="latex", words="mill").text
    assert f"{count} questions" in latex
    report = client.get("compare/export", form="html", words="mill").text
    assert f"{count} questions" in report
    assert "<script src" not in report


def test_nothing_is_no_report(client):
    assert client.get("compare/export", form="html", words="no such words anywhere").status == 400
