"""What each format's sample is read as."""

import json

import pytest

from symbolic_rc.core.record import Record
from symbolic_rc.datasets import Problem, formats, read, recognised
from tests.datasets.samples import DUORC_ROWS, MILL, NARRATIVE_CSV, QUESTION_FILE, SAMPLES, STORY, laid_out


def only(path, form="auto"):
    records = list(read(path, form, strict=True))
    assert all(isinstance(record, Record) for record in records)
    return records


@pytest.mark.parametrize("form", SAMPLES)
def test_auto_recognises_it_as_a_file_and_as_a_folder(tmp_path, form):
    main = laid_out(tmp_path, SAMPLES[form])
    assert recognised(tmp_path) == [form]
    assert recognised(main) == [form]
    assert only(tmp_path) == only(main) == only(main, form)


def test_squad(tmp_path):
    (record,) = only(laid_out(tmp_path, SAMPLES["squad"]))
    first, second = record.questions
    assert (first.id, first.references, first.spans) == ("s1", (("Bob",),), (((21, 24),),))
    assert second.references == ((),)
    assert (record.id, record.title, record.text) == ("The mill.0", "The mill", MILL)


def test_quoref_has_one_reference_of_several_spans(tmp_path):
    (record,) = only(laid_out(tmp_path, SAMPLES["quoref"]))
    (question,) = record.questions
    assert record.id == "c1"
    assert question.references == (("Bob", "Carl"),)
    assert question.spans == (((26, 29), (34, 38)),)


def test_a_wrong_offset_costs_the_span_and_not_the_question(tmp_path):
    content = SAMPLES["quoref"]["mill.json"].replace("34", "3")
    (record,) = only(laid_out(tmp_path, {"mill.json": content}))
    assert record.questions[0].references == (("Bob", "Carl"),)
    assert record.questions[0].spans == ()


def test_duorc_tells_spans_from_free_answers(tmp_path):
    (record,) = only(laid_out(tmp_path, SAMPLES["duorc"]))
    first, second = record.questions
    assert (first.references, first.tags) == ((("Bob",), ("a baker",)), {"span": "yes"})
    assert (second.references, second.tags) == (((),), {"span": "no"})


@pytest.mark.parametrize("lines", [True, False])
def test_duorc_as_rows(tmp_path, lines):
    rows = "\n".join(map(json.dumps, DUORC_ROWS)) if lines else json.dumps(DUORC_ROWS)
    (record,) = only(laid_out(tmp_path, {"rows.json": rows}))
    assert [question.id for question in record.questions] == ["r0", "r1", "r2"]


def test_narrativeqa_numbers_questions_in_the_order_of_the_file(tmp_path):
    (record,) = only(laid_out(tmp_path, SAMPLES["narrativeqa"]))
    assert [question.id for question in record.questions] == ["doc1_0", "doc1_1"]
    assert record.tokenised
    assert record.questions[0].references == (("Ann",), ("It was Ann .",))


def test_narrativeqas_three_csv_files(tmp_path):
    main = laid_out(tmp_path, NARRATIVE_CSV)
    for path in (tmp_path, main):
        (record,) = only(path)
        assert (record.text, record.title) == ("Ann sold it , in May .", "The mill")
        assert record.questions[0].id == "doc1_0"
        assert record.questions[0].references == (("Ann .",), ("She .",))


def test_narrativeqa_on_full_stories(tmp_path):
    main = laid_out(tmp_path, {**NARRATIVE_CSV, "doc1.content": "A long story.\n"})
    (record,) = only(main, "narrativeqa-stories")
    assert (record.text, record.tokenised) == ("A long story.\n", False)
    assert record.questions[0].tags["tokenised"] == "no"


def test_cnn_by_the_papers_description(tmp_path):
    (record,) = only(laid_out(tmp_path, SAMPLES["cnn"]))
    (question,) = record.questions
    assert (record.id, question.id) == ("abc", "abc")
    assert record.tags == {
        "url": "http://news.example/mill",
        "@entity0": "Ann Reed",
        "@entity1": "Bob",
        "@entity2": "May",
    }
    assert (question.text, question.references) == ("@placeholder bought a mill", (("@entity1",),))
    assert question.is_cloze
    assert record.tokenised


