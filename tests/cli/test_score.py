import json
import os
import signal
import subprocess
import sys
import time

import pytest

from eval.runs.generate import write_stories
from tests.cli.running import cli, heed_signals


@pytest.fixture
def stories(tmp_path):
    return write_stories(tmp_path / "stories.jsonl", 30, 100)


def test_help_is_quick_and_loads_nothing_heavy():
    code = (
        "import sys, time\n"
        "sys.argv = ['symbolic-rc', '--help']\n"
        "from symbolic_rc import cli\n"
        "try:\n    cli.main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numba', 'spacy', 'scipy', 'sklearn', 'numpy', 'rich'} & set(sys.modules)\n"
        "print('LOADED', heavy, time.process_time())"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    last = found.stdout.splitlines()[-1]
    assert last.startswith("LOADED set()")
    assert float(last.split()[-1]) < 0.5
    assert "score" in found.stdout


def test_score_prints_answers_and_metrics_with_signatures(stories, tmp_path):
    found = cli("score", stories, "--reader", "max-frequency", "--out", tmp_path / "run")
    assert found.returncode == 0, found.stderr
    assert "120 questions, 30 stories" in found.stdout
    assert "F1|" in found.stdout
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["options"]["format"] == "jsonl"
    assert "30 of 30 stories" in found.stderr


def test_standard_input_gives_the_same_bytes(stories, tmp_path):
    cli("score", stories, "--reader", "max-frequency", "--out", tmp_path / "a")
    found = cli("score", "-", "--reader", "max-frequency", "--out", tmp_path / "b", input=stories.read_text())
    assert found.returncode == 0, found.stderr
    read = [(tmp_path / name / "predictions.jsonl").read_bytes() for name in "ab"]
    assert read[0] == read[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["missing.jsonl"], "missing.jsonl"),
        (["STORIES", "--reader", "max-freq"], "did you mean max-frequency"),
        (["STORIES", "--format", "quorf"], "quorf"),
        (["STORIES", "--reader", "max-frequency", "--out", "/proc/none"], "cannot be written"),
    ],
)
def test_what_a_user_can_mend_is_one_line_and_status_2(stories, tmp_path, arguments, says):
    arguments = [str(stories) if one == "STORIES" else one for one in arguments]
    if "--out" not in arguments:
        arguments += ["--out", str(tmp_path / "run")]
    found = cli("score", *arguments, "--quiet")
    assert found.returncode == 2
    assert says in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


def test_a_full_disk_is_one_clear_line_and_the_run_goes_on_later(stories, tmp_path):
    resource = pytest.importorskip("resource")

    command = ["score", stories, "--reader", "max-frequency", "--quiet", "--out"]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (9000, limits[1]))
    try:
        found = cli(*command, tmp_path / "full")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert found.returncode == 2
    assert "cannot be written" in found.stderr
    assert "--resume" in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1
    assert cli(*command, tmp_path / "full", "--resume").returncode == 0
    assert cli(*command, tmp_path / "whole").returncode == 0
    for name in ("predictions.jsonl", "metrics.json"):
        assert (tmp_path / "full" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_gives_a_hint_and_can_be_resumed(tmp_path, number):
    data = write_stories(tmp_path / "stories.jsonl", 2000, 100)
    command = [sys.executable, "-m", "symbolic_rc", "score", str(data), "--reader", "max-frequency"]
    out = tmp_path / "run"
    process = subprocess.Popen(
        [*command, "--out", str(out)], stderr=subprocess.PIPE, text=True, preexec_fn=heed_signals
    )
    while not (out / "predictions.jsonl").exists() or (out / "predictions.jsonl").stat().st_size < 2000:
        time.sleep(0.002)
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.strip().splitlines()[-1].endswith("--resume")
    assert "Traceback" not in errors
    assert cli("score", data, "--reader", "max-frequency", "--out", out, "--resume").returncode == 0
    assert len((out / "predictions.jsonl").read_text().splitlines()) == 8000


def test_lists():
    assert "exclusive-frequency" in cli("readers").stdout
    assert "quoref" in cli("formats").stdout


@pytest.mark.parametrize(("option", "status"), [([], 3), (["--allow-failures"], 0)])
def test_failed_stories_end_with_a_line_and_status_3(stories, tmp_path, option, status):
    (tmp_path / "own.py").write_text(
        "class Failing:\n"
        "    def answer_all(self, story, questions):\n"
        "        raise ValueError('no such word')\n"
        "def failing(options):\n"
        "    return Failing()\n"
    )
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{os.getcwd()}"}
    command = ["score", stories, "--reader", "python:own:failing", "--quiet", "--out", tmp_path / "run"]
    found = cli(*command, *option, env=environment)
    assert found.returncode == status
    assert "30 of 30 stories: made-0 (ValueError: no such word); " in found.stderr
    assert "25 more in manifest.json" in found.stderr


def test_a_finished_run_is_left_alone(stories, tmp_path):
    command = ["score", stories, "--reader", "max-frequency", "--quiet", "--out", tmp_path / "run"]
    assert cli(*command).returncode == 0
    found = cli(*command, "--limit", "3")
    assert found.returncode == 2
    assert "holds a finished run" in found.stderr
    assert "120 questions" in cli(*command, "--resume").stdout
    assert "3 questions" in cli(*command, "--limit", "3", "--overwrite").stdout
