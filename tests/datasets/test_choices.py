"""Multiple choice in the shapes of published sets: the right choice is found, or the row is refused."""

import csv
import json
import random

import pytest

import symbolic_rc
from symbolic_rc.datasets import Problem, read
from symbolic_rc.datasets.choices import bases_of, choices_of
from symbolic_rc.datasets.fields import Malformed

THINGS = ("a cow", "the old mill", "Bo Reed", "a brass key", "nine pounds", "the ferry")
STORY = "Ann Orr sold the old mill to Bo Reed for nine pounds."


def columns(stem, first, count=None):
    return lambda texts: {f"{stem}{first + i}": text for i, text in enumerate(texts)}


def lettered(stem, letters):
    return lambda texts: {f"{stem}{letter}": text for letter, text in zip(letters, texts, strict=False)}


def listed(name):
    return lambda texts: {name: list(texts)}


#: A shape's fields with the choices, how many there are, the field of the key, and the key by the place.
SHAPES = {
    "cosmosqa": (columns("answer", 0), 4, "label", lambda i, t: i),
    "swag": (columns("ending", 0), 4, "label", lambda i, t: i),
    "recam": (columns("option_", 0), 5, "label", lambda i, t: i),
    "winogrande": (columns("option", 1), 2, "answer", lambda i, t: str(i + 1)),
    "piqa": (columns("sol", 1), 2, "label", lambda i, t: i),
    "copa": (columns("choice", 1), 2, "label", lambda i, t: i),
    "siqa": (lettered("answer", "ABC"), 3, "label", lambda i, t: str(i + 1)),
    "race": (listed("options"), 4, "answer", lambda i, t: "ABCD"[i]),
    "mmlu": (listed("choices"), 4, "answer", lambda i, t: i),
    "hellaswag": (listed("endings"), 4, "label", lambda i, t: str(i)),
    "reclor": (listed("answers"), 4, "label", lambda i, t: i),
    "text": (listed("options"), 3, "answer", lambda i, t: t),
    "texts": (listed("choices"), 3, "answers", lambda i, t: [t]),
    "spans": (listed("choices"), 3, "answers", lambda i, t: {"text": [t], "answer_start": [3]}),
    "arc": (
        lambda t: {"choices": {"text": list(t), "label": list("ABCD")}},
        4,
        "answerKey",
        lambda i, t: "ABCD"[i],
    ),
    "arc, numbers": (
        lambda t: {"choices": {"text": list(t), "label": list("1234")}},
        4,
        "answerKey",
        lambda i, t: "1234"[i],
    ),
    "csqa": (
        lambda t: {"choices": [{"label": "ABCDE"[i], "text": one} for i, one in enumerate(t)]},
        5,
        "answerKey",
        lambda i, t: "ABCDE"[i],
    ),
    "object": (lambda t: {"options": dict(zip("ABCD", t, strict=True))}, 4, "answer", lambda i, t: "ABCD"[i]),
    "letters": (lettered("", "ABCD"), 4, "answer", lambda i, t: "ABCD"[i]),
    "letters in brackets": (listed("options"), 4, "answer", lambda i, t: f"({'ABCD'[i]})"),
    "small letters": (lettered("op", "abcd"), 4, "cop", lambda i, t: i),
    "truthfulqa": (lambda t: {"choices": list(t)}, 4, "labels", lambda i, t: [int(j == i) for j in range(4)]),
    "mc columns": (columns("mc", 1), 4, "answer", lambda i, t: i + 1),
    "one-hot by text": (columns("Option ", 1), 4, "correct_answer", lambda i, t: t),
}


def rows(shape, count=12):
    """Return rows of a shape, and the right choices."""
    make, size, key, told = SHAPES[shape]
    chance, made, right = random.Random(shape), [], {}
    for number in range(count):
        texts = chance.sample(THINGS, size)
        place = chance.randrange(size)
        identity = f"q{number}"
        made.append(
            {
                "id": identity,
                "context": STORY,
                "question": "What is it?",
                **make(texts),
                key: told(place, texts[place]),
            }
        )
        right[identity] = (tuple(texts), texts[place])
    return made, right


def check(found, right):
    questions = {question.id: question for record in found for question in record.questions}
    assert {key: (one.choices, one.references) for key, one in questions.items()} == {
        key: (texts, ((text,),)) for key, (texts, text) in right.items()
    }


