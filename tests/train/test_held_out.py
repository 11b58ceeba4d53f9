import json

from eval.engine.judged import add_judged
from symbolic_rc.batch import RunOptions, score, show_run
from symbolic_rc.batch.run import learned_from
from symbolic_rc.compare import CompareOptions, compare, write_report
from symbolic_rc.readers import ReaderOptions
from symbolic_rc.train.engine import train, train_from, training_set_of
from symbolic_rc.train.ranker.fit import RankerSettings


def test_cross_validated_answers_are_written_as_a_run(tmp_path):
    stories = tmp_path / "stories.jsonl"
    names = ["Ada Holm", "Bo Finch", "Cy Moss", "Dee Lark", "Eli Roe", "Fay Orr"]
    with stories.open("w") as file:
        for i, name in enumerate(names):
            questions = [{"id": f"q{i}", "text": "Who kept the mill?", "answers": [name]}]
            text = f"{name} kept the mill by the river. In spring it rained for {i + 2} days."
            file.write(json.dumps({"id": f"s{i}", "text": text, "questions": questions}) + "\n")
    options = {"folds": 2, "epochs": 1, "rounds": 2, "bits": 12}
    said = []
    train_from([str(stories)], tmp_path / "w.lex", options, said.append, tmp_path / "runs")
    run = tmp_path / "runs" / "jsonl"
    predictions = [json.loads(line) for line in (run / "predictions.jsonl").read_text().splitlines()]
    assert [one["id"] for one in predictions] == [f"q{i}" for i in range(6)]
    traces = [json.loads(line) for line in (run / "traces.jsonl").read_text().splitlines()]
    assert [one["trace"]["answer"] for one in traces] == [one["answers"] for one in predictions]
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["held_out"] == {"folds": 2, "by": "story"}
    assert manifest["learned_from"] == ["stories.jsonl"] == learned_from(tmp_path / "w.lex")


def test_stories_can_be_left_out_of_training(tmp_path):
    stories = tmp_path / "stories.jsonl"
    with stories.open("w") as file:
        for i in range(3):
            question = {"id": f"q{i}", "text": "Who kept the mill?", "answers": ["Ada Holm"]}
            file.write(
                json.dumps({"id": f"s{i}", "text": "Ada Holm kept the mill.", "questions": [question]}) + "\n"
            )
    assert training_set_of([str(stories)], str, without=frozenset({"s1"})).stories == ["s0", "s2"]


def test_weights_know_what_they_learned_from_under_whatever_name(tmp_path):
    names = ["Ada Holm", "Bo Finch", "Cy Moss", "Dee Lark", "Eli Roe", "Fay Orr"]

    def write(path, first):
        with path.open("w") as file:
            for i, name in list(enumerate(names))[first:]:
                questions = [{"id": f"x{i}", "text": "Who kept the  mill?", "answers": [name]}]
                text = f"{name} kept the mill by the river. In spring it rained for {i + 2} days."
                file.write(json.dumps({"id": f"s{i}", "text": text, "questions": questions}) + "\n")

    write(tmp_path / "learned.jsonl", 2)
    write(tmp_path / "renamed copy.jsonl", 0)
    options = {"folds": 2, "epochs": 1, "rounds": 2, "bits": 12}
    train_from([str(tmp_path / "learned.jsonl")], tmp_path / "w.lex", options, str)
    reader = ReaderOptions(weights=str(tmp_path / "w.lex"))
    copy = str(tmp_path / "renamed copy.jsonl")
    run = score(RunOptions(copy, tmp_path / "run", reader_options=reader))
    assert run.manifest["learned"]["which"] == ["x2", "x3", "x4", "x5"]
    said = "Overlap with the training data: 4 of 6 questions"
    assert said in show_run(run)
    found = compare([tmp_path / "run"], copy, options=CompareOptions(resamples=100))
    assert found.systems[0].note == said
    for form in ("html", "md", "latex", "csv", "json"):
        write_report(found, tmp_path / "report", form)
        assert said in (tmp_path / "report").read_text()


def test_sets_that_only_judge_answers_teach_no_answers(tmp_path):
    names = ["Ada Holm", "Bo Finch", "Cy Moss", "Dee Lark", "Fay Orr", "Gus Pike"]
    stories, other = tmp_path / "stories.jsonl", tmp_path / "other.json"
    with stories.open("w") as file:
        for i, name in enumerate(names):
            asked = [{"id": f"q{i}", "text": "Who kept the mill?", "answers": [name]}]
            text = f"{name} kept the mill by the river. In spring it rained for {i + 2} days."
            file.write(json.dumps({"id": f"s{i}", "text": text, "questions": asked}) + "\n")
    questions = [
        {"id": "1", "question": "Who kept it?", "answers": [{"text": "Eli", "answer_start": 0}]},
        {"id": "2", "question": "Who sold it?", "answers": [], "is_impossible": True},
    ]
    paragraphs = [{"context": "Eli kept the mill.", "qas": questions}]
    other.write_text(json.dumps({"version": "v2.0", "data": [{"title": "Eli", "paragraphs": paragraphs}]}))
    training_set = training_set_of([str(stories)], str)
    alone = train(training_set, RankerSettings(folds=2, epochs=1, rounds=2, bits=12))
    assert add_judged(training_set, tmp_path, str, [(other.name, "squad")]) == [other.name]
    assert (len(training_set.examples), len(training_set.ranked())) == (8, 6)
    trained = train(training_set, RankerSettings(folds=2, epochs=1, rounds=2, bits=12))
    assert trained.weights.tables.keys() == alone.weights.tables.keys()
    assert (trained.weights.tables[""] == alone.weights.tables[""]).all()
    assert trained.scores["squad"]["questions"] == 2
    assert trained.weights.about["rules"].keys() == {"", "jsonl"}
