"""Stops by signal: one line, whenever they come."""

import itertools
import signal
import subprocess
import sys
import time

import pytest

from eval.runs.generate import write_stories
from symbolic_rc.cli import start, stopping
from symbolic_rc.cli.progress import Display
from tests.cli.running import heed_signals

#: Says when the interpreter is up and the command line begins; what was before is Python's own.
PROGRAM = "import sys; from symbolic_rc.cli import main; sys.stdout.write('x'); sys.stdout.flush(); main()"


def begun(tmp_path, stories, before):
    """Start a quiet run over so many stories; return its process when the command line begins."""
    data = write_stories(tmp_path / "stories.jsonl", stories, 300)
    command = [sys.executable, "-c", PROGRAM, "score", str(data), "--reader", "max-frequency", "--quiet"]
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path / "run")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )
    assert process.stdout.read(1) == "x"
    return process


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
USUAL = ((signal.SIGINT, 0.01), (signal.SIGTERM, 0.4), (signal.SIGHUP, 2.5))


@pytest.mark.parametrize(
    ("number", "seconds"),
    [
        pytest.param(*case, marks=[] if case in USUAL else pytest.mark.slow)
        for case in itertools.product(SIGNALS, (0.01, 0.1, 0.4, 1.0, 2.5))
    ],
)
def test_a_stop_prints_its_line_in_the_first_seconds_and_when_quiet(tmp_path, number, seconds):
    process = begun(tmp_path, 3000, heed_signals)
    time.sleep(seconds)
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == 130
    (line,) = errors.strip().splitlines()
    assert line.startswith("stopped")
    if seconds > 1:
        assert line == "stopped; finished stories are kept: continue with the same command and --resume"


def test_an_ignored_hangup_stays_ignored(tmp_path):
    process = begun(tmp_path, 100, lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    process.communicate()
    assert process.returncode == 0


def test_a_stop_that_python_swallowed_stops_at_the_next_story(monkeypatch):
    monkeypatch.setattr(stopping, "_received", [signal.SIGTERM])
    with pytest.raises(stopping.Stopped), Display(quiet=True) as display:
        display.advance(1)


def _wrapped():
    stopping._received.append(signal.SIGTERM)
    raise RuntimeError("Error calling __set_name__") from stopping.Stopped()


def _lost():
    stopping._received.append(signal.SIGINT)
    sys.exit(0)


@pytest.mark.parametrize("app", [_wrapped, _lost])
def test_a_stop_that_python_wrapped_or_lost_is_a_stop(monkeypatch, capsys, app):
    """Also where the command ended well after it."""
    monkeypatch.setattr(stopping, "_received", [])
    monkeypatch.setattr(start, "handle_signals", lambda: None)
    monkeypatch.setattr(start, "ignore_signals", lambda: None)
    monkeypatch.setattr("symbolic_rc.cli.entry.app", app)
    with pytest.raises(SystemExit) as exit:
        start.main()
    assert exit.value.code == 130
    assert capsys.readouterr().err == "\nstopped\n"


def test_after_a_stop_nothing_is_said_of_what_it_left_half_made():
    program = """
import os, signal, sys
from symbolic_rc.cli import start, stopping

class HalfMade:
    def __del__(self):
        self.handle

start._run = lambda: os.kill(os.getpid(), signal.SIGTERM)
kept = [HalfMade()]
start.main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "\nstopped\n")
