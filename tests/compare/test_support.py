"""Verdicts on given answers beside right and wrong: shares, scores, disagreements, pages, rows."""

import json
from functools import partial
from pathlib import Path
from unittest.mock import Mock, call

import numpy as np
import pytest

from symbolic_rc.compare.comparison import CompareOptions, JudgedAnswer
from symbolic_rc.compare.forms import TEXT_REPORTS, html_report, support_report, support_table
from symbolic_rc.compare.report import compare_records
from symbolic_rc.compare.statistics import roc_area
from symbolic_rc.compare.support import answers_page, judge, judge_rows, rows_of_file
from symbolic_rc.compare.systems import System
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.source import Problem
from symbolic_rc.story import Story
from symbolic_rc.support.verdict import Support

HOSTILE = "<img src=x onerror=alert(1)></script>"
VERDICTS = {
    "Ann": ("supported", 0.9),
    "Bo": ("contradicted", 0.1),
    "Cy": ("not found", 0.3),
    "": ("not found", 0.2),
}


class Judging:
    """Judges by the answer alone, and counts what it reads."""

    def __init__(self):
        self.read_texts = []

    def read(self, text):
        self.read_texts.append(text.text if isinstance(text, Record) else text)
        return Story(text) if isinstance(text, Record) else Story.from_text(text)

    def support_all(self, story, pairs):
        return [self.support(story, *pair) for pair in pairs]

    def support(self, story, question, answer):
        text = question.text if isinstance(question, Question) else question
        answer = ", ".join(answer)
        verdict, confidence = VERDICTS[answer]
        return Support(
            text, answer, verdict, confidence, (HOSTILE,), (), (HOSTILE,), HOSTILE, f"because {HOSTILE}"
        )


def records(count):
    for i in range(count):
        asked = [Question(f"q{i}.{j}", f"Who {HOSTILE}?", (("Ann",),)) for j in range(2)]
        yield Record(f"s{i}", f"Ann kept mill {i} {HOSTILE}.", tuple(asked))


@pytest.fixture(scope="module")
def stories():
    return list(records(20))


def system(name, stories, answer):
    """A system that answers by a question's number."""
    asked = [question for record in stories for question in record.questions]
    return System(name, Path(name), {one.id: answer(i) for i, one in enumerate(asked)})


@pytest.fixture(scope="module")
def systems(stories):
    """One that is right in every second question, and one that refuses all."""
    given = [("Ann",), ("Bo",), ("Ann",), ("Cy",)]
    return [system("one", stories, lambda i: given[i % 4]), system("silent", stories, lambda i: ())]


@pytest.fixture(scope="module")
def comparison(stories, systems):
    return compare_records(
        "mills", stories, systems, "quoref", CompareOptions(resamples=100), partial(judge, Judging(), None)
    )


def test_each_story_is_read_once_and_told_of(stories, systems):
    engine, progress = Judging(), Mock()
    found = judge(engine, progress, stories, systems)
    assert engine.read_texts == [record.text for record in stories]
    progress.begin.assert_called_once_with(0, 20)
    assert progress.advance.call_args_list == [call(4)] * 20
    assert [len(one.judged) for one in found] == [40, 40]
    assert found[0].judged["q0.1"].support.answer == "Bo"
    assert found[1].judged["q0.1"].support.answer == ""


def test_a_story_of_which_nothing_was_answered_is_not_read(stories):
    engine = Judging()
    judge(engine, None, stories, [System("none", None, {"q3.0": ("Ann",)})])
    assert engine.read_texts == [stories[3].text]


def test_shares_and_scores_are_those_of_the_verdicts(comparison):
    one, silent = comparison.support
    shares = {share.name: (share.count, share.share, share.score) for share in one.shares}
    assert shares["all"] == (40, 100.0, 50.0)
    assert shares["supported"] == (20, 50.0, 100.0)
    assert shares["contradicted"] == (10, 25.0, 0.0)
    assert shares["not found"] == (10, 25.0, 0.0)
    assert shares["confidence >= 0.3"] == (30, 75.0, pytest.approx(100 * 20 / 30))
    assert shares["confidence >= 0.9"] == (20, 50.0, 100.0)
    assert one.area == 1.0
    assert (silent.area, silent.shares[1].count) == (0.5, 0)
    assert not one.disagreements
    assert {curve.system for curve in comparison.curves} == {"one, by support"}
    assert comparison.curves[0].points[9].precision == 100.0


def test_disagreements_begin_with_the_most_confident_verdict():
    made = [
        ("supported", 0.6, 0.0),
        ("not found", 0.1, 100.0),
        ("supported", 0.95, 10.0),
        ("supported", 0.9, 100.0),
    ]
    asked = [Question(f"q{i}", "Who?", (("Ann",),)) for i in range(4)]
    record = Record("s", "Ann.", tuple(asked))
    given = {
        one.id: ("Ann",) if points == 100.0 else ("Bo",)
        for one, (_, _, points) in zip(asked, made, strict=True)
    }
    judged = {
        one.id: JudgedAnswer(Support("Who?", "", verdict, sure), (), one.id, "s")
        for one, (verdict, sure, _) in zip(asked, made, strict=True)
    }
    one = System("one", Path("one"), given, judged=judged)
    found = compare_records(
        "d", [record], [one], "quoref", CompareOptions(resamples=100), lambda _, systems: systems
    )
    assert [wrong.id for wrong in found.support[0].disagreements] == ["q2", "q1", "q0"]
    assert all(wrong.story_html for wrong in found.support[0].disagreements)


