"""Rows as Hugging Face's question answering sets have them, in every shape they come in."""

import csv
import io
import json

import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets import Problem, read, recognised
from tests.datasets.samples import MILL, laid_out

ROWS = [
    {
        "id": "1",
        "title": "Mill",
        "context": MILL,
        "question": "Who bought the mill?",
        "answers": {"text": ["Bob", "the baker"], "answer_start": [21, 3]},
    },
    {
        "id": "2",
        "title": "Mill",
        "context": MILL,
        "question": "What did it cost?",
        "answers": {"text": [], "answer_start": []},
    },
    {
        "id": "3",
        "title": "Mill",
        "context": "A fox ran.",
        "question": "Who ran?",
        "answers": {"text": ["A fox"], "answer_start": [0]},
    },
]


def table(delimiter, answers=json.dumps):
    out = io.StringIO()
    writer = csv.DictWriter(out, list(ROWS[0]), delimiter=delimiter)
    writer.writeheader()
    for row in ROWS:
        writer.writerow({**row, "answers": answers(row["answers"])})
    return out.getvalue()


def as_pandas_writes(answers):
    starts = answers["answer_start"]
    return f"{{'text': array({answers['text']}, dtype=object), 'answer_start': array({starts}, dtype=int32)}}"


SHAPES = {
    "rows.jsonl": "\n".join(map(json.dumps, ROWS)),
    "rows.json": json.dumps(ROWS, indent=1),
    "rows.csv": table(","),
    "rows.tsv": table("\t"),
    "excel.csv": table(";"),
    "pandas.csv": table(",", as_pandas_writes),
    "python.csv": table(",", str),
}


def check(path):
    assert recognised(path) == ["hf"]
    mill, fox = read(path, strict=True)
    assert (mill.id, mill.title, mill.text) == ("Mill.0", "Mill", MILL)
    bought, cost = mill.questions
    assert (bought.id, bought.references) == ("1", (("Bob",), ("the baker",)))
    assert (cost.references, cost.spans) == (((),), ((),))
    assert fox.id == "Mill.1"
    assert fox.questions[0].spans == (((0, 5),),)


@pytest.mark.parametrize("name", SHAPES)
def test_rows(tmp_path, name):
    check(laid_out(tmp_path, {name: SHAPES[name]}))


def test_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist(ROWS), tmp_path / "rows.parquet")
    check(tmp_path / "rows.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "rows.parquet").read_bytes()[:200])
    (problem,) = read(tmp_path / "cut.parquet", allow_damaged=True)
    assert "not valid Parquet" in problem.reason
    assert problem.damaged


@pytest.mark.parametrize("name", ["answer", "answers", "label"])
@pytest.mark.parametrize(("value", "text"), [(True, "yes"), (False, "no")])
def test_true_and_false_are_yes_and_no(tmp_path, name, value, text):
    row = {"passage": MILL, "question": "Is the mill sold?", name: value}
    (record,) = read(laid_out(tmp_path, {"a.jsonl": json.dumps(row)}), strict=True)
    assert record.questions[0].references == ((text,),)


def test_an_object_with_rows_inside_is_of_another_format(tmp_path):
    inside = {"one": {"passage": MILL, "pairs": [{"question": "Who?"}]}}
    with pytest.raises(DataError, match="holds no file of a known format"):
        list(read(laid_out(tmp_path, {"a.json": json.dumps(inside, indent=1)})))


def test_parquet_without_its_package_says_what_to_install(tmp_path, monkeypatch):
    from symbolic_rc.core.errors import MissingExtraError

    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    path = laid_out(tmp_path, {"rows.parquet": "PAR1 and so on"})
    with pytest.raises(MissingExtraError, match=r"symbolic_rc\[parquet\]"):
        list(read(path))


@pytest.mark.parametrize(
    ("given", "references"),
    [
        ({"answers": ["Bob", "Carl"]}, (("Bob",), ("Carl",))),
        ({"answers": [{"text": "Bob", "answer_start": 21}]}, (("Bob",),)),
        ({"answers": "Bob"}, (("Bob",),)),
        ({"answer": "Bob"}, (("Bob",),)),
        ({"answers": []}, ((),)),
        ({}, ()),
    ],
)
def test_answers_may_be_written_more_simply(tmp_path, given, references):
    row = {"context": MILL, "question": "Who?", **given}
    (record,) = read(laid_out(tmp_path, {"a.jsonl": json.dumps(row)}), strict=True)
    assert record.questions[0].references == references
    assert record.questions[0].id == "a.0.0"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"context": 3}, "'context' should be text"),
        ({"question": None}, "'question' is missing"),
        ({"answers": {"text": None}}, "'answers' should hold texts or objects with 'text', not null"),
        ({"answers": [["Bob"]]}, "'answers' should hold texts or objects with 'text', not a list"),
        ({"is_impossible": "perhaps"}, "'is_impossible' should be true or false, not 'perhaps'"),
    ],
)
def test_a_bad_row_is_reported_and_the_rest_is_read(tmp_path, change, reason):
    lines = [json.dumps({**ROWS[0], **change}), json.dumps(ROWS[2])]
    found = list(read(laid_out(tmp_path, {"a.jsonl": "\n".join(lines)}), "hf"))
    (problem,) = [one for one in found if isinstance(one, Problem)]
    assert reason in problem.reason
    assert problem.line == 1
    assert sum(len(one.questions) for one in found if not isinstance(one, Problem)) == 1