def test_mctest_joins_the_answers(tmp_path):
    (record,) = only(laid_out(tmp_path, SAMPLES["mctest"]))
    first, second = record.questions
    assert (first.id, second.id) == ("t.0.0", "t.0.1")
    assert (first.text, first.references, first.tags) == ("Who paid?", (("Bob",),), {"kind": "one"})
    assert second.references == (("the mill",),)
    assert record.text == "Ann sold the mill.\nBob paid."


def test_mctest_without_answers(tmp_path):
    main = laid_out(tmp_path, {"t.tsv": SAMPLES["mctest"]["t.tsv"]})
    assert [question.references for question in only(main)[0].questions] == [(), ()]


def test_fairytaleqas_references_are_answer1_and_answer4(tmp_path):
    laid_out(tmp_path, SAMPLES["fairytaleqa"])
    (record,) = only(tmp_path)
    first, second = record.questions
    assert (first.id, first.references) == ("mill.1", (("Ann",), ("Ann Reed",)))
    assert second.references == (("Bob paid",),)
    assert second.tags == {
        "attribute": "action",
        "kind": "implicit",
        "scope": "summary",
        "section": "1, 2",
        "context": "0-20,22-31",
    }
    assert record.text[22:31] == "Bob paid."
    assert record.tags == {"part": "val"}
    assert record.text == 'Ann sold "the" mill.\n\nBob paid.'


def test_babis_story_is_what_stands_before_the_question(tmp_path):
    first, second, third = only(laid_out(tmp_path, SAMPLES["babi"]))
    assert first.text == "Ann went to the mill.\nBob took the milk."
    assert (first.questions[0].references, first.questions[0].tags["support"]) == ((("mill",),), "0")
    assert second.questions[0].references == (("milk", "egg"),)
    assert second.questions[0].tags == {"support": "1 2", "task": "8"}
    assert third.text == "Bob went home."


def test_jsonl(tmp_path):
    (record,) = only(laid_out(tmp_path, SAMPLES["jsonl"]))
    ids = [question.id for question in record.questions]
    assert ids == ["mill.0", "m.two", "mill.2", "mill.3", "mill.4", "mill.5"]
    bought, paid, cost, sold, cloze, why = record.questions
    assert (bought.references, bought.spans) == ((("Bob",),), (((21, 24),),))
    assert paid.references == (("Bob", "Carl"),)
    assert (cost.references, cost.tags) == (((),), {"kind": "price"})
    assert sold.is_choice
    assert cloze.is_cloze
    assert why.references == ()


@pytest.mark.parametrize("form", SAMPLES)
def test_every_format_documents_itself(form):
    known = formats()[form]
    assert known.summary.endswith(".")
    assert len(known.documentation) > len(known.summary) or form == "bipar"


