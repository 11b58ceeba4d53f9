"""Where a reader looked: on the story, beside the engine's evidence."""

import pytest
import torch

from symbolic_rc.core.record import Answer, Record
from symbolic_rc.neural.answering import NeuralReader
from symbolic_rc.neural.catalogue import neural_entry
from symbolic_rc.neural.examples import build_vocabulary, question_words
from symbolic_rc.neural.heat_map import TokenWeight, attention_page, heat_map
from symbolic_rc.neural.training import ModelFile, TrainingPlan, train_from
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.story import Story


def test_every_character_of_the_story_stands_there_once_and_escaped():
    found = str(heat_map("a <b> c", [TokenWeight(0, 1, 0.1), TokenWeight(2, 5, 0.4), TokenWeight(6, 7, 0.0)]))
    assert found.count("<span") == 2
    assert "&lt;b&gt;</span> c" in found


def test_a_reader_without_attention_says_so():
    page = attention_page("Who?", "Ann met Bo.", "neural:x", Answer(("Bo",)), [], "")
    assert "no attention" in page
    assert "Ann met Bo." in page


@pytest.fixture
def model(cloze_records, tmp_path):
    from symbolic_rc.datasets.writing import write

    write(cloze_records, tmp_path / "data.jsonl")
    settings = {"hidden": 8, "least_count": 1, "markers": 10, "epochs": 1}
    train_from(
        TrainingPlan("as-reader", [str(tmp_path / "data.jsonl")], tmp_path / "model", settings),
        lambda _: None,
    )
    return tmp_path / "model"


def test_weights_are_of_the_story_s_tokens_and_sum_to_one(model, cloze_records):
    record = cloze_records[0]
    reader = load_reader("neural:as-reader", ReaderOptions(weights=str(model)))
    (step,) = reader.attention(Story(record), record.questions[0])
    looks = step.weights
    assert sum(look.weight for look in looks) == pytest.approx(1, abs=1e-4)
    assert [record.text[one.start : one.end] for one in looks] == record.text.split()
    assert all(one.weight == 0 for one in looks if record.text[one.start] != "@")
    assert reader.attention(Story(Record("r", "no marker")), record.questions[0]) == []


def test_the_impatient_reader_has_a_map_for_each_word_of_the_question(cloze_records, tmp_path):
    entry, record = neural_entry("impatient-reader"), cloze_records[0]
    settings = entry.settings(hidden=8, least_count=1, markers=10)
    vocabulary = build_vocabulary(cloze_records, settings)
    model = entry.make_model(vocabulary.initial_vectors(0), settings)
    reader = NeuralReader(ModelFile("impatient-reader", settings, vocabulary, model.state_dict(), {}))
    asked = record.questions[0]
    found = reader.attention(Story(record), asked)
    assert [one.word for one in found] == question_words(asked, True)
    assert all(sum(one.weight for one in step.weights) == pytest.approx(1, abs=1e-4) for step in found)
    assert found[0].weights != found[-1].weights
    page = attention_page(asked.text, record.text, "neural:x", Answer(("Bo",)), found, "")
    assert page.count("<summary>after ") == len(found)
    assert "Word by word" not in attention_page("Who?", "Bo.", "neural:x", Answer(("Bo",)), found[:1], "")
    items = [task_item for one in record.questions for task_item, _ in reader.task.items(record, [one])]
    alone, beside = (reader.model(reader.task.batch(some)).attention for some in (items[:1], items))
    torch.testing.assert_close(beside[:1, : len(found)], alone, atol=1e-5, rtol=1e-4)


def test_explain_marks_names_and_writes_the_page(model, tmp_path):
    from typer.testing import CliRunner

    from symbolic_rc.cli.entry import app

    story, page = tmp_path / "story.txt", tmp_path / "page.html"
    story.write_text("Ada Holm sold the mill to Bo Finch. Then Ada Holm left.")
    arguments = ["explain", str(story), "-q", "@placeholder sold the mill", "--reader", "neural:as-reader"]
    found = CliRunner().invoke(app, [*arguments, "--weights", str(model), "--html", str(page)])
    assert found.exit_code == 0, found.output
    assert "neural:as-reader" in found.output
    assert "attention " in found.output
    assert "rgba(240,120,0,1.00)" in page.read_text()
    assert "symbolic" in page.read_text()
