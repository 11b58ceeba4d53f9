"""Data never steer the terminal, and nothing to read or ask is one line."""

import json
import os
import subprocess
import sys

import pytest

from tests.cli.running import cli

STEERING = "\x1b[2J\x07\u202e"


def test_what_data_hold_is_shown_escaped(tmp_path):
    story = {
        "id": f"s{STEERING}",
        "text": f"Ada{STEERING} sold the mill. Bo{STEERING} paid.",
        "questions": [{"id": f"q{STEERING}", "text": "Who sold it?", "answers": [f"Ada{STEERING}"]}],
    }
    bad = {"id": f"bad{STEERING}", "text": "x", "questions": [{"text": 3}]}
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(story) + "\n" + json.dumps(bad) + "\n")
    found = cli("score", path, "--reader", "max-frequency", "--out", tmp_path / "run")
    assert found.returncode == 0, found.stderr
    assert "\\x1b[2J" in found.stdout
    for text in (found.stdout, found.stderr):
        assert not set(STEERING[0] + STEERING[-2:]) & set(text)
    refused = cli("score", path, "--strict", "--reader", "max-frequency", "--out", tmp_path / "strict")
    assert refused.returncode == 2
    assert not set(STEERING[0] + STEERING[-2:]) & set(refused.stderr)
    unknown = cli("formats", f"a{STEERING}\nb")
    assert len(unknown.stderr.splitlines()) == 1
    assert "\x1b" not in unknown.stderr


@pytest.mark.parametrize(
    ("story", "question", "says"),
    [
        ("Ada sold it.", "", "question is empty"),
        ("Ada sold it.", " ", "question is empty"),
        (" \n", "Who?", "no text"),
    ],
)
def test_nothing_to_read_and_nothing_asked_are_one_line(tmp_path, story, question, says):
    (tmp_path / "story.txt").write_text(story)
    found = cli("explain", tmp_path / "story.txt", "-q", question)
    assert found.returncode == 2
    assert len(found.stderr.splitlines()) == 1
    assert says in found.stderr


@pytest.mark.parametrize("where", ["gone/x", "file/x", "full"])
@pytest.mark.parametrize(
    "command",
    [
        ["explain", "TEXT", "-q", "Who came?", "--html", "OUT.html"],
        ["compare", "PREDICTIONS", "--gold", "GOLD", "--out", "OUT.html"],
        ["tables", "TEXT", "--out", "OUT"],
        ["graph", "TEXT", "--out", "OUT.json"],
        ["check", "--reader", "max-frequency", "--cases", "1", "--out", "OUT"],
    ],
    ids=lambda command: command[0],
)
def test_what_cannot_be_written_is_one_line(tmp_path, command, where):
    files = {
        "TEXT": "Ann came to the mill. Bo sold it to her.",
        "GOLD": '{"text": "Ann came.", "id": "s", "questions": [{"id": "q", "text": "?", "answers": ["a"]}]}',
        "PREDICTIONS": '{"q": "Ann"}',
        "file": "",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    out = {"gone/x": "/proc/gone/x", "file/x": f"{tmp_path}/file/x", "full": f"{tmp_path}/full"}[where]
    if where == "full":
        for end in ("", ".html", ".json"):
            os.symlink("/dev/full", out + end)
    places = {name: str(tmp_path / name) for name in files}
    found = cli(*(places.get(one, one.replace("OUT", out)) for one in command), "--quiet")
    assert found.returncode == 2, found.stderr
    assert len(found.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_does_no_harm(tmp_path, closed):
    (tmp_path / "a.txt").write_text("Ann came.")
    arguments = "-m symbolic_rc ask - --reader max-frequency --quiet".split()
    command = [sys.executable, *arguments, "Who came?"]
    with (tmp_path / "a.txt").open() as text:
        found = subprocess.run(
            command, stdin=text, capture_output=True, text=True, preexec_fn=lambda: os.close(closed)
        )
    assert "Traceback" not in found.stderr
    assert found.returncode == (2 if closed == 0 else 0)
