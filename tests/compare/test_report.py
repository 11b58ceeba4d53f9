import csv
import json
import re
from dataclasses import replace

import pytest

from symbolic_rc.compare import compare, write_report
from symbolic_rc.compare.comparison import CompareOptions
from symbolic_rc.core.errors import DataError, SymbolicRCError

QUICK = CompareOptions(resamples=100)
HOSTILE = "</script><script>alert(1)</script>\"'{{ 1 }}\0<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A data set of hostile stories, and two systems."""
    folder = tmp_path_factory.mktemp("compare")
    with (folder / "gold.jsonl").open("w") as file:
        for i in range(24):
            questions = [{"id": f"q{i}", "text": f"Who {HOSTILE}?", "answers": [f"Ann {HOSTILE}"]}]
            text = f"Ann {HOSTILE} saw the sea. Bob did not, in {i} years."
            file.write(json.dumps({"id": f"s{i}", "text": text, "questions": questions}) + "\n")
    answers = {f"q{i}": f"Ann {HOSTILE}" for i in range(24)}
    (folder / "good.json").write_text(json.dumps(answers))
    (folder / "run").mkdir()
    with (folder / "run" / "predictions.jsonl").open("w") as file:
        for i, key in enumerate(answers):
            file.write(json.dumps({"id": key, "answers": [HOSTILE], "rule": HOSTILE, "score": i}) + "\n")
    (folder / "run" / "traces.jsonl").write_text(
        "".join(json.dumps({"id": key, "steps": [{"rule": HOSTILE}]}) + "\n" for key in answers)
    )
    return folder


@pytest.fixture(scope="module")
def comparison(folder):
    return compare(
        [folder / "run", folder / "good.json"], folder / "gold.jsonl", names=["run <b>"],
        options=replace(QUICK, slices=["early=answer_at < 0.5"]),
    )  # fmt: skip


def test_the_page_holds_hostile_text_as_text(comparison, tmp_path):
    write_report(comparison, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert page.count("<script>") == 1
    assert "<img" not in page
    assert "\0" not in page
    assert "run &lt;b&gt;" in page
    assert not re.search(r"(?:src|href)=\"?(?:https?:)?//", page)


@pytest.mark.parametrize("ending", ["md", "tex", "csv", "json"])
def test_other_forms(comparison, tmp_path, ending):
    path = tmp_path / f"r.{ending}"
    write_report(comparison, path)
    assert "early" in path.read_text()
    assert "\0" not in path.read_text()
    if ending == "json":
        assert json.loads(path.read_text())["questions"] == 24


@pytest.mark.parametrize("ending", ["html", "md", "tex", "csv"])
def test_ours_stand_beside_published_figures_and_each_says_which_it_is(folder, tmp_path, ending):
    found = compare([folder / "good.json"], folder / "gold.jsonl", options=replace(QUICK, published="quoref"))
    write_report(found, tmp_path / f"r.{ending}")
    text = (tmp_path / f"r.{ending}").read_text()
    assert "measured here" in text
    assert "quoted: Dasigi et al. 2019" in text
    assert "34.41" in text


@pytest.mark.parametrize("ending", ["html", "md", "tex", "csv", "json"])
def test_every_form_says_first_which_questions_are_compared(folder, tmp_path, ending):
    part = {f"q{i}": "Ann" for i in range(5)}
    (tmp_path / "part.json").write_text(json.dumps(part))
    found = compare(
        [folder / "good.json", tmp_path / "part.json"], folder / "gold.jsonl",
        options=replace(QUICK, published="quoref"),
    )  # fmt: skip
    path = tmp_path / f"r.{ending}"
    write_report(found, path)
    text = path.read_text()
    said = "5 of 24 questions; 19 left out: no prediction by part (19)"
    assert said in text
    if ending != "json":
        assert text.index(said) < text.index("Scores" if ending != "csv" else "metric")
        assert "QANet †" in text
        assert "† on all questions, ours on a part" in text


@pytest.mark.parametrize("ending", ["html", "md", "tex", "csv"])
def test_every_form_shows_precision_at_recall(folder, tmp_path, ending):
    found = compare([folder / "run"], folder / "gold.jsonl", options=QUICK)
    write_report(found, tmp_path / f"r.{ending}")
    assert "Precision at recall" in (tmp_path / f"r.{ending}").read_text()


@pytest.mark.parametrize("ending", ["html", "md", "tex", "csv", "json"])
def test_every_form_shows_what_a_run_cost(folder, tmp_path, ending):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "predictions.jsonl").write_bytes((folder / "run" / "predictions.jsonl").read_bytes())
    cost = {"questions": 20, "seconds": 0.5, "megabytes": 321}
    manifest = {"options": {"reader": "timed"}, "timing": {"cost": cost}}
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest))
    systems = [tmp_path / "run", folder / "good.json"]
    write_report(compare(systems, folder / "gold.jsonl", options=QUICK), tmp_path / f"r.{ending}")
    text = (tmp_path / f"r.{ending}").read_text()
    if ending == "json":
        costs = [one["cost"] for one in json.loads(text)["systems"]]
        assert costs == [{"seconds": 25.0, "megabytes": 321}, None]
    else:
        assert re.search(r"Cost for 1,000 questions.*timed\W.*25\.00.*321", text, re.DOTALL)


