"""The report on a book of rules: what each does, is worth, disagrees with, and why it never fires."""

import csv
import io
import json

import pytest

import symbolic_rc
from symbolic_rc.core.errors import DataError
from symbolic_rc.in_memory import rule_report
from symbolic_rc.rules.rule import Rule

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch. Karl mended the wheel."
ASKED = {
    "Who sold the wheel?": "Ada Holm",
    "Who kept the mill?": "Ada Holm",
    "Who purchased the wheel?": "Bo Finch",
    "Who mended the wheel?": "Karl",
}
ROWS = [
    {"id": f"q{i}", "context": TEXT, "question": question, "answers": [answer]}
    for i, (question, answer) in enumerate(ASKED.items())
]


def karl(case):
    return [case.propose("Karl")]


@pytest.fixture
def engine():
    return symbolic_rc.load(weights=None)


def by_name(report):
    return {one.rule: one for one in report.rules}


def test_reach_coverage_decisions_and_precision(engine):
    report = rule_report(engine, ROWS)
    assert (report.questions, report.metric, report.score) == (4, "f1", 100.0)
    assert [one.rule for one in report.rules] == list(engine.rules.names)
    rules = by_name(report)
    stated = rules["stated"]
    assert (stated.reached, stated.proposed, stated.decided, stated.precision) == (4, 3, 3, 100.0)
    assert rules["left-over"].reached == 1
    assert sum(one.decided for one in report.rules) == 4
    assert rules["converse"].decided + rules["paraphrased"].decided == 1


def test_what_a_rule_is_worth_is_the_metric_less_that_without_it(engine):
    engine.rules.rule("karl", threshold=0.5)(karl)
    with_it = rule_report(engine, ROWS)
    one = by_name(with_it)["karl"]
    engine.rules.disable("karl")
    without = rule_report(engine, ROWS)
    assert (one.decided, one.precision, one.changed) == (4, 25.0, 3)
    assert one.worth == pytest.approx(with_it.score - without.score)
    assert by_name(without)["karl"].note == "switched off"


def test_conflicts_say_who_wins_and_who_was_right(engine):
    engine.rules.rule("karl", threshold=0.5)(karl)
    report = rule_report(engine, ROWS)
    (found,) = [one for one in report.conflicts if one.other == "stated"]
    assert (found.winner, found.questions, found.winner_score, found.other_score) == ("karl", 2, 0.0, 100.0)
    assert report.conflicts[0].other_score > report.conflicts[0].winner_score


def test_why_a_rule_never_fires(engine):
    engine.rules.add(Rule("high", karl, 2.0, "Above any strength."), before="stated")
    engine.rules.add(Rule("never", lambda case: [], 0.5, "Proposes nothing."), before="stated")
    engine.rules.disable("count")
    notes = {name: one.note for name, one in by_name(rule_report(engine, ROWS)).items()}
    assert notes["high"] == "its strongest proposal has 1.00, its threshold is 2"
    assert notes["never"] == "proposed nothing; its conditions held for 4 of 4"
    assert notes["reason"] == "no question asks why"
    assert notes["ranker"] == "no question is asked with a ranker"
    assert notes["count"] == "switched off"
    assert notes["any-phrase"].startswith("always behind: stated decided 3 of 4")
    assert notes["stated"] == ""


def test_the_forms_of_a_report(engine):
    report = rule_report(engine, ROWS)
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert [row["rule"] for row in rows] == list(engine.rules.names)
    assert next(row for row in rows if row["rule"] == "stated")["decided"] == "3"
    assert "any-phrase 1" in next(row for row in rows if row["rule"] == "stated")["conflicts"]
    assert json.loads(json.dumps(report.to_dict()))["questions"] == 4
    assert str(report).startswith("f1 100.00 on 4 questions\nrule ")


def test_no_name_of_a_rule_is_a_formula(engine):
    engine.rules.rule("=karl()", threshold=0.5)(karl)
    assert "'=karl()" in rule_report(engine, ROWS).to_csv()


def test_a_fitted_engine_and_progress():
    seen = []
    report = rule_report(symbolic_rc.load(), ROWS, progress=seen.append)
    assert (sum(seen), report.questions) == (4, 4)
    assert sum(one.decided for one in report.rules) == 4
    assert by_name(report)["ranker"].note == "" or by_name(report)["ranker"].decided == 0


def test_questions_without_answers_are_no_material(engine):
    with pytest.raises(DataError, match="no question has an answer"):
        rule_report(engine, [{"context": TEXT, "question": "Who sold the wheel?"}])
