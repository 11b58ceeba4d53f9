"""Files of predictions in the forms that systems write, and what is refused for being two things at once."""

from __future__ import annotations

import csv
import itertools
import json
import logging
import random
from pathlib import Path

import pytest

import symbolic_rc
from symbolic_rc.compare.predictions import Ambiguous, is_predicted, texts_of
from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.errors import DataError

NAMES = ("Bo Reed", "Ann Orr", "Marta Quill", "Tom Pike", "Ada Holm")
#: What says how likely an answer is, by the answer's place: 0 for the likeliest.
LIKELY = {
    "probability": lambda place: {"probability": 0.9 / (place + 1)},
    "score": lambda place: {"score": 7.5 - place},
    "logit": lambda place: {"logit": -1.0 - place},
    "start_logit + end_logit": lambda place: {"start_logit": 3.0 - 2 * place, "end_logit": 1.0 + place},
    "rank": lambda place: {"rank": place + 1},
}


def nbest(chance: random.Random, count: int, how: str, field: str, empty: bool) -> tuple[list[dict], str]:
    """Return an n-best list, perhaps not sorted, and its likeliest answer."""
    texts = chance.sample(NAMES, count)
    if empty:
        texts[0] = ""
    made = [{field: text, **LIKELY[how](place)} for place, text in enumerate(texts)]
    chance.shuffle(made)
    return made, texts[0]


CASES = list(
    itertools.product(
        LIKELY,
        ("text", "answer", "prediction_text"),
        (2, 5),
        (False, True),
        ("object", "lines", "csv", "rows"),
    )
)


@pytest.mark.parametrize(("how", "field", "count", "empty", "form"), CASES)
def test_of_an_n_best_list_the_likeliest_counts(tmp_path, caplog, how, field, count, empty, form):
    chance = random.Random(f"{how}{field}{count}{empty}{form}")
    made = {key: nbest(chance, count, how, field, empty) for key in ("q1", "q2")}
    path = tmp_path / {"object": "p.json", "lines": "p.jsonl", "csv": "p.csv", "rows": "r.csv"}[form]
    if form == "object":
        path.write_text(json.dumps({key: found for key, (found, _) in made.items()}))
    elif form == "lines":
        path.write_text("".join(json.dumps({"id": k, "predictions": v}) + "\n" for k, (v, _) in made.items()))
    else:
        with path.open("w", newline="") as file:
            table = csv.writer(file)
            if form == "csv":
                table.writerow(["id", "prediction"])
                table.writerows([key, str(found)] for key, (found, _) in made.items())
            else:
                names = list(made["q1"][0][0])
                table.writerow(["id", *names])
                for key, (found, _) in made.items():
                    table.writerows([key, *one.values()] for one in found)
    with caplog.at_level(logging.WARNING):
        found = read_system(path).answers
    assert found == {key: (best,) if best else () for key, (_, best) in made.items()}
    assert f"best by {how} is taken" in caplog.text


@pytest.mark.parametrize(
    "name",
    [
        "prediction",
        "predictions",
        "pred",
        "predicted_answer",
        "prediction_text",
        "pred_ans",
        "predictedAnswer",
        "Prediction",
    ],
)
@pytest.mark.parametrize("gold", ["answer", "answers", "text", "value"])
@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_the_field_that_is_called_a_prediction_wins(tmp_path, name, gold, ending):
    rows = [
        {"id": "1", gold: "Ann Orr", name: "Bo Reed", "pred_score": 0.5},
        {"id": "2", gold: "x", name: ""},
    ]
    path = tmp_path / f"p{ending}"
    with path.open("w", newline="") as file:
        if ending == ".csv":
            table = csv.DictWriter(file, list(rows[0]))
            table.writeheader()
            table.writerows(rows)
        else:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    assert read_system(path).answers == {"1": ("Bo Reed",), "2": ()}


