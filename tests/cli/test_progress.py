import sys
import time

from symbolic_rc.cli import progress
from symbolic_rc.cli.progress import Display


def test_a_stage_that_lasts_is_told_at_once_and_a_quick_one_never(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_SOON", 0.2)
    with Display("loading") as display:
        display.stage("quick")
        display.stage("slow")
        time.sleep(0.6)
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(" ", 1)[1] for line in lines] == ["slow"]


def test_the_story_under_way_is_told_and_cannot_move_the_cursor(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_SOON", 0.1)
    with Display("loading") as display:
        display.begin(3, 9)
        display.story("s4\x1b[2J")
        time.sleep(0.4)
        display.advance(5)
    first, last = capsys.readouterr().err.splitlines()
    assert first.endswith("3 of 9 stories, 0 questions, 0.0 questions/s, at story s4?[2J")
    assert "4 of 9 stories, 5 questions" in last
    assert "at story" not in last


def test_quiet_says_nothing(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_SOON", 0.0)
    with Display("loading", quiet=True) as display:
        display.begin(0, 1)
        time.sleep(0.2)
        display.advance(1)
    assert capsys.readouterr().err == ""


def test_a_terminal_gets_a_bar(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with Display("loading [the engine]") as display:
        display.begin(0, 2)
        display.story("s0 [red]")
        display.advance(3)
        assert display._bar.tasks[0].completed == 1
        assert "at story s0 [red]" in display._bar.tasks[0].description
    assert display._bar.finished is False