#: What is wrong, in which format, what the report says, and on which line.
BROKEN = [
    ("jsonl", '{"id": "a"}\n', "'text' is missing", 1),
    ("jsonl", '{"id": "a", "text": "b"}\n{"id": }\n', "not valid JSON", 2),
    ("jsonl", json.dumps({**STORY, "questions": [{"text": 3}]}), "'text' should be text", 1),
    ("jsonl", json.dumps({**STORY, "tags": {"a": 1}}), "'tags' should be an object of texts", 1),
    (
        "jsonl",
        json.dumps({**STORY, "questions": [{"text": "?", "choices": ["a"], "answers": ["b"]}]}),
        "none of the choices",
        1,
    ),
    ("jsonl", json.dumps({**STORY, "text": "\ud800"}), "half a surrogate pair", 1),
    ("squad", '{"data": [{"title": "t", "paragraphs": [{"context": 1}]}]}', "'context' should be text", 1),
    ("squad", '{"data": [\n{"paragraphs": [], "title": [7]}]}', "'title' should be text", 2),
    ("squad", '{"data": [\n\n{"title": "t"', "not valid JSON", 3),
    ("quoref", '{"version": 1}', "field 'data' with a list is missing", 1),
    ("duorc", "[1]", "an object was expected", 1),
    ("narrativeqa", '[{"document_id": "d"}]', "'summary_tokenized' is missing", 1),
    ("cnn", "url\n\nonly two parts\n", "has 2 parts", 1),
    ("cnn", QUESTION_FILE.replace("@placeholder", "somebody"), "holds no @placeholder", 5),
    ("cnn", QUESTION_FILE.replace("@entity2:May", "May"), "not a row of the entity table", 11),
    ("mctest", "t.0\tone\n", "has 2 cells", 1),
    ("babi", "Mary went home.\n", "does not start with a number", 1),
    ("babi", "1 A b.\n2 Where?\tb\t9\n", "supporting fact is no statement", 2),
]


@pytest.mark.parametrize(("form", "content", "reason", "line"), BROKEN)
def test_a_malformed_record_is_reported_with_file_line_and_reason(tmp_path, form, content, reason, line):
    suffix = {"cnn": ".question", "mctest": ".tsv", "babi": ".txt"}.get(form, ".json")
    path = tmp_path / f"broken{suffix}"
    path.write_text(content, encoding="utf-8", errors="surrogatepass")
    problems = [found for found in read(path, form, allow_damaged=True) if isinstance(found, Problem)]
    assert len(problems) == 1
    assert reason in problems[0].reason
    assert (problems[0].path, problems[0].line) == (str(path), line)


def test_a_bad_question_leaves_the_rest_of_its_story(tmp_path):
    content = {**STORY, "questions": [*STORY["questions"][:2], {"answers": ["x"]}]}
    path = laid_out(tmp_path, {"a.jsonl": json.dumps(content)})
    problem, record = read(path)
    assert "question 2 of 'mill'" in problem.reason
    assert len(record.questions) == 2


def test_an_id_used_twice_is_reported(tmp_path):
    other = {**STORY, "text": f"{STORY['text']} Nobody else came."}
    path = laid_out(tmp_path, {"a.jsonl": json.dumps(STORY) + "\n" + json.dumps(other)})
    found = list(read(path))
    assert sum(isinstance(one, Problem) for one in found) == 6
    assert "used before" in str(next(one for one in found if isinstance(one, Problem)))


@pytest.mark.parametrize("form", ["jsonl", "fairytaleqa", "mctest", "narrativeqa", "drop"])
def test_data_laid_out_twice_are_said_once(tmp_path, form):
    laid_out(tmp_path / "by-origin", SAMPLES[form])
    once = list(read(tmp_path, form))
    laid_out(tmp_path / "splits" / "by-train", SAMPLES[form])
    *found, problem = read(tmp_path, form)
    assert found == once
    assert "read before, on the same text: left out, first" in problem.reason
    assert problem.path == str(tmp_path)


@pytest.mark.parametrize("given", ["", "MCTest", "MCTest/t.tsv"])
@pytest.mark.parametrize("name", ["MCTestAnswers", "answers"])
def test_mctests_answers_may_lie_in_a_sister_folder(tmp_path, given, name):
    laid_out(tmp_path / "MCTest", {"t.tsv": SAMPLES["mctest"]["t.tsv"]})
    laid_out(tmp_path / name, {"t.ans": SAMPLES["mctest"]["t.ans"]})
    (record,) = read(tmp_path / given)
    assert all(question.references for question in record.questions)


def test_fairytaleqa_keeps_both_questions_of_one_number(tmp_path):
    files = dict(SAMPLES["fairytaleqa"])
    name = next(iter(files))
    files[name] = files[name].replace("\n2,", "\n1,")
    laid_out(tmp_path, files)
    assert [question.id for question in only(tmp_path)[0].questions] == ["mill.1", "mill.1.2"]
