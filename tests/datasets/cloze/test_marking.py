"""Markers for the names of any data set."""

import json

import pytest

from symbolic_rc.batch import RunOptions, score
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.cloze import marked
from symbolic_rc.question.parsed import context_of, within

TEXT = (
    "The mill was Ada Holm's, then and later. Later Holm sold it to O'Brien; Will will. Then THE MILL burnt."
)
QUESTION = Question(
    "q",
    "Who sold O'Brien the mill?",
    (("Ada Holm",), ("Holm's", "Bo")),
    choices=("Ada", "O'Brien"),
    spans=(((13, 21),),),
)


def record():
    sold = TEXT.index("Later"), TEXT.index(" Then ")
    return Record("s", TEXT, (within(QUESTION, [sold]),), title="Ada's mill", tags={"kind": "tale"})


def test_names_are_replaced_everywhere_alike():
    found = marked(record(), 3)
    names = {name: mark for mark, name in found.tags.items() if mark.startswith("@")}
    assert set(names) == {"Ada", "Holm", "O'Brien", "Bo"}  # `will`, `the` and `mill` stand in small letters
    text = TEXT
    for name, mark in names.items():
        text = text.replace(name, mark)
    assert found.text == text
    assert found.title == f"{names['Ada']}'s mill"
    (question,) = found.questions
    assert question.text == "Who sold " + names["O'Brien"] + " the mill?"
    assert question.references[0] == (f"{names['Ada']} {names['Holm']}",)
    assert question.references[1] == (f"{names['Holm']}'s", names["Bo"])
    assert question.choices == (names["Ada"], names["O'Brien"])
    assert found.tags["kind"] == "tale"


def test_places_move_with_the_text():
    found = marked(record(), 3)
    (question,) = found.questions
    ((span,),) = question.spans
    assert (found.text[slice(*span)],) == question.references[0]
    (place,) = context_of(question)
    assert found.text[slice(*place)].startswith("Later @entity")
    assert found.text[slice(*place)].endswith("will.")


def test_the_order_depends_on_the_seed_and_story_alone():
    orders = {marked(record(), seed).text for seed in range(8)}
    assert len(orders) > 1
    assert marked(record(), 5) == marked(record(), 5)


def test_markers_that_are_there_are_permuted():
    found = marked(Record("s", "@entity0 met @entity1 in Bergen .", tokenised=True), 3)
    assert found.text == "@entity1 met @entity0 in Bergen ."


@pytest.mark.parametrize("permute", [None, 4])
def test_a_run_reads_markers(tmp_path, permute):
    out = tmp_path / "run"
    options = RunOptions(
        "examples", out, reader="max-frequency", mark_entities=True, permute=permute, limit=20
    )
    score(options)
    answers = [json.loads(line)["answer"] for line in (out / "predictions.jsonl").read_text().splitlines()]
    assert answers
    assert all(answer.startswith("@entity") for answer in answers)
    assert json.loads((out / "manifest.json").read_text())["options"]["mark_entities"] is True