@pytest.mark.parametrize(
    ("before", "mark", "names"),
    [
        ("", ",", "id,context,question,answers"),
        ("", ";", "id;context;question;answers"),
        ("", "|", "id|context|question|answers"),
        ("sep=;\n", ";", "id;context;question;answers"),
        ('"sep=,"\n', ",", "id,context,question,answers"),
        ("\n\r\n", ",", "id, context, question, answers"),
        ("", ",", "id,context,question,answers,,"),
    ],
)
@pytest.mark.parametrize("name", ["a.csv", "a.txt"])
def test_tables_as_programs_write_them(tmp_path, name, before, mark, names):
    row = mark.join(("7", MILL, "Who?", "Bob")) + mark * 2
    content = f"{before}{names}\n{row}\n\n{mark * 3}\n"
    (record,) = read(laid_out(tmp_path, {name: content}), strict=True)
    assert record.questions[0].references == (("Bob",),)
    assert (record.text, record.questions[0].id) == (MILL, "7")


@pytest.mark.parametrize(
    ("header", "row", "reason"),
    [
        ("context,question,answers", MILL, "field 'question' is empty"),
        ("context,question,answers", ",Who?,Bob", "field 'context' is empty"),
        ("context,question,answers,answers", f"{MILL},Who?,Bob,Carl", "column 'answers' occurs twice"),
        ("context,question,is_impossible", f"{MILL},Who?,perhaps", "'is_impossible' should be true or false"),
    ],
)
def test_a_row_that_lacks_something_is_told(tmp_path, header, row, reason):
    found = list(read(laid_out(tmp_path, {"a.csv": f"{header}\n{row}\n"})))
    (problem,) = [one for one in found if isinstance(one, Problem)]
    assert reason in problem.reason


@pytest.mark.parametrize(
    ("cell", "references"),
    [
        ("['Bob' 'the baker']", (("Bob",), ("the baker",))),
        ("['Bob'\n 'the baker']", (("Bob",), ("the baker",))),
        ("['Bob said ' \"it's\"]", (("Bob said ",), ("it's",))),
        ("{'text': array(['Bob'], dtype=object), 'answer_start': array([21])}", (("Bob",),)),
        ("[1902 1903]", (("1902",), ("1903",))),
        ("[unclear", (("[unclear",),)),
    ],
)
def test_a_cell_may_hold_an_array_as_numpy_writes_it(tmp_path, cell, references):
    table = io.StringIO()
    csv.writer(table).writerows([("context", "question", "answers"), (MILL, "Who?", cell)])
    (record,) = read(laid_out(tmp_path, {"a.csv": table.getvalue()}), strict=True)
    assert record.questions[0].references == references


@pytest.mark.parametrize(("said", "references"), [("", (("Bob",),)), ("0.0", (("Bob",),)), ("yes", ((),))])
def test_what_a_table_may_say_for_true_and_false(tmp_path, said, references):
    content = f"context,question,answers,is_impossible\n{MILL},Who?,Bob,{said}\n"
    (record,) = read(laid_out(tmp_path, {"a.csv": content}), strict=True)
    assert record.questions[0].references == references
