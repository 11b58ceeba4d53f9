"""Damaged folders of runs: repaired from what is whole, or refused in one line; never passed over."""

import json

import pytest

from eval.runs.kill import results
from symbolic_rc.batch import RunOptions, failures, score
from symbolic_rc.core.errors import SymbolicRCError


def run(stories, out, **options):
    return score(RunOptions(str(stories), out, **{"reader": "max-frequency", "trace": True, **options}))


@pytest.fixture
def whole(stories, tmp_path):
    run(stories, tmp_path / "whole")
    return results(tmp_path / "whole")


@pytest.fixture
def stopped(stories, tmp_path, stopping):
    """Return the folder of a run that was stopped after twelve stories."""
    with stopping(12):
        run(stories, tmp_path / "run")
    return tmp_path / "run"


def overwrite(path, at, content):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(content)


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


def _zeroed_answers(run):
    overwrite(run / "predictions.jsonl", 500, bytes(300))


def _another_letter(run):
    data = (run / "predictions.jsonl").read_bytes()
    (run / "predictions.jsonl").write_bytes(data.replace(b"Ada5", b"Ada6", 1))


def _broken_utf8(run):
    overwrite(run / "traces.jsonl", 700, b"\xff\xfe")


def _cut_answers(run):
    data = (run / "predictions.jsonl").read_bytes()
    (run / "predictions.jsonl").write_bytes(data[: len(data) // 2])


def _set(name, content):
    def damage(run):
        (run / name).write_bytes(content)

    damage.__name__ = f"{name} {content[:8]!r}"
    return damage


def _missing(name):
    def damage(run):
        (run / name).unlink()

    damage.__name__ = f"no {name}"
    return damage


def _changed_line(name, change):
    def damage(run):
        lines = lines_of(run / "progress.jsonl")
        lines[5] = change(lines[5])
        (run / "progress.jsonl").write_bytes(b"".join(lines))

    damage.__name__ = name
    return damage


CHANGED_LINES = {
    "no_json": lambda line: b"\xff{\n",
    "missing_fields": lambda line: b'{"ends": [3, 4]}\n',
    "wrong_fields": lambda line: b'{"ends": "three", "checks": 4, "check": []}\n',
    "another_number": lambda line: line.replace(b'"tokens": 13', b'"tokens": 14'),
    "a_list": lambda line: b"[1, 2]\n",
    "deep": lambda line: b"[" * 100_000 + b"\n",
}


def _damaged_header(run):
    lines = lines_of(run / "progress.jsonl")
    (run / "progress.jsonl").write_bytes(b"".join([lines[0].replace(b"max", b"mix"), *lines[1:]]))


def _header_is_a_list(run):
    (run / "progress.jsonl").write_bytes(b"".join([b"[]\n", *lines_of(run / "progress.jsonl")[1:]]))


def _deep_header(run):
    (run / "progress.jsonl").write_bytes(
        b"".join([b"[" * 100_000 + b"\n", *lines_of(run / "progress.jsonl")[1:]])
    )


REPAIRED = [
    (_zeroed_answers, "predictions.jsonl is damaged at story"),
    (_another_letter, "predictions.jsonl is damaged at story 6"),
    (_broken_utf8, "traces.jsonl is damaged at story"),
    (_cut_answers, "predictions.jsonl is damaged at story"),
    (_set("predictions.jsonl", b""), "predictions.jsonl is damaged at story 1;"),
    (_missing("predictions.jsonl"), "predictions.jsonl is missing"),
    *[
        (_changed_line(*one), "progress.jsonl is damaged at story 5; 4 stories are complete")
        for one in CHANGED_LINES.items()
    ],
    (_damaged_header, "first line of progress.jsonl was damaged"),
    (_header_is_a_list, "12 stories are complete and kept"),
    (_deep_header, "12 stories are complete and kept"),
]


@pytest.mark.parametrize(("damage", "says"), REPAIRED, ids=lambda one: getattr(one, "__name__", ""))
def test_what_is_damaged_is_done_again_and_told(stories, whole, stopped, caplog, damage, says):
    damage(stopped)
    run(stories, stopped, resume=True)
    assert says in caplog.text
    assert results(stopped) == whole


def test_a_run_that_was_only_stopped_goes_on_without_a_word(stories, whole, stopped, caplog):
    with open(stopped / "progress.jsonl", "ab") as file:
        file.write(b'{"ends": [9')
    run(stories, stopped, resume=True)
    assert not caplog.text
    assert results(stopped) == whole


def test_without_a_first_line_and_a_whole_story_nothing_is_touched(stories, stopped):
    overwrite(stopped / "progress.jsonl", 0, bytes(3000))
    before = (stopped / "predictions.jsonl").read_bytes()
    with pytest.raises(SymbolicRCError, match=r"progress.jsonl: its first line is damaged.*--overwrite"):
        run(stories, stopped, resume=True)
    assert (stopped / "predictions.jsonl").read_bytes() == before


def test_stories_of_another_run_are_never_taken_for_this_ones(stories, stopped, tmp_path):
    """With the first line lost, the seals alone tell that these answers are of another reader."""
    _header_is_a_list(stopped)
    with pytest.raises(SymbolicRCError, match="which run this is"):
        run(stories, stopped, resume=True, reader="exclusive-frequency")


def _other_number(run):
    text = (run / "manifest.json").read_text()
    (run / "manifest.json").write_text(text.replace('"questions": 40', '"questions": 41'))


OTHER = (
    ("predictions.jsonl", b""),
    ("metrics.json", b'{"em": {"value": 99.0, "questions": 40, "signature": "x"}}'),
    ("metrics.json", b""),
    ("manifest.json", b'{"version":'),
    ("manifest.json", b"[]"),
    ("manifest.json", b"[" * 100_000),
)
FINISHED = [
    (_zeroed_answers, "predictions.jsonl: is not what"),
    (_broken_utf8, "traces.jsonl: is not what"),
    *((_set(name, content), f"{name}: is not what the run wrote") for name, content in OTHER),
    *((_missing(name), f"{name}: cannot be read") for name in ("predictions.jsonl", "metrics.json")),
    (_other_number, "manifest.json: is not what"),
]


@pytest.mark.parametrize(("damage", "says"), FINISHED, ids=lambda one: getattr(one, "__name__", ""))
def test_a_finished_run_is_verified_and_its_damage_told(stories, whole, tmp_path, damage, says):
    run(stories, tmp_path / "run")
    damage(tmp_path / "run")
    with pytest.raises(SymbolicRCError, match=says) as caught:
        run(stories, tmp_path / "run", resume=True)
    assert "--overwrite" in str(caught.value)
    assert "\n" not in str(caught.value)
    run(stories, tmp_path / "run", overwrite=True)
    assert results(tmp_path / "run") == whole


def test_a_finished_run_is_overwritten_only_when_asked(stories, whole, tmp_path):
    run(stories, tmp_path / "run")
    with pytest.raises(SymbolicRCError, match=r"holds a finished run.*--overwrite"):
        run(stories, tmp_path / "run", limit=3)
    assert results(tmp_path / "run") == whole
    assert run(stories, tmp_path / "run", limit=3, overwrite=True).manifest["counts"]["questions"] == 3


def test_an_interrupted_run_is_not_thrown_away(stories, whole, stopped):
    with pytest.raises(SymbolicRCError, match="holds an interrupted run; continue with --resume"):
        run(stories, stopped)
    with pytest.raises(SymbolicRCError, match="give --resume or --overwrite, not both"):
        run(stories, stopped, resume=True, overwrite=True)
    run(stories, stopped, overwrite=True)
    assert results(stopped) == whole


@pytest.mark.parametrize("resume", [False, True])
def test_answers_of_unknown_origin_are_left_alone(stories, tmp_path, resume):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "predictions.jsonl").write_text("my own\n")
    with pytest.raises(SymbolicRCError, match=r"neither manifest.json nor progress.jsonl"):
        run(stories, tmp_path / "run", resume=resume)
    assert (tmp_path / "run" / "predictions.jsonl").read_text() == "my own\n"


READERS = """
from symbolic_rc.core.record import Answer

class Reader:
    def __init__(self, text):
        self.text = text

    def answer_all(self, story, questions):
        if story.id in ("s3", "s7") and not self.text:
            raise ValueError("no such word")
        return [Answer((self.text,)) for _ in questions]

def failing(options):
    return Reader("")

def surrogate(options):
    return Reader("half a pair: \\ud800")
"""


@pytest.fixture
def readers(tmp_path, monkeypatch):
    (tmp_path / "own_readers.py").write_text(READERS)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_half_a_surrogate_pair_in_an_answer_leaves_files_that_can_be_read(stories, readers, tmp_path):
    run(stories, tmp_path / "run", reader="python:own_readers:surrogate")
    line = (tmp_path / "run" / "predictions.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert json.loads(line)["answer"] == "half a pair: \ud800"


def test_failed_stories_are_counted_and_named(stories, readers, tmp_path):
    found = run(stories, tmp_path / "run", reader="python:own_readers:failing")
    assert found.failed == dict.fromkeys(("s3", "s7"), "ValueError: no such word")
    metrics = json.loads((tmp_path / "run" / "metrics.json").read_text())
    assert metrics["failed"] == {"stories": 2, "questions": 4}
    assert "failed" not in found.metrics
    assert failures(found) == (
        "failed and scored as unanswered: 2 of 20 stories: s3 (ValueError: no such word); "
        "s7 (ValueError: no such word)\n"
    )
    assert run(stories, tmp_path / "run", reader="python:own_readers:failing", resume=True) == found


def test_a_run_without_failure_says_nothing_of_it(stories, tmp_path):
    assert failures(run(stories, tmp_path / "run")) == ""
    assert "failed" not in json.loads((tmp_path / "run" / "metrics.json").read_text())
