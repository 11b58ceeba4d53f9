"""Training: equal seeds give equal models, a resumed one ends as an undisturbed one."""

import json

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.datasets.overlap import QuestionOverlap, read_trained_on
from symbolic_rc.datasets.writing import write
from symbolic_rc.neural import training
from symbolic_rc.neural.settings import DataSubset
from symbolic_rc.neural.training import TrainingPlan, read_about, read_model, train_from
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.story import Story

SMALL = {"hidden": 8, "least_count": 1, "markers": 10, "stories": 4, "epochs": 4, "patience": 9}


@pytest.fixture
def data(cloze_records, tmp_path):
    path = tmp_path / "questions.jsonl"
    write(cloze_records, path)
    return path


def trained(data, out, say=lambda _: None, **given):
    plan = {"settings": {**SMALL, **given.pop("settings", {})}, **given}
    train_from(TrainingPlan("as-reader", [str(data)], out, **plan), say)
    return out


def test_equal_seeds_give_equal_files(data, tmp_path):
    first, second = (trained(data, tmp_path / name) for name in ("a", "b"))
    weights, others = read_model(first).weights, read_model(second).weights
    assert all(bool((weights[name] == others[name]).all()) for name in weights)


def test_a_training_that_goes_on_ends_as_one_that_was_not_disturbed(data, tmp_path, monkeypatch):
    whole = read_model(trained(data, tmp_path / "whole"))
    kept = training.write_checkpoint

    def stop(path, state, identity):
        kept(path, state, identity)
        if state.progress.epoch == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(training, "write_checkpoint", stop)
    with pytest.raises(KeyboardInterrupt):
        trained(data, tmp_path / "broken")
    monkeypatch.setattr(training, "write_checkpoint", kept)
    lines = []
    found = read_model(trained(data, tmp_path / "broken", lines.append, resume=True))
    assert "continues after epoch 2" in lines
    assert all(bool((whole.weights[name] == found.weights[name]).all()) for name in whole.weights)
    losses = [[one["loss"] for one in each.about["curve"]] for each in (whole, found)]
    assert losses[0] == losses[1]
    assert not (tmp_path / "broken.checkpoint").exists()


def test_training_is_cut_off_after_so_many_updates(data, tmp_path):
    about = read_about(trained(data, tmp_path / "model", settings={"updates": 5}))
    assert about["updates"] == 5
    assert len(about["curve"]) == 3  # two updates are an epoch


def test_training_is_cut_off_after_so_much_time(data, tmp_path):
    about = read_about(trained(data, tmp_path / "model", settings={"minutes": 1e-9}))
    assert (about["updates"], about["cut off"]) == (1, True)
    assert not read_about(trained(data, tmp_path / "whole"))["cut off"]


def test_a_checkpoint_of_other_options_is_refused(data, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "write_model", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        trained(data, tmp_path / "model")
    with pytest.raises(SymbolicRCError, match="begun with other hidden"):
        trained(data, tmp_path / "model", resume=True, settings={"hidden": 9})


def test_a_model_says_what_it_learned_from(data, tmp_path, cloze_records):
    path = trained(data, tmp_path / "model", part=DataSubset(folds=2, fold=0))
    about = read_about(path)
    assert about["reader"] == "as-reader"
    assert 0 < about["questions"] < 20
    tally = QuestionOverlap([("model", read_trained_on(path))])
    list(tally.watch(cloze_records))
    assert tally.summary()["questions"] == about["questions"]


def test_the_reader_answers_with_markers_of_the_story(data, tmp_path, cloze_records):
    reader = load_reader("neural:as-reader", ReaderOptions(weights=str(trained(data, tmp_path / "model"))))
    record = cloze_records[0]
    answers = reader.answer_all(Story(record), record.questions)
    for answer in answers:
        ((start, end),) = answer.spans
        assert record.text[start:end] == answer.text
        assert answer.rule == "neural:as-reader"
        assert 0 < answer.confidence <= 1


def test_weights_of_another_reader_are_refused(data, tmp_path):
    path = trained(data, tmp_path / "model")
    with pytest.raises(SymbolicRCError, match="weights of neural:as-reader"):
        load_reader("neural:as-reader:published", ReaderOptions(weights=str(path)))


def test_without_weights_the_command_is_named():
    with pytest.raises(SymbolicRCError, match="train-neural as-reader"):
        load_reader("neural:as-reader")


def test_a_damaged_model_is_told(data, tmp_path):
    path = trained(data, tmp_path / "model")
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(SymbolicRCError, match="damaged"):
        load_reader("neural:as-reader", ReaderOptions(weights=str(path)))


def test_the_command_line_trains_and_scores(data, tmp_path):
    from typer.testing import CliRunner

    from symbolic_rc.cli.entry import app

    model, run = tmp_path / "model", tmp_path / "run"
    train = f"train-neural as-reader {data} --out {model} --epochs 1 --hidden 8"
    score = f"score {data} --reader neural:as-reader --weights {model} --out {run}"
    for command in (train, score):
        assert CliRunner().invoke(app, command.split()).exit_code == 0
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["learned"]["questions"] == 20
    assert manifest["learned_from"] == ["questions.jsonl"]
