"""Checks: one wrong answer fails a case; predictions are checked as readers are."""

import json

from typer.testing import CliRunner

from symbolic_rc.behaviour import check_predictions, check_reader, export, load_templates, make_cases
from symbolic_rc.behaviour.report import mean, page, rows, shown
from symbolic_rc.cli.entry import app
from symbolic_rc.core.record import Answer
from symbolic_rc.datasets import read

CASES = make_cases(load_templates("roles"), "mft", 15)


def gold(cases):
    """The right answers of cases, by question id."""
    found = {}
    for case in cases:
        for record in (case.record, case.other or case.record):
            found |= {question.id: question.references[0] for question in record.questions}
    return found


def test_right_answers_pass_and_one_wrong_answer_fails():
    answers = gold(CASES)
    assert not any(one.failed for one in check_predictions(answers, CASES))
    answers[CASES[0].record.questions[-1].id] = ("a heron",)
    assert [one.failed for one in check_predictions(answers, CASES)] == [True] + [False] * (len(CASES) - 1)
    del answers[CASES[1].record.questions[0].id]
    checked = check_predictions(answers, CASES)
    assert checked[1].failed
    assert checked[1].missing


def test_a_reader_that_always_says_the_same_fails_directions_and_passes_invariance():
    class Stubborn:
        def answer_all(self, story, questions):
            return [Answer(("a heron",)) for _ in questions]

    templates = [template for template in load_templates("roles") if template.swap]
    assert all(one.failed for one in check_reader(Stubborn(), make_cases(templates, "direction", 9)))
    assert not any(one.failed for one in check_reader(Stubborn(), make_cases(templates, "invariance", 9)))


def test_right_answers_pass_every_kind():
    for kind in ("invariance", "direction"):
        cases = make_cases(load_templates(), kind, 30)
        assert not any(one.failed for one in check_predictions(gold(cases), cases))


def test_the_export_is_read_back(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(export(CASES)), encoding="utf-8")
    assert list(read(path, "jsonl")) == [case.record for case in CASES]


def test_the_report_shows_shares_and_examples():
    checked = check_predictions(gold(CASES) | {CASES[0].record.questions[0].id: ("<b>",)}, CASES)
    assert rows(checked)[0].failed == 1
    assert mean(rows(checked)) == 100 / len(CASES)
    assert "mean" in list(shown(checked, "mine"))[-1]
    html = page({"mine": checked}, "Checks")
    assert "&lt;b&gt;" in html
    assert "<b>," not in html


def test_the_command_checks_predictions_for_what_it_exported(tmp_path):
    run = CliRunner()
    suite = ["--capability", "roles", "--cases", "15", "--seed", "3"]
    result = run.invoke(app, ["check", *suite, "--export", str(tmp_path / "cases.jsonl")])
    assert result.exit_code == 0
    answers = {}
    for line in (tmp_path / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        for question in json.loads(line)["questions"]:
            right = question["answers"][0]
            answers[question["id"]] = right if isinstance(right, str) else ", ".join(right)
    (tmp_path / "mine.json").write_text(json.dumps(answers), encoding="utf-8")
    page_path = tmp_path / "page.html"
    result = run.invoke(
        app, ["check", *suite, "--predictions", str(tmp_path / "mine.json"), "--out", str(page_path)]
    )
    assert result.exit_code == 0, result.output
    assert "0.0 %" in result.output
    assert "Behavioural checks" in page_path.read_text(encoding="utf-8")
    listed = run.invoke(app, ["check", "--list", "--capability", "roles"])
    assert "(set aside)" in listed.output
    assert "active" in listed.output
