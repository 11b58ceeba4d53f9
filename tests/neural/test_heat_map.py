"""Where a reader looked: on the story, beside the engine's evidence."""

import pytest

from symbolic_rc.core.record import Answer, Record
from symbolic_rc.neural.heat_map import TokenWeight, attention_page, heat_map
from symbolic_rc.neural.training import TrainingPlan, train_from
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
    looks = reader.attention(Story(record), record.questions[0])
    assert sum(look.weight for look in looks) == pytest.approx(1, abs=1e-4)
    assert [record.text[one.start : one.end] for one in looks] == record.text.split()
    assert all(one.weight == 0 for one in looks if record.text[one.start] != "@")
    assert reader.attention(Story(Record("r", "no marker")), record.questions[0]) == []


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