def test_no_cell_of_a_csv_report_is_a_formula(folder, tmp_path):
    names = ["=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(A1)"]
    files = [folder / "good.json"] * 4
    found = compare(files, folder / "gold.jsonl", names=names, options=QUICK)
    write_report(found, tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert all(f"'{name}" in cells for name in names)
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@") and not re.fullmatch(r"-?[\d.]+", cell)]


def test_an_unknown_form_is_refused(comparison, tmp_path):
    with pytest.raises(SymbolicRCError, match=r"no form of report 'pdf'.* there are: html, md"):
        write_report(comparison, tmp_path / "r.pdf")


def test_predictions_for_another_data_set_are_refused(folder, tmp_path):
    (tmp_path / "p.json").write_text('{"other": "x"}')
    with pytest.raises(DataError, match=r"answers no question of .*first id is 'other'"):
        compare([tmp_path / "p.json"], folder / "gold.jsonl")


@pytest.mark.data
def test_the_stored_predictions_have_their_figures(data_dir, tmp_path):
    stored = data_dir / "quoref" / "tase_roberta_dev_predictions.jsonl"
    found = compare(
        [stored, stored], data_dir / "quoref" / "quoref-dev-v0.1.json", options=CompareOptions(resamples=20)
    )
    assert [round(row.scores[0].score, 1) for row in found.metrics] == [79.4, 84.9]
    assert [system.name for system in found.systems] == [
        "tase_roberta_dev_predictions",
        "tase_roberta_dev_predictions (2)",
    ]
    assert found.pairs[0].p == 1.0


def test_every_pair_has_its_slices_and_largest_differences(folder, tmp_path):
    wrong = {f"q{i}": "nobody" if i % 2 else f"Ann {HOSTILE}" for i in range(24)}
    (folder / "half.json").write_text(json.dumps(wrong))
    names = ["run", "good", "half"]
    found = compare(
        [folder / "run", folder / "good.json", folder / "half.json"], folder / "gold.jsonl", names=names,
        options=replace(QUICK, slices=["odd=question_words > 0"]),
    )  # fmt: skip
    by_pair = found.slices_by_pair()
    assert list(by_pair) == [("run", "good"), ("run", "half"), ("good", "half")]
    every = [[(one.name, one.count) for one in slices] for slices in by_pair.values()]
    assert every[0] == every[1] == every[2]
    good, half = (by_pair["good", "half"][-1].scores[place] for place in (1, 2))
    assert by_pair["good", "half"][-1].difference.score == pytest.approx(good - half)
    assert found.largest_differences(by_pair["good", "half"])
    for ending, told in (
        (".md", "good minus half"),
        (".html", "good minus half"),
        (".tex", "good minus half"),
    ):
        write_report(found, tmp_path / f"r{ending}")
        assert told in (tmp_path / f"r{ending}").read_text()