@pytest.mark.parametrize("ending", [".jsonl", ".json", ".csv", ".tsv"])
@pytest.mark.parametrize("shape", SHAPES)
def test_rows_with_choices(tmp_path, shape, ending):
    made, right = rows(shape)
    path = tmp_path / f"a{ending}"
    if ending in (".csv", ".tsv"):
        with path.open("w", newline="") as file:
            table = csv.DictWriter(file, list(made[0]), delimiter="\t" if ending == ".tsv" else ",")
            table.writeheader()
            table.writerows(made)
    else:
        path.write_text("\n".join(map(json.dumps, made)) if ending == ".jsonl" else json.dumps(made))
    check(read(path, strict=True), right)


@pytest.mark.parametrize("shape", SHAPES)
def test_one_row_is_enough_where_sets_agree(shape):
    made, right = rows(shape, 40)
    for row in made:
        texts, text = right[row["id"]]
        found = choices_of(row)
        assert found is not None
        assert (found.texts, found.right) == (texts, (text,)), row


@pytest.mark.parametrize("shape", SHAPES)
def test_questions_of_a_story_may_have_them(tmp_path, shape):
    made, right = rows(shape, 6)
    asked = [{name: value for name, value in row.items() if name != "context"} for row in made]
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "s", "text": STORY, "questions": asked}))
    check(read(path, strict=True), right)


@pytest.mark.parametrize("base", [0, 1])
def test_the_rows_show_from_what_number_they_count(tmp_path, base):
    listed_rows = [
        {"id": str(i), "context": STORY, "question": "What?", "options": THINGS[:4], "answer": i % 4 + base}
        for i in range(1, 9)
    ]
    assert bases_of(listed_rows) == {"answer": base}
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(json.dumps, listed_rows)))
    check(read(path, strict=True), {str(i): (THINGS[:4], THINGS[i % 4]) for i in range(1, 9)})


WRONG = {
    "no list": {"options": "a cow | the mill", "answer": "A"},
    "one only": {"choices": ["a cow"], "answer": "a cow"},
    "none of them": {"options": THINGS[:3], "answer": "an elf"},
    "out of range": {"options": THINGS[:3], "label": 7},
    "no such letter": {"options": THINGS[:3], "answer": "E"},
    "two keys": {"options": THINGS[:3], "answer": "A", "label": 2},
    "no key": {"answer1": "a cow", "answer2": "the mill"},
    "no texts": {"choices": [{"a": 1}, {"a": 2}], "answer": "A"},
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_not_understood_is_refused_and_never_a_free_question(tmp_path, kind):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "1", "context": STORY, "question": "What?", **WRONG[kind]}))
    found = list(read(path))
    assert not any(record.questions for record in found if not isinstance(record, Problem))
    (problem,) = [one for one in found if isinstance(one, Problem)]
    seen = next(iter(WRONG[kind]))
    assert f"'{seen}'" in problem.reason
    assert "look like choices" in problem.reason
    assert "recognised are: " in problem.reason


def test_test_sets_may_leave_the_answer_out():
    for key in ({}, {"label": -1}, {"answer": ""}, {"answerKey": None}):
        found = choices_of({"options": list(THINGS[:3]), **key})
        assert found is not None
        assert found.right == ()


@pytest.mark.parametrize(
    "answer", [{}, {"answers": ["Bo"]}, {"answer1": "x"}, {"label": 1}, {"answer": "Bo", "option": "x"}]
)
def test_rows_without_choices_are_free(answer):
    assert choices_of({"id": "1", "context": STORY, "question": "Who?", **answer}) is None


def test_a_cloze_question_may_have_choices(tmp_path):
    row = {
        "article": STORY,
        "question": "@placeholder sold the mill.",
        "option_0": "Ann Orr",
        "option_1": "Bo Reed",
        "label": 0,
    }
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row))
    (record,) = read(path, strict=True)
    (question,) = record.questions
    assert (question.placeholder, question.choices) == ("@placeholder", ("Ann Orr", "Bo Reed"))
    assert (question.references, question.is_cloze, question.is_choice) == ((("Ann Orr",),), True, True)


def test_choices_in_memory():
    made, right = rows("arc", 5)
    run = symbolic_rc.score(made, reader="sliding-window")
    check(run.records, right)
    assert "choice_accuracy" in run.metrics
    with pytest.raises(symbolic_rc.core.errors.DataError, match="look like choices"):
        symbolic_rc.score([{"context": STORY, "question": "What?", **WRONG["two keys"]}])


def test_what_was_seen_is_named():
    with pytest.raises(Malformed, match="'answer1', 'answer2'"):
        choices_of(WRONG["no key"])