def test_the_verdict_is_a_slice_and_a_column(comparison):
    found = {one.name: one for one in comparison.slices}
    assert found["support of one: supported"].scores == (100.0, 0.0)
    assert found["support of one: not found"].count == 10
    assert {support for one in comparison.examples for support in one.supports[:1]} == {
        "supported", "contradicted", "not found",
    }  # fmt: skip
    for form in ("md", "latex", "csv"):
        assert "confidence >= 0.9" in TEXT_REPORTS[form](comparison)
    assert (
        json.loads(TEXT_REPORTS["json"](comparison))["support"][0]["answers"][0]["support"]["verdict"]
        == "supported"
    )


def test_without_verdicts_nothing_is_said_of_them(stories, systems):
    found = compare_records("mills", stories, systems, "quoref", CompareOptions(resamples=100))
    assert (found.support, support_table(found)[2], found.curves) == ((), [], ())
    assert 'id="support"' not in html_report(found)


@pytest.mark.parametrize("page", [html_report, support_report])
def test_pages_hold_hostile_text_as_text(comparison, page):
    text = page(comparison)
    assert "<img" not in text
    assert text.count("<script>") == 1
    assert "confidence &gt;= 0.9" in text


def test_answers_to_a_data_set_hold_ids_scores_and_verdicts(comparison):
    first, second = (one.to_dict() for one in comparison.support[0].answers[:2])
    assert (first["id"], first["story_id"], first["points"]) == ("q0.0", "s0", 100.0)
    assert (first["answer"], first["references"], first["support"]) == ("Ann", ["Ann"], "supported")
    assert second["support_confidence"] == 0.1


def test_statements_are_marked_in_their_text_in_their_order():
    told = "Ann left. <b>Bo</b> left. Ann left."
    found = [
        JudgedAnswer(Support("", one, verdict, 0.5, reason=HOSTILE))
        for one, verdict in (
            ("Ann left.", "supported"),
            ("<b>Bo</b> left.", "not found"),
            ("Ann left.", "contradicted"),
        )
    ]
    page = answers_page([JudgedAnswer(Support("Who?", "Ann", "supported", 0.5)), *found], "t", told)
    assert "<b>Bo" not in page
    assert page.index('<mark class="supported"') < page.index('<mark class="not-found"') < page.index(
        '<mark class="contradicted"'
    )  # fmt: skip
    assert "<img" not in page


def test_a_verdict_in_lines():
    support = Support(
        "Who?", "", "contradicted", 0.25, ("a fact",), (), ("mill",), "Ann", "The text says Ann."
    )
    lines = str(JudgedAnswer(support, ("Ann left.",))).splitlines()
    assert lines[0] == "Who?  (no answer)  [contradicted, 0.25]"
    assert [line.strip() for line in lines[1:]] == [
        "The text says Ann.",
        "not in the text: mill",
        "a fact",
        "“Ann left.”",
    ]


ROW = {"context": "Ann kept it.", "question": "Who?", "answer": "Ann"}


def test_rows_keep_their_fields_and_get_the_verdict():
    rows = [ROW | {"confidence": 1, "support": "old"}, ROW | {"answer": ["Bo"]}, ROW | {"answer": None}]
    rows.append({"text": "Bo.", "query": "Who?", "prediction": "Cy", "answer": "Ann"})
    engine = Judging()
    found = list(judge_rows(engine, enumerate(rows, 1), "data"))
    assert [row["support"] for row in found] == ["supported", "contradicted", "not found", "not found"]
    assert (found[0]["confidence"], found[0]["support_confidence"], found[1]["answer"]) == (1, 0.9, ["Bo"])
    assert engine.read_texts == ["Ann kept it.", "Bo."]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"question": "Who?", "answer": "Ann"}, "field 'context' or 'article' .* is missing"),
        (ROW | {"context": " "}, "lacks a text and a question"),
        (ROW | {"context": 7}, "field 'context' should be text, not a number"),
        ({"context": "x", "answer": "Ann"}, "field 'question' or 'query' is missing"),
        ({"context": "x", "question": "Who?"}, "lacks an answer: one of answers"),
        (ROW | {"response": "Bo"}, "call that one 'prediction'"),
        (["Ann"], "an object was expected, not a list"),
        (Problem("there", 3, "not valid JSON"), "there:3: not valid JSON"),
    ],
)
def test_what_a_row_lacks_is_named_with_its_line(row, told):
    rows = [(1, ROW), row if isinstance(row, Problem) else (2, row)]
    found = judge_rows(Judging(), rows, "rows.jsonl")
    assert next(found)["support"] == "supported"
    with pytest.raises(DataError, match=told) as error:
        next(found)
    assert isinstance(row, Problem) or str(error.value).startswith("rows.jsonl:2: ")


def test_files_of_rows(tmp_path):
    (tmp_path / "a.csv").write_text("context,question,answer\nAnn kept it.,Who?,Ann\n")
    (tmp_path / "b.json").write_text(json.dumps([ROW, ROW]))
    for name, count in (("a.csv", 1), ("b.json", 2)):
        rows, place = rows_of_file(str(tmp_path / name))
        assert place == str(tmp_path / name)
        assert [row["answer"] for _, row in rows] == ["Ann"] * count
    with pytest.raises(DataError):
        rows_of_file(str(tmp_path / "none.jsonl"))


def test_area_is_that_of_all_pairs():
    generator = np.random.default_rng(1)
    scores, right = generator.integers(0, 6, 60) / 5.0, generator.random(60) < 0.4
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[right] for b in scores[~right]]
    assert roc_area(scores, right) == pytest.approx(np.mean(pairs))
    assert roc_area(scores, np.ones(60, bool)) == 0.5
    assert roc_area(np.array([0.9, 0.5, 0.5, 0.1]), np.array([True, True, False, False])) == 0.875
