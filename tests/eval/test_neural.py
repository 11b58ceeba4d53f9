"""The page of neural readers: pieces that are done once, rows that say what is not trained, both together."""

import json
from dataclasses import replace

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("safetensors", reason="safetensors is not installed")

from eval.figures.store import tables_in
from eval.neural import sets, stages
from eval.neural.curve import Point, curve_lines, picture
from eval.neural.measured import Answers, Measure, answers_of, oracle, together
from eval.neural.page import page
from eval.neural.pieces import Piece, answers_path, do, pieces
from eval.tables.measure import Place, reader_options
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import read
from symbolic_rc.datasets.writing import write
from symbolic_rc.neural.training import TrainingPlan, train_from
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story
from tests.cloze_records import made


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with cloze questions in place of CNN's, and no other data set."""
    for part in ("train", "dev"):
        folder = tmp_path / "runs" / "cloze" / f"stories-{part}.jsonl.xz"
        folder.mkdir(parents=True)
        write(made(3, 10), folder / "questions.jsonl")
    monkeypatch.setattr("eval.neural.page.SETS", sets.SETS[:1])
    sets.test_records.cache_clear()
    return Place(tmp_path / "data", tmp_path / "runs")


def test_every_piece_has_a_name_of_its_own():
    names = [piece.name for piece in pieces(sets.PARTS)]
    assert set(names) == {piece.name for part in sets.PARTS for piece in pieces([part])}
    assert len(set(names)) == len(names)
    assert "quoref-bidaf-1-seed0-fold2" in names


def test_a_piece_is_done_once_and_the_page_tells_the_others(place, tmp_path):
    said = []
    for piece in (Piece("cnn", "symbolic", trained=False), Piece("cnn", "word-distance", trained=False)):
        if piece.reader == "symbolic":
            answers_path(piece, place).parent.mkdir(parents=True)
            lines = [{"seconds": 1.0, "questions": 0}]
            answers_path(piece, place).write_text("\n".join(map(json.dumps, lines)))
        do(piece, place, said.append)
        do(piece, place, said.append)
    assert said == ["cnn-word-distance: answering"]
    found = page(place, None, tmp_path / "curve.svg")
    figures = dict(tables_in(found))
    assert figures["CNN cloze questions, dev/symbolic/accuracy"] == 0
    assert figures["CNN cloze questions, dev/word-distance/accuracy"] > 0
    assert "| `neural:as-reader` | not trained |" in found
    row = next(line for line in found.splitlines() if line.startswith("| `word-distance` |") and "(" in line)
    right, so_far = row.split(" | ")[-2].rstrip(")").split(" (")
    assert float(so_far) == figures["CNN cloze questions, dev/word-distance/accuracy"]
    assert 0 <= float(right) <= 100
    assert "| `feature-classifier` | not trained |" in found
    assert "## Learning curves: CNN cloze questions, dev, by training questions" in found


def test_readers_that_rank_have_their_mean_reciprocal_rank(tmp_path, monkeypatch):
    pairs = [("sold", "Ada"), ("bought", "Bo"), ("kept", "Cara")]
    text = " ".join(f"{name} {verb} the mill ." for verb, name in pairs)
    asked = [Question(f"q{i}", f"Who {verb} the mill ?", ((name,),)) for i, (verb, name) in enumerate(pairs)]
    one = replace(sets.data_set("narrativeqa"), test="stories.jsonl")
    monkeypatch.setattr("eval.neural.sets.SETS", (one,))
    write([Record("s", text, tuple(asked))], tmp_path / "stories.jsonl")
    sets.test_records.cache_clear()
    place, piece = Place(tmp_path, tmp_path / "runs"), Piece("narrativeqa", "ir-bleu1", trained=False)
    do(piece, place, lambda _: None)
    found = answers_of([piece], place)
    assert len(found.ranks) == 3
    assert all(0 < rank <= 1 for rank in found.ranks)
    sets.test_records.cache_clear()


