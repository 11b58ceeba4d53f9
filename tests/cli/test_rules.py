"""`symbolic-rc rules`: lists, tests and reports on a book; `ask --watch` takes a changed one."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from functools import partial

import pytest

from symbolic_rc.cli import lists
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.rules.rulebook import default_rulebook
from tests.cli.running import invoke

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch."
OWN = """
def nobody(case):
    '''Propose nothing.'''
    return []
"""


@pytest.fixture
def book(tmp_path):
    """A file of three rules, the first of them off."""
    found = default_rulebook()
    found.disable("stated")
    path = tmp_path / "book.toml"
    found = found[[*found.names].index("stated") :][:3]
    found.save(path)
    return path


@pytest.fixture
def data(tmp_path):
    rows = ["id,context,question,answers", f'1,"{TEXT}",Who sold the wheel?,Ada Holm']
    rows.append(f'2,"{TEXT}",Who kept the mill?,Ada Holm')
    path = tmp_path / "data.csv"
    path.write_text("\n".join(rows))
    return path


def test_a_rulebook_is_listed(book):
    assert invoke("-q", "rules", "--rulebook", book).stdout.splitlines()[0].split()[1:4] == [
        "stated",
        "stated",
        "(off)",
    ]
    assert invoke("-q", "rules", "--rulebook", book, "--toml").stdout == book.read_text()
    assert json.loads(invoke("-q", "rules", "--rulebook", book, "--json").stdout)[0]["group"] == "stated"


def test_the_examples_are_run(book):
    result = invoke("-q", "rules", "--test", "--rulebook", book)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].split()[:2] == ["stated", "passed"]
    book.write_text(book.read_text() + '[[rule]]\nname = "count"\nexample = "Who? -> Ada left. -> Ada"\n')
    result = invoke("-q", "rules", "--test", "--rulebook", book, "--json")
    assert result.exit_code == 1
    assert [one["passed"] for one in json.loads(result.stdout)] == [True, True, True, False]
    assert "FAILED" in invoke("-q", "rules", "--test", "--rulebook", book).stdout


@pytest.mark.parametrize("reader", ["symbolic", "symbolic:rules"])
def test_a_report(book, data, reader):
    arguments = ("rules", "--report", data, "--reader", reader, "--rulebook", book)
    found = json.loads(invoke("-q", *arguments, "--json").stdout)
    assert found["questions"] == 2
    assert found["rules"][0]["note"] == "switched off"
    rows = list(csv.DictReader(io.StringIO(invoke("-q", *arguments, "--csv").stdout)))
    assert [row["rule"] for row in rows] == [rule["rule"] for rule in found["rules"]]
    table = invoke("-q", *arguments, "--questions", 1).stdout
    assert "on 1 question\n" in table
    assert "switched off" in table


def test_a_table_fits_a_terminal(monkeypatch):
    out = io.StringIO()
    out.isatty = lambda: True
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stdout", out)
    lists._print_table([("rule", "why"), ("stated", "a [b] " * 30)], "Title")
    assert max(map(len, out.getvalue().splitlines())) <= 60
    assert out.getvalue().count("[b]") == 30


def test_wrong_names_are_told(data):
    with pytest.raises(
        SymbolicRCError, match=r"only symbolic and symbolic:rules explain themselves, not 'symbolic-book'"
    ):
        invoke("-q", "rules", "--report", data, "--reader", "symbolic-book")


@pytest.mark.parametrize("command", ["rules", "ask", "explain", "score"])
def test_python_is_imported_only_where_it_is_allowed(tmp_path, monkeypatch, data, command):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "rules_of_the_line.py").write_text(OWN)
    book, story = tmp_path / "book.toml", tmp_path / "story.txt"
    book.write_text(
        '[[rule]]\nname = "nobody"\npython = "rules_of_the_line:nobody"\n[[rule]]\nname = "stated"\n'
    )
    story.write_text(TEXT)
    arguments = {
        "rules": (),
        "ask": (story, "Who sold the wheel?"),
        "explain": (story, "-q", "Who sold the wheel?"),
        "score": (data, "--out", tmp_path / "run"),
    }[command]
    with pytest.raises(SymbolicRCError, match=r"rule 'nobody': it would import .* by --allow-python"):
        invoke("-q", command, *arguments, "--rulebook", book)
    assert invoke("-q", command, *arguments, "--rulebook", book, "--allow-python").exit_code == 0


def test_a_watched_book_is_taken_whenever_it_changes(tmp_path, book):
    story = tmp_path / "story.txt"
    story.write_text(TEXT)
    on = book.read_text().replace("enabled = false\n", "")
    command = [sys.executable, "-m", "symbolic_rc", "-q", "ask", str(story), "Who sold the wheel?"]
    command += ["--reader", "symbolic:rules", "--watch", str(book)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    # whoever starts the tests may ignore interrupts, which children inherit
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, stdout=-1, stderr=-2, text=True, env=environment, preexec_fn=heard
    ) as process:
        assert "[stated" not in process.stdout.readline()
        book.write_text("[[rule]\n")
        assert "no rulebook can be read" in next(line for line in process.stdout if "book.toml" in line)
        book.write_text(on)
        assert "[stated" in next(line for line in process.stdout if line.startswith("Who"))
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130


def test_what_watching_needs(tmp_path, book):
    story = tmp_path / "story.txt"
    story.write_text(TEXT)
    for further in (("--reader", "max-frequency"), ("--rulebook", book)):
        with pytest.raises(SymbolicRCError, match="--watch FILE needs"):
            invoke("-q", "ask", story, "Who sold the wheel?", "--watch", book, *further)
