"""What the samples of other published sets are read as, and what their scorers make of answers."""

import json

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.datasets import Problem, read
from symbolic_rc.metrics import metrics_for
from tests.datasets.samples import MILL, MULTIRC, QUAIL, SAMPLES, laid_out


def sample(tmp_path, form):
    (record,) = read(laid_out(tmp_path, SAMPLES[form]), strict=True)
    return record


@pytest.mark.parametrize(
    ("form", "asked"),
    {
        "boolq": Question("The mill.0.0", "is the mill sold", (("yes",),)),
        "clutrr": Question("k1", "What is Cleo to Ann?", (("daughter",),), tags={"hops": "2"}),
        "dream": Question("5-1.0", "What is sold?", (("A mill.",),), ("A cow.", "A mill.")),
        "hotpotqa": Question(
            "h1", "Who bought what Ann sold?", (("Bob",),), tags={"type": "bridge", "level": "easy"}
        ),
        "mcscript": Question("2.6", "Who sold it?", (("Ann",),), ("Ann", "Bob"), tags={"type": "text"}),
        "multirc": Question(
            "30.0", "Who paid?", (("Bob", "Carl"),), ("Bob", "Ann", "Carl"), tags={"several": "yes"}
        ),
        "quail": Question(
            "f1_0",
            "Why?",
            (("She was tired.",),),
            ("not enough information", "She was tired."),
            tags={"type": "Causality"},
        ),
        "race": Question("high1.txt.0", "Who sold it?", (("Ann",),), ("Ann", "Bob", "a cow", "nobody")),
        "recam": Question(
            "dev.0.0",
            "The @placeholder of a mill .",
            (("sale",),),
            ("sale", "loss", "view", "fire", "rent"),
            "@placeholder",
        ),
        "ropes": Question("12", "Whose is cheap: Ann's or Bob's?", (("Ann's",),)),
    }.items(),
)
def test_the_first_question(tmp_path, form, asked):
    assert sample(tmp_path, form).questions[0] == asked


def test_drop_has_numbers_dates_and_several_spans(tmp_path):
    first, second = sample(tmp_path, "drop").questions
    assert (first.references, first.tags) == ((("2",), ("Bob", "Carl")), {"answer_type": "number"})
    assert (second.references, second.tags) == ((("May 1905",),), {"answer_type": "date"})


def test_a_turn_of_coqa_names_the_turn_before(tmp_path):
    first, second = sample(tmp_path, "coqa").questions
    assert first.references == (("Ann",), ("Ann",))
    assert second.references == (("Bob",), ("to Bob",))
    assert (first.tags, second.tags) == ({"source": "mctest"}, {"source": "mctest", "follows": "c1.1"})


def test_stories_are_put_together(tmp_path):
    assert sample(tmp_path / "a", "ropes").text == (
        "Mills that are sold are cheap.\n\nAnn sold hers. Bob kept his."
    )
    assert sample(tmp_path / "b", "dream").text == "Woman: The mill is sold.\nMan: Who bought it?"
    assert sample(tmp_path / "c", "clutrr").text == "Ann and her son Bob met Cleo. She is his sister."
    assert sample(tmp_path / "d", "mcscript").text == "Ann sold the mill to Bob & Carl."
    whole = sample(tmp_path / "e", "hotpotqa").text
    assert whole == "The mill\n\nAnn sold the mill. Bob paid.\n\nA cow\n\nIt is brown."
    (kept,) = read(tmp_path / "e" / "dev.json", "hotpotqa-supporting", strict=True)
    assert kept.text == "The mill\n\nAnn sold the mill. Bob paid."


def test_the_other_layouts_say_the_same(tmp_path):
    row = {"id": "f1_0", "context_id": "f1", "context": "Ann sold the mill.", "question": "Why?"}
    row |= {"question_type": "Causality", "correct_answer_id": "1"}
    row |= {"answers": ["not enough information", "She was tired."]}
    lines = laid_out(tmp_path, {"quail.jsonl": json.dumps(row) + "\n", "quail.xml": QUAIL})
    (of_lines,), (of_xml,) = read(lines, strict=True), read(lines.with_suffix(".xml"), strict=True)
    assert (of_lines.questions, of_lines.text) == (of_xml.questions, of_xml.text)
    (question,) = MULTIRC["passage"]["questions"]
    options = [{"text": one["text"], "isAnswer": bool(one["label"])} for one in question["answers"]]
    text = "<b>Sent 1: </b>Ann sold the mill to Bob.<br><b>Sent 2: </b>Bob and Carl paid her in May.<br>"
    original = {"id": 30, "paragraph": {"text": text, "questions": [{**question, "answers": options}]}}
    path = laid_out(tmp_path, {"original.json": json.dumps({"data": [original]})})
    (first,), second = read(path, strict=True), sample(tmp_path / "b", "multirc")
    assert first.questions == second.questions
    assert first.text.split() == MILL.split()
    boolq = {"question": "is it sold", "passage": "The mill -- " + MILL, "idx": 3, "label": False}
    path = laid_out(tmp_path, {"val.jsonl": json.dumps(boolq)})
    assert next(iter(read(path, "boolq", strict=True))).questions[0].references == (("no",),)


