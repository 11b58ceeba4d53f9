"""`symbolic-rc support`: answers about a text, statements, rows, predictions; errors and exit status."""

import json

import pytest

from tests.cli.running import cli, invoke

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader.\n"
ROW = {"context": TEXT, "question": "Who sold the wheel?", "answer": "Ada Holm"}


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "story.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def gold(tmp_path):
    """A data set, and a reader that knows one answer of two."""
    answered = {"1": ("Who sold the wheel?", "Ada Holm"), "2": ("Who kept the mill?", "Ada Holm")}
    rows = [{"id": key, "context": TEXT, "question": asked, "answers": [right]}
            for key, (asked, right) in answered.items()]  # fmt: skip
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "bert.json").write_text(json.dumps({"1": "Bo Finch", "2": "Ada Holm"}))
    (tmp_path / "good.json").write_text(json.dumps({"1": "Ada Holm", "2": "Ada Holm"}))
    return tmp_path


def verdicts(stdout):
    return [json.loads(line)["support"] for line in stdout.splitlines()]


def test_answers_to_a_question_about_a_text(story, tmp_path):
    given = ["-q", "Who sold the wheel?", "-a", "Ada Holm", "-a", "Bo Finch"]
    result = invoke("support", story, *given, "--out", tmp_path / "page.html")
    first, second = (line for line in result.stdout.splitlines() if line[0] != " ")
    assert first.startswith("Who sold the wheel?  Ada Holm  [supported, ")
    assert second.startswith("Who sold the wheel?  Bo Finch  [contradicted, ")
    assert "sold the wheel" in (tmp_path / "page.html").read_text()
    found = invoke("support", "-", *given, "--json", input=TEXT).stdout
    assert verdicts(found) == ["supported", "contradicted"]
    invoke("support", story, *given, "--out", tmp_path / "page.jsonl")
    assert (tmp_path / "page.jsonl").read_text() == found


def test_statements_about_a_text(story, tmp_path):
    summary = tmp_path / "summary.txt"
    summary.write_text("Ada Holm kept the mill. A dragon burned the <b>town</b>.")
    result = invoke("support", story, "--text", summary, "--json", "--out", tmp_path / "page.html")
    assert verdicts(result.stdout) == ["supported", "not found"]
    page = (tmp_path / "page.html").read_text()
    assert '<mark class="supported"' in page
    assert "&lt;b&gt;town" in page


def test_corrections_change_the_verdict(story, tmp_path):
    corrections = tmp_path / "corrections.toml"
    corrections.write_text('[[correction]]\nwords = "she"\nmeans = "Bo Finch"\n')
    given = ["support", story, "-q", "Who sold the wheel?", "-a", "Ada Holm", "--json"]
    assert verdicts(invoke(*given).stdout) == ["supported"]
    assert verdicts(invoke(*given, "--corrections", corrections).stdout) == ["contradicted"]


def test_rows_come_and_go_one_by_one(tmp_path):
    lines = "".join(json.dumps(row) + "\n" for row in (ROW, ROW | {"answer": "Bo Finch", "n": 1}))
    result = cli("-q", "support", "-", input=lines)
    assert verdicts(result.stdout) == ["supported", "contradicted"]
    assert json.loads(result.stdout.splitlines()[1])["n"] == 1
    (tmp_path / "rows.jsonl").write_text(lines)
    invoke("support", tmp_path / "rows.jsonl", "--out", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == result.stdout


def test_predictions_beside_right_and_wrong(gold):
    files = [gold / "bert.json", gold / "good.json"]
    result = invoke("support", *files, "--gold", gold / "gold.jsonl", "--out", gold / "report.html")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["bert", "supported", "1", "50.0", "100.00"] in lines
    assert ["bert", "contradicted", "1", "50.0", "0.00"] in lines
    assert ["good", "supported", "2", "100.0", "100.00"] in lines
    assert "area under the ROC curve" in (gold / "report.html").read_text()
    told = invoke("support", *files, "--gold", gold / "gold.jsonl", "--json", "--name", "BERT").stdout
    assert verdicts(told) == ["contradicted", "supported", "supported", "supported"]
    assert json.loads(told.splitlines()[0])["system"] == "BERT"


def test_compare_has_the_verdicts_too(gold):
    files = [gold / "bert.json", gold / "good.json", "--gold", gold / "gold.jsonl"]
    assert "Support" in invoke("compare", *files, "--support", "--markdown", "--out", gold / "r.html").stdout
    assert "Support" not in invoke("compare", *files, "--markdown", "--out", gold / "r.html").stdout


def test_too_few_supported_answers_fail(gold, story):
    data = ["--gold", gold / "gold.jsonl", "--fail-below"]
    assert invoke("support", gold / "bert.json", *data, "0.5").exit_code == 0
    result = invoke("support", gold / "good.json", gold / "bert.json", *data, "0.6")
    assert result.exit_code == 1
    assert result.stderr.endswith("bert: 50.0% of the answers are supported, fewer than 60.0%\n")
    given = ["support", story, "-q", "Who sold the wheel?", "-a", "Bo Finch", "--fail-below", "0.1"]
    assert invoke(*given).exit_code == 1
    rows = json.dumps(ROW | {"answer": "Bo Finch"})
    assert cli("-q", "support", "-", "--fail-below", "0.1", input=rows).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["{story}", "-q", "Who?"], "1 questions and 0 answers: give one -a for each -q"),
        (["{story}", "-q", "Who?", "-q", "What?", "-a", "Bo"], "2 questions and 1 answers"),
        (["{story}", "{story}", "-q", "Who?", "-a", "Bo"], "one text, or one file of rows, at a time"),
        (["{story}"], "story.txt:1: not valid JSON"),
        (["{gold}/bert.json"], "predictions, --gold)"),
        (["{gold}/bert.json", "--gold", "{gold}/none.jsonl"], "none.jsonl"),
        (["{story}", "-q", "Who?", "-a", "Bo", "--out", "x.pdf"], "x.pdf: expected .jsonl or .html"),
        (["{gold}/gold.jsonl", "--out", "x.html"], "x.html: expected .jsonl"),
        (["{gold}/gold.jsonl", "--corrections", "x.toml"], "--corrections is about one text"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(story, gold, arguments, told):
    result = cli("support", *(one.format(story=story, gold=gold) for one in arguments))
    assert result.returncode == 2
    assert told in result.stderr.splitlines()[-1]
