"""What is expected of any command line: version, completion, quiet, pipes, JSON, short tables, questions."""

import json
import logging
import os
import subprocess
import sys

import pytest

from eval.runs.generate import write_stories
from symbolic_rc import __version__
from symbolic_rc.cli.entry import NAMES
from symbolic_rc.cli.progress import is_silent
from tests.cli.running import cli


@pytest.fixture
def stories(tmp_path):
    return write_stories(tmp_path / "stories.jsonl", 6, 100)


def test_the_version_is_told():
    assert cli("--version").stdout == f"symbolic_rc {__version__}\n"


def test_the_shell_completes_readers():
    environment = {
        "PATH": "/usr/bin:/bin",
        "_SYMBOLIC_RC_COMPLETE": "complete_bash",
        "COMP_WORDS": "symbolic-rc score x --reader max",
        "COMP_CWORD": "4",
    }
    code = "import sys; sys.argv = ['symbolic-rc']; from symbolic_rc.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    assert done.stdout.split() == ["max-frequency"]


def test_quiet_before_a_command_silences_progress_and_samples(stories, tmp_path):
    found = cli("-q", "score", stories, "--reader", "max-frequency", "--out", tmp_path / "run")
    assert found.stderr == ""
    assert found.stdout.startswith("24 questions")


def test_scripts_get_json(stories, tmp_path):
    command = ("score", "-", "--reader", "max-frequency", "--out", tmp_path / "a", "--json")
    run = cli(*command, input=stories.read_text())
    found = json.loads(run.stdout)
    assert found["counts"]["questions"] == 24
    assert {"value", "signature"} <= found["metrics"]["f1"].keys()
    cli("score", stories, "--reader", "random", "--out", tmp_path / "b")
    runs = (tmp_path / "a", tmp_path / "b", "--gold", stories, "--out", tmp_path / "r.html")
    assert json.loads(cli("compare", *runs, "--json").stdout)["systems"]
    assert "max-frequency" in [one["name"] for one in json.loads(cli("readers", "--json").stdout)]
    assert json.loads(cli("rules", "comparison", "--json").stdout)["name"] == "comparison"
    assert "squad" in [one["name"] for one in json.loads(cli("formats", "--json").stdout)]


@pytest.mark.parametrize("command", NAMES)
def test_every_command_is_quiet_or_prints_json_where_asked(command):
    told = cli(command, "--help").stdout
    assert "--json" in told
    assert "--quiet" in told


def test_json_and_quiet_stand_before_or_after_the_command(story):
    facts = cli("facts", story, "--json", "--quiet")
    assert facts.stderr == ""
    assert {"keep", "sell"} <= {json.loads(line)["predicate"] for line in facts.stdout.splitlines()}
    assert cli("-q", "--json", "facts", story).stdout == facts.stdout
    found = json.loads(cli("--json", "facts", story, "--match", "sell(ARG0=?who)").stdout)
    assert found["bindings"] == {"who": "Ada Holm"}
    assert json.loads(cli("frames", story, "--json").stdout)
    written = json.loads(cli("graph", story, "--out", story.with_suffix(".svg"), "--json").stdout)
    assert "facts" in written["output"][0]


def test_checks_tell_what_passed():
    suite = ("check", "--reader", "symbolic:rules", "--capability", "comparison", "--cases", "4")
    (row,) = json.loads(cli(*suite, "--json").stdout)["symbolic:rules"]
    assert row["passed"] + row["failed"] == row["cases"]
    assert f"({row['passed']} of {row['cases']})" in cli(*suite).stdout


def test_no_colour_leaves_a_pipe(story):
    for command in (("rules", "--test", "--json"), ("ask", story, "Who kept the mill?"), ("--help",)):
        assert "\x1b" not in cli(*command, env={**os.environ, "FORCE_COLOR": "1"}).stdout


def test_a_text_given_as_a_data_set_is_to_be_asked_about(story, tmp_path):
    assert "symbolic-rc ask" in cli("score", story, "--out", tmp_path / "run").stderr


def test_compare_prints_a_short_table_unless_markdown_is_asked_for(stories, tmp_path):
    for reader in ("max-frequency", "random"):
        cli("score", stories, "--reader", reader, "--out", tmp_path / reader)
    runs = (tmp_path / "max-frequency", tmp_path / "random", "--gold", stories, "--out", tmp_path / "r.html")
    short = cli("compare", *runs).stdout
    assert "|" not in short
    assert len(short.splitlines()) < 15
    assert "max-frequency - random: " in short
    assert "| metric | questions |" in cli("compare", *runs, "--markdown").stdout


def test_several_questions_are_answered_with_rule_and_proof(story):
    found = cli("ask", story, "Who sold the wheel?", "Who kept the mill?").stdout.splitlines()
    assert found[0].startswith("Who sold the wheel?  Ada Holm  [stated")
    assert found[1].startswith('  Sentence 2 says: "')
    assert any(line.startswith("Who kept the mill?  Ada Holm") for line in found)


def test_questions_come_from_a_file_or_a_pipe(story, tmp_path):
    (tmp_path / "q.txt").write_text("Who kept the mill?\n\nWho sold the wheel?\n", encoding="utf-8")
    asked = (tmp_path / "q.txt").read_text("utf-8")
    of_file = cli("ask", story, "--questions", tmp_path / "q.txt", "--json").stdout
    assert [json.loads(line)["answer"] for line in of_file.splitlines()] == ["Ada Holm", "Ada Holm"]
    assert cli("ask", story, "--json", input=asked).stdout == of_file
    assert cli("ask", "-", "Who kept the mill?", input=story.read_text("utf-8")).stdout.startswith("Who kept")


def test_a_question_alone_shows_its_query_and_a_file_that_is_not_there_is_told():
    assert cli("ask", "Who sold the wheel?").stdout == "sell.01(ARG0=?, ARG1=the wheel)\n"
    found = cli("ask", "nowhere.txt")
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)
    assert "give questions" in cli("ask", "-", input="x").stderr


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_a_table_comes_from_a_pipe(tmp_path, delimiter):
    rows = [["id", "context", "question", "answers"], ["1", "Ann sold it to Bob.", "Who sold it?", "Ann"]]
    text = "".join(delimiter.join(row) + "\n" for row in rows)
    found = cli("score", "-", "--reader", "max-frequency", "--out", tmp_path / "a", "--json", input=text)
    assert json.loads(found.stdout)["counts"]["questions"] == 1


def test_quiet_lasts_as_long_as_its_command(stories, tmp_path):
    before = logging.getLogger().level
    cli("-q", "score", stories, "--reader", "max-frequency", "--out", tmp_path / "run")
    assert logging.getLogger().level == before
    assert not is_silent()


def test_a_text_in_place_of_a_command_gets_a_hint(story):
    found = cli(story, "Who sold the wheel?")
    assert f"To ask about a text: symbolic-rc ask {story}" in " ".join(found.stderr.split())


def test_every_summary_fits_the_list_of_commands():
    assert "..." not in cli("--help").stdout.partition("Commands:")[2]


def test_an_empty_question_is_an_error(story):
    assert "a question is empty" in cli("ask", story, "").stderr
