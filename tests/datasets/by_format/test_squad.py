"""SQuAD's fields as other tools write them: in SQuAD's own shape, in articles alone, in rows."""

import json

import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets import Problem, read, recognised
from tests.datasets.samples import MILL, article, laid_out

#: What a question with its fields becomes, by the layout.
LAYOUTS = {
    "squad": lambda qa: json.dumps({"version": "v2.0", "data": [article(qa)]}),
    "articles as a list": lambda qa: json.dumps([article(qa)], indent=1),
    "articles as lines": lambda qa: json.dumps(article(qa)),
    "rows as lines": lambda qa: json.dumps({"context": MILL, **qa}),
    "rows as a list": lambda qa: json.dumps([{"context": MILL, **qa}], indent=1),
    "rows under data": lambda qa: json.dumps({"version": "1", "data": [{"context": MILL, **qa}]}, indent=1),
}
layouts = pytest.mark.parametrize("layout", LAYOUTS)


def asked(tmp_path, layout, **fields):
    qa = {"id": 7, "question": "Who bought the mill?", **fields}
    found = list(read(laid_out(tmp_path, {"mill.json": LAYOUTS[layout](qa)})))
    assert not any(isinstance(one, Problem) for one in found[1:]), found
    return found[0] if isinstance(found[0], Problem) else found[0].questions[0]


@layouts
@pytest.mark.parametrize(
    ("fields", "references"),
    [
        ({"answers": [{"text": "Bob", "answer_start": 21}]}, (("Bob",),)),
        ({"answers": {"text": "Bob", "answer_start": 21}}, (("Bob",),)),
        ({"answers": ["Bob", "the baker"]}, (("Bob",), ("the baker",))),
        ({"answers": ["Bob", ""]}, (("Bob",),)),
        ({"answer": "Bob"}, (("Bob",),)),
        ({"answer": True}, (("yes",),)),
        ({"answers": [False]}, (("no",),)),
        ({"answer": 1}, (("1",),)),
        ({"answers": [{"text": 1902}, 2.5]}, (("1902",), ("2.5",))),
        ({"answers": None}, ()),
        ({"answer": None}, ()),
        ({"answer": float("nan")}, ()),
        ({"answers": [{"text": "Bob"}], "is_impossible": "false"}, (("Bob",),)),
        ({"answers": [{"text": "Bob"}], "is_impossible": 0}, (("Bob",),)),
        ({"answers": [], "is_impossible": "True"}, ((),)),
        ({"answers": [{"text": "Bob"}], "is_impossible": 1}, ((),)),
    ],
)
def test_answers_in_other_shapes(tmp_path, layout, fields, references):
    question = asked(tmp_path, layout, **fields)
    assert (question.id, question.references) == ("7", references)


@layouts
@pytest.mark.parametrize(("given", "read_as"), [(7, "7"), (7.0, "7"), ("7a", "7a"), (10**20, str(10**20))])
def test_ids_are_texts_or_whole_numbers(tmp_path, layout, given, read_as):
    assert asked(tmp_path, layout, id=given).id == read_as


@layouts
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (
            {"answers": [], "is_impossible": "perhaps"},
            "'is_impossible' should be true or false, not 'perhaps'",
        ),
        ({"answers": [None]}, "'answers' should hold texts or objects with 'text', not null"),
        ({"answers": ["\ud800"]}, "'answers' holds half a surrogate pair"),
        ({"id": 7.5}, "'id' should be text"),
        ({"id": True}, "'id' should be text"),
        ({"question": "who " * 2000}, "the question has 8,000 characters; at most 4,000 are taken"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, layout, fields, reason):
    found = list(
        read(laid_out(tmp_path, {"mill.json": LAYOUTS[layout]({"id": 1, "question": "Who?", **fields})}))
    )
    (problem,) = [one for one in found if isinstance(one, Problem)]
    assert reason in problem.reason


@layouts
def test_a_number_of_too_many_digits_is_a_problem_of_its_place(tmp_path, layout):
    content = LAYOUTS[layout]({"id": 77, "question": "Who?"}).replace("77", "7" * 5000)
    (problem,) = read(laid_out(tmp_path, {"mill.json": content}), allow_damaged=True)
    assert "a number has more than 4,300 digits" in problem.reason


def test_what_no_format_reads_is_not_recommended(tmp_path):
    content = json.dumps([{"title": "The mill", "paragraphs": [{"text": MILL}]}])
    with pytest.raises(DataError) as error:
        list(read(laid_out(tmp_path, {"mill.json": content})))
    assert "see `symbolic-rc formats squad`" in str(error.value)
    assert "use --format" not in str(error.value)


def test_several_articles_as_lines(tmp_path):
    lines = [json.dumps(article({"id": i, "question": "Who?"}, title=f"Part {i}")) for i in (1, 2)]
    path = laid_out(tmp_path, {"mill.jsonl": "\n".join(lines)})
    assert [one.title for one in read(path, strict=True)] == ["Part 1", "Part 2"]
    assert recognised(path) == ["squad"]