@pytest.mark.parametrize(
    ("form", "old", "new", "reason"),
    [
        ("clutrr", "('Ann', 'Cleo')", "Ann, Cleo", "column 'query' should hold a pair of names"),
        ("dream", '"choice"', '"chosen"', "holds no file of a known format"),
        ("drop", '"How many paid?"', "7", "question 0 of 'nfl_1': field 'question' should be text"),
        ("hotpotqa", '[["The mill", ["', '[["The mill", "', "not valid JSON"),
        ("mcscript", ' text="Ann"', "", "question 0 of '2': <answer> has no attribute 'text'"),
        ("mcscript", "</data>", "", "not valid XML"),
        ("mcscript", "<data>", "<!DOCTYPE data><data>", "holds a document type"),
        ("multirc", '"label": 0', '"label": 7', "should be marked 1 or 0, true or false"),
        ("quail", "<text_body>", "<body>", "holds no file of a known format"),
        ("race", '"A", "B"', '"A"', "should be of one length"),
        ("ropes", '"id": 12, ', "", "question 0 of 'ropes.0': field 'id' is missing"),
    ],
)
def test_what_is_malformed_is_named(tmp_path, form, old, new, reason):
    name, content = next(iter(SAMPLES[form].items()))
    assert old in content
    path = laid_out(tmp_path, {name: content.replace(old, new)})
    try:
        problems = [str(one) for one in read(path, allow_damaged=True) if isinstance(one, Problem)]
    except Exception as error:
        problems = [str(error)]
    assert reason in problems[0]


def measured(form, *answered):
    found = {}
    for metric in metrics_for(form):
        rows = [metric.statistics(texts, asked) for texts, asked in answered if metric.applies(asked)]
        found[metric.name] = round(metric.score(rows), 1) if rows else None
    return found


def test_balanced_accuracy():
    yes, no = Question("1", "is it", (("yes",),)), Question("2", "is it", (("no",),))
    scores = measured("boolq", (("yes",), yes), (("Yes",), yes), (("no",), yes), (("yes",), no))
    assert scores == {"accuracy": 50.0, "balanced_accuracy": 33.3}


def test_several_choices():
    asked = Question("1", "Who?", (("Bob", "Carl"),), ("Bob", "Ann", "Carl"))
    none = Question("2", "Who?", ((),), ("Bob", "Ann"))
    scores = measured("multirc", (("Bob", "Ann"), asked), ((), none))
    assert scores == {"f1a": 50.0, "f1m": 75.0, "em": 50.0, "p1": 50.0}


def test_hotpotqa_gives_nothing_for_a_sentence_with_yes():
    asked = Question("1", "Is it?", (("yes",),))
    assert measured("hotpotqa", (("yes it is",), asked)) == {"em": 0.0, "f1": 0.0}
    assert measured("hotpotqa", (("Yes.",), asked)) == {"em": 100.0, "f1": 100.0}


def test_coqa_leaves_each_reference_out():
    asked = Question("1", "Who?", (("Bob",), ("to Bob",)))
    assert measured("coqa", (("Bob",), asked)) == {"em": 50.0, "f1": 83.3}


def test_squad_tells_what_has_an_answer_from_what_has_none():
    tags = {"version": "2.0"}
    some, none = Question("1", "Who?", (("Bob",),), tags=tags), Question("2", "Who?", ((),), tags=tags)
    scores = measured("squad", (("Bob",), some), (("Bob",), none))
    assert scores["em"] == 50.0
    assert (scores["has_answer_em"], scores["no_answer_em"]) == (100.0, 0.0)
    assert measured("squad", (("Bob",), Question("1", "Who?", (("Bob",),))))["has_answer_em"] is None


@pytest.mark.parametrize(
    ("form", "old", "new", "references"),
    [
        ("drop", '"number": "2"', '"number": 0', ("0",)),
        ("drop", '"number": "2"', '"number": 2.5', ("2.5",)),
        ("duorc", '"no_answer": false', '"no_answer": "false"', ("Bob",)),
        ("duorc", '"no_answer": false', '"no_answer": null', ("Bob",)),
        ("duorc", '"id": "d1"', '"id": 5', ("Bob",)),
        ("mctest", "a hat\n", "a hat\t\t\n", ("Bob",)),
        ("mctest", "Carl", "Carl Ren\xe9", ("Bob",)),
    ],
)
def test_numbers_flags_and_cells_in_other_shapes(tmp_path, form, old, new, references):
    files = {name: content.replace(old, new) for name, content in SAMPLES[form].items()}
    path = laid_out(tmp_path, files)
    path.write_bytes(files[path.name].encode("cp1252"))
    (record,) = read(tmp_path, strict=True)
    assert record.questions[0].references[0] == references


def test_the_letters_of_mctest_may_be_small(tmp_path):
    laid_out(tmp_path, {**SAMPLES["mctest"], "t.ans": "b b\n"})
    (record,) = read(tmp_path, strict=True)
    assert [one.references for one in record.questions] == [(("Bob",),), (("the mill",),)]