@pytest.mark.parametrize(
    "fields",
    [
        {"answer": "Ann", "output": "Bo"},
        {"answer": "Ann", "response": "Bo"},
        {"answers": ["Ann", "Bo"], "answer": "Tom"},
        {"prediction": "Ann", "predicted_answer": "Bo"},
    ],
)
def test_where_two_fields_may_be_meant_it_is_an_error(tmp_path, fields):
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"id": "q1", **fields}))
    with pytest.raises(DataError, match=r":1: the prediction for 'q1'.*call that one 'prediction'") as caught:
        read_system(path)
    assert all(repr(name) in str(caught.value) for name in fields)
    with pytest.raises(Ambiguous):
        texts_of(fields)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([{"text": "Ann", "answer_start": 3}, {"text": "Bo", "answer_start": 9}], ("Ann", "Bo")),
        ([["Ann", 0.2], ["Bo", 0.7]], ("Bo",)),
        ({"predictions": ["Ann", "Bo"], "scores": [0.2, 0.7]}, ("Bo",)),
        ({"answer": "Ann, Bo", "answers": ["Ann", "Bo"]}, ("Ann", "Bo")),
        ({"prediction": "Ann", "prediction_start": 3, "predicted_span": [3, 6]}, ("Ann",)),
        ({"output": "Ann"}, ("Ann",)),
        ({"nbest": [{"text": "Ann", "probability": 0.1}, {"text": "Bo", "probability": 0.2}]}, ("Bo",)),
        ({"text": "", "probability": 0.9}, ()),
        ([{"text": "Ann", "start_logit": 1, "end_logit": None}, {"text": "Bo", "rank": 2}], ("Ann", "Bo")),
        (
            [
                {"text": "Ann", "start_logit": 1, "end_logit": None},
                {"text": "Bo", "start_logit": 0, "end_logit": 0},
            ],
            ("Bo",),
        ),
    ],
)
def test_further_forms(value, expected):
    assert texts_of(value) == expected


def test_a_score_that_is_text_is_not_taken_for_a_span():
    assert texts_of([["Ann", "1905"], ["Carl"]]) == ("Ann", "1905", "Carl")
    with pytest.raises(Ambiguous, match=r"'0\.9' may be a span, or the score of 'Ann'"):
        texts_of([["Ann", "0.9"], ["Bo", "0.8"]])


@pytest.mark.parametrize(("before", "mark"), [("", ";"), ("sep=;\n", ";"), ("", "|"), ("\n", ",")])
def test_tables_as_programs_write_them(tmp_path, before, mark):
    path = tmp_path / "p.csv"
    path.write_text(f"{before}id{mark}prediction\nq1{mark}['Ann' 'Bo']\n{mark}\n")
    assert read_system(path).answers == {"q1": ("Ann", "Bo")}
    path.write_text(f"id{mark}prediction{mark}prediction\nq1{mark}Ann{mark}Bo\n")
    with pytest.raises(DataError, match="column 'prediction' occurs twice"):
        read_system(path)


def test_a_second_prediction_that_does_not_follow_the_first_is_an_error(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps({"id": one, "answer": "x", "score": 1.0}) + "\n" for one in "aba"))
    with pytest.raises(DataError, match="3: a second prediction for 'a'"):
        read_system(path)


@pytest.mark.parametrize("name", ["pred_start", "prediction_score", "predicted_end", "answer", "predIndex"])
def test_what_is_no_predicted_answer(name):
    assert not is_predicted(name)


def test_n_best_lists_in_memory(tmp_path: Path):
    gold = [
        {"id": "1", "context": "Bo Reed met Ann Orr.", "question": "Who met Ann Orr?", "answers": ["Bo Reed"]}
    ]
    listed = [{"text": "Ann Orr", "probability": 0.1}, {"text": "Bo Reed", "probability": 0.9}]
    found = symbolic_rc.compare(
        {"a": {"1": listed}, "b": [{"id": "1", "answer": "Ann Orr", "pred": "Bo Reed"}]}, gold
    )
    assert "100.00" in str(found).split("a  ")[1].split("\n")[0]
    assert "0.00    0.00" not in str(found)
