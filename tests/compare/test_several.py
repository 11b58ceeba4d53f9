"""Runs on several data sets in one table: means over seeds, marks, time, forms."""

import json
import re

import pytest

from eval.runs.generate import write_stories
from symbolic_rc.compare.report import by_data, rows_of_runs
from symbolic_rc.core.errors import DataError
from tests.cli.running import cli


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder, made = tmp_path_factory.mktemp("several"), []
    for name, count in (("one", 12), ("two", 6)):
        data = write_stories(folder / f"{name}.jsonl", count, 100)
        for reader, seed in (("max-frequency", 0), ("random", 0), ("random", 1)):
            made.append(folder / f"{name}-{reader}-{seed}")
            cli("score", data, "--reader", reader, "--seed", seed, "--out", made[-1])
    return made


def test_rows_are_readers_and_columns_are_data_sets(runs, tmp_path):
    found = json.loads(cli("compare", *runs, "--out", tmp_path / "paper.tex", "--json").stdout)
    head, first, second = found["rows"]
    assert [head[0], *head[-2:]] == ["system", "processor seconds", "MB"]
    assert all(0 < float(row[-2]) < 60 and int(row[-1]) > 10 for row in (first, second))
    assert [column.split(",")[0] for column in head[1:3]] == ["one.jsonl", "two.jsonl"]
    assert [first[0], second[0]] == ["max-frequency", "random"]
    assert re.fullmatch(r"[\d.]+", first[1])
    assert re.fullmatch(r"[\d.]+ ± [\d.]+ \(2\)\*?", second[1])
    latex = (tmp_path / "paper.tex").read_text("utf-8")
    for part in (r"\toprule", r"\caption{Main metric", r"\label{tab:main-metric", second[1].replace("*", "")):
        assert part in latex
    assert latex.count(r"\begin{table}") == 1


@pytest.mark.parametrize("ending", ["md", "csv", "json"])
def test_other_forms_hold_the_same(runs, tmp_path, ending):
    printed = cli("compare", *runs, "--out", tmp_path / f"paper.{ending}").stdout
    text = (tmp_path / f"paper.{ending}").read_text("utf-8")
    assert "max-frequency" in text
    assert "standard deviation over seeds" in text
    assert "standard deviation over seeds" in printed


def test_runs_on_one_data_set_need_no_gold(runs, tmp_path):
    found = json.loads(cli("compare", *runs[:2], "--out", tmp_path / "r.html", "--json").stdout)
    assert found["questions"] == 48


def test_runs_of_other_options_have_a_row_of_their_own(runs):
    assert rows_of_runs(runs[:3]) == ["max-frequency", "random", "random"]
    assert rows_of_runs(runs[:2], ["ours"]) == ["ours", "random"]
    changed = json.loads((runs[2] / "manifest.json").read_text())
    other = runs[2].parent / "other"
    other.mkdir(exist_ok=True)
    (other / "manifest.json").write_text(json.dumps({**changed, "weights_hash": "x"}))
    assert rows_of_runs([*runs[1:3], other]) == ["random", "random", "random (2)"]


def test_what_is_no_run_needs_gold(tmp_path):
    (tmp_path / "a.json").write_text('{"1": "Ann"}')
    with pytest.raises(DataError, match="name it with --gold"):
        by_data([tmp_path / "a.json"])
