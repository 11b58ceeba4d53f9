import json

from symbolic_rc.batch.fingerprint import learned_from
from symbolic_rc.batch.training.engine import material_of, train_from


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
    assert material_of([str(stories)], str, without=frozenset({"s1"})).stories == ["s0", "s2"]
