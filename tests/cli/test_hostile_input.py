"""Data never steer the terminal, and nothing to read or ask is one line."""

import json

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
