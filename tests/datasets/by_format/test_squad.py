"""SQuAD's shape as other tools write it."""

import json

import pytest

from symbolic_rc.datasets import Problem, read
from tests.datasets.samples import MILL, laid_out


def asked(tmp_path, **fields):
    qa = {"id": 7, "question": "Who bought the mill?", **fields}
    paragraphs = [{"context": MILL, "qas": [qa]}]
    path = laid_out(
        tmp_path, {"mill.json": json.dumps({"data": [{"title": "The mill", "paragraphs": paragraphs}]})}
    )
    records = list(read(path))
    assert not any(isinstance(one, Problem) for one in records[1:]), records
    return records[0] if isinstance(records[0], Problem) else records[0].questions[0]


@pytest.mark.parametrize(
    ("fields", "references"),
    [
        ({"answers": [{"text": "Bob", "answer_start": 21}]}, (("Bob",),)),
        ({"answers": ["Bob", "the baker"]}, (("Bob",), ("the baker",))),
        ({"answer": "Bob"}, (("Bob",),)),
        ({"answer": True}, (("yes",),)),
        ({"answer": 1}, (("1",),)),
        ({"answers": None}, ()),
        ({"answers": [{"text": "Bob"}], "is_impossible": "false"}, (("Bob",),)),
        ({"answers": [], "is_impossible": "True"}, ((),)),
        ({"is_impossible": 1}, ((),)),
    ],
)
def test_answers_in_other_shapes(tmp_path, fields, references):
    question = asked(tmp_path, **fields)
    assert (question.id, question.references) == ("7", references)


def test_what_is_neither_true_nor_false_is_named(tmp_path):
    problem = asked(tmp_path, answers=[], is_impossible="perhaps")
    assert "field 'is_impossible' should be true or false, not 'perhaps'" in problem.reason


def test_articles_as_lines(tmp_path):
    qas = [{"id": "1", "question": "Who?", "answers": ["Bob"]}]
    lines = [
        json.dumps({"title": f"Part {i}", "paragraphs": [{"context": MILL, "qas": [{**qas[0], "id": i}]}]})
        for i in (1, 2)
    ]
    found = list(read(laid_out(tmp_path, {"mill.jsonl": "\n".join(lines)}), strict=True))
    assert [one.title for one in found] == ["Part 1", "Part 2"]