def sold(number):
    names = ["Ada", "Bo", "Cara", "Dan", "Eve", "Finn", "Gus"][number % 4 :][:4]
    things = ["mill", "boat", "bridge", "house"]
    pairs = list(zip(names, things, strict=True))
    asked = [Question(f"{number}-{one}", f"Who sold the {thing} ?", ((one,),)) for one, thing in pairs]
    asked.append(Question(f"{number}-free", "Who sold the boat ?", (("a tall stranger",),)))
    text = " ".join(f"{one} sold the {thing} ." for one, thing in pairs)
    return Record(f"s{number}", text, tuple(asked))


def test_the_two_stages_of_genmodel_learn_and_answer(tmp_path):
    plots = [sold(number) for number in range(8)]
    write(plots, tmp_path / "plots.jsonl")
    stages.main(["genmodel", str(tmp_path / "plots.jsonl"), "--out", str(tmp_path / "pairs.jsonl")])
    pairs = list(read(tmp_path / "pairs.jsonl"))
    assert [one.text for one in pairs[:5]] == ["Ada", "Bo", "Cara", "Dan", "sold the boat"]
    assert pairs[4].questions[0].references == (("a tall stranger",),)
    folder = tmp_path / "runs" / "stages" / "genmodel"
    folder.mkdir(parents=True)
    small = {"hidden": 8, "least_count": 1, "markers": 10, "epochs": 1}
    for name, data in (("bidaf", "plots"), ("seq2seq", "pairs")):
        plan = TrainingPlan(name, [str(tmp_path / f"{data}.jsonl")], folder / f"{name}.safetensors", small)
        train_from(plan, lambda _: None)
    name = "python:eval.neural.stages:genmodel"
    options = reader_options(name, Place(tmp_path, tmp_path / "runs"))
    answers = load_reader(name, options).answer_all(Story(plots[0]), plots[0].questions)
    assert len(answers) == 5
    assert all(one.rule == "neural:seq2seq" for one in answers)
    assert not reader_options(name, Place(tmp_path, tmp_path)).weights
    with pytest.raises(SymbolicRCError, match="GenModel needs --weights"):
        load_reader(name)


def test_chunks_for_training_are_those_like_the_answer():
    filler = "The wind blew over the hills and nobody came . " * 30
    text = f"{filler}A tall stranger sold the boat . {filler}"
    record = Record("s", text, (Question("q", "Who did it ?", (("a tall stranger",),)),))
    (found,) = stages.answer_chunks(record, 1)
    assert "A tall stranger sold" in found.text
    assert len(found.text) < len(text) / 2
    assert found.questions[0].references == record.questions[0].references


def test_both_together_follow_the_surer_and_the_oracle_the_better(place):
    measure = Measure(sets.SETS[0], place)
    names = [question.references[0] for question in measure.questions]
    ids = [question.id for question in measure.questions]
    wrong = dict.fromkeys(ids, ("@entity99",))
    right = dict(zip(ids, names, strict=True))
    sure, unsure = dict.fromkeys(ids, 0.9), dict.fromkeys(ids, 0.2)
    found = together(measure, Answers(right, sure), Answers(wrong, unsure))
    assert found.answers == right
    tables = [measure.rows(Answers(one)) for one in (right, wrong)]
    assert measure.interval(oracle(measure, tables)).score == 100
    assert measure.right(tables[0]).all()
    assert not measure.right(tables[1]).any()


def test_curves_say_what_was_not_trained(tmp_path):
    lines = {"as-reader": [Point(0.1, 200, (40.0, 42.0), 38.0, 44.0, 9.0)]}
    table = list(curve_lines("CNN", lines, {"word-distance": 53.2}))
    assert "41.0 [38.0, 44.0] (2 seeds; 200 questions)" in table[-1]
    assert table[-1].count("not trained") == 4
    picture(tmp_path / "a.svg", "curve", lines, {"word-distance": 53.2})
    assert (tmp_path / "a.svg").read_text().startswith('<svg xmlns="http://www.w3.org/2000/svg"')
