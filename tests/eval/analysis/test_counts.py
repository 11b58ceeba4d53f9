"""What is counted of NarrativeQA, Quoref and DuoRC, on stories of our own."""

import pytest

from eval.analysis.duorc import free_share, overlap
from eval.analysis.entities import cover, distances
from eval.analysis.narrativeqa import oracles, span_share, table2
from eval.analysis.quoref import anchor_kinds, of_right_and_wrong
from symbolic_rc.core.record import Question, Record
from symbolic_rc.story import Story

TEXT = "Ada Holm kept a mill near the river. One day she sold the old wheel to Brack. Brack broke the wheel."


def asked(text, *references):
    return Question(text, text, tuple((one,) for one in references))


def test_answers_that_are_spans():
    record = Record(
        "s", TEXT, (asked("a", "the old Wheel", "a new wheel"), asked("b", "Brack.", "mill near"))
    )
    assert span_share([record]) == 75.0
    assert free_share([record]) == 0.0
    assert free_share([Record("s", TEXT, (asked("a", "a new wheel"), asked("b", "Brack")))]) == 50.0


def test_the_two_versions_of_an_answer():
    first = [
        asked("a", "the wheel"),
        asked("b", "old Brack"),
        asked("c", "Ada"),
        asked("d", "x"),
        asked("e", "y"),
    ]
    second = [asked("a", "Wheel"), asked("b", "Brack"), asked("c", "a miller"), asked("d", "x")]
    told, count = overlap(first, second)
    assert count == 4
    assert list(told.values()) == [50.0, 25.0, 25.0]


def test_distances_from_the_questions_entities_to_the_answers():
    found = distances([(Story(Record("s", TEXT)), [asked("Who sold the wheel?", "Brack")])])
    assert (found.questions, *found.found.values()) == (1, 1, 1, 1, 1)
    assert found.needed == [1.0]
    assert found.sentences == [0.0]
    assert found.words == [pytest.approx((5 + 2) / 2, abs=1)]
    missing = distances([(Story(Record("s", TEXT)), [asked("Who sold the boat?", "Brack")])])
    assert not any(missing.found.values())


def test_sentences_that_cover():
    assert cover([{0, 1}, {1, 2}, {5}]) == 2
    assert cover([]) == 0


def test_how_the_anchor_mentions_the_answer():
    story = Story(Record("s", TEXT))
    assert anchor_kinds(story, asked("Who sold the old wheel one day?", "Ada Holm")) == {"pronoun"}
    assert anchor_kinds(story, asked("Who sold the old wheel one day?", "the king")) == set()


def test_shares_among_right_and_wrong_answers():
    questions = [asked(name, "x") for name in "abcd"]
    told = [(True, False), (False, True), (True, True), None]
    answers = {"a": ("x",), "b": ("x",), "c": ("y",), "d": ("x",)}
    assert of_right_and_wrong(questions, told, answers) == [50.0, 100.0, 50.0, 100.0]


def test_the_oracles_are_best_against_their_own_query():
    record = Record(
        "s", TEXT, (asked("Who?", "Ada Holm", "the miller"), asked("What?", "the wheel", "a wheel"))
    )
    rows = [line.split(" | ") for line in oracles([record]) if "`oracle-rougel" in line]
    assert len(rows) == 9
    by = {(row[1], row[2]): float(row[-1].strip(" |")) for row in rows}
    assert by["the first", "the first"] == 100.0
    assert by["the first", "the second"] < 100.0


@pytest.mark.data
def test_narrativeqas_statistics_are_the_papers(data_dir):
    from symbolic_rc.datasets import read

    found = table2(data_dir, list(read(data_dir / "narrativeqa" / "valid.json", "narrativeqa")))
    assert [found["# documents", split] for split in ("train", "valid", "test")] == [1102, 115, 355]
    assert [found["books", "valid"], found["movie scripts", "valid"]] == [58, 57]
    assert found["# question–answer pairs", "valid"] == 3461
    assert found["Max #tok. in summaries", "valid"] == 1189
