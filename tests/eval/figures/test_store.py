"""README, RESULTS.md, ENGINE.md and the store say the same."""

import re

import pytest

from eval.figures.sources import SOURCES
from eval.figures.store import ENGINE, RESULTS, figures_in, into_page, keep, load, public, results
from eval.readme import PAGES, table, written
from symbolic_rc.compare.published import published


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_are_what_the_store_gives(page):
    text = page.read_text(encoding="utf-8")
    assert written(text, PAGES[page]) == text, "write it with: python -m eval.readme"


@pytest.mark.parametrize("template", PAGES.values(), ids=lambda path: path.name)
def test_no_measured_figure_of_a_table_is_typed_in(template):
    left = re.sub(r"\{[^{}]*\}|`[^`]*`|\([^()]*\.md\)", "", template.read_text(encoding="utf-8"))
    assert not re.search(r"\d\.\d", left)


def test_results_agree_with_the_store():
    assert results(RESULTS.read_text(encoding="utf-8")) == load()["results"]["figures"], (
        "keep them with: python -m eval.figures results"
    )


@pytest.mark.parametrize("name", ["engine", "leave-out", "babi"])
def test_what_engine_md_shows_agrees_with_the_store(name):
    block = re.search(rf"<!-- {name} -->\n```\n(.*?)\n```\n", ENGINE.read_text(encoding="utf-8"), re.DOTALL)
    assert figures_in(block[1], SOURCES[name]) == load()[name]["figures"]


def test_engine_mds_own_table_agrees_with_the_store():
    page, store = ENGINE.read_text(encoding="utf-8"), load()
    figures, dev = store["results"]["figures"], store["mctest-dev"]["figures"]
    for start, values in {
        "| CNN dev": [figures[f"hermann2015/{name}/cnn_accuracy"] for name in ("symbolic", "word-distance")],
        "| FairytaleQA val": [
            figures[f"fairytaleqa/{name}/rouge_l_f1"] for name in ("symbolic", "symbolic@story")
        ],
        "| MCTest dev": list(dev.values()),
    }.items():
        (row,) = [line for line in page.splitlines() if line.startswith(start)]
        assert all(f"{value:.1f}" in row for value in values), row


def test_engine_md_quotes_no_data():
    for line in ENGINE.read_text(encoding="utf-8").splitlines():
        assert line.startswith("|") or " | " not in line
        assert not re.search(r"\[[a-z-]+\]$", line)
    assert public(ENGINE.read_text(encoding="utf-8").split("```")[1]).strip()


def test_what_a_command_quotes_is_left_out():
    printed = (
        "## quoref: f1 48.89; best baseline frequency 29.41, p = 0.0001\n"
        "where answers of quoref are lost, of 10 questions:\n"
        "  right                            47.9 %\n"
        "  wrong sentence: Who kept the\nmill? | Ada | Bo [best-sentence]\n"
        "## duorc: f1 53.89; best baseline frequency 19.27, p = 0.0001\n"
    )
    shown = public(printed)
    assert "mill" not in shown
    assert "Who" not in shown
    assert "  right                            47.9 %" in shown
    assert "## duorc" in shown
    page = into_page("x\n<!-- engine -->\n```\nold\n```\ny\n", "engine", printed)
    assert "old" not in page
    assert page.endswith("```\ny\n")
    assert figures_in(page, SOURCES["engine"]) == {"quoref.baseline": 29.41, "duorc.baseline": 19.27}


def test_the_row_of_quoref_names_the_papers_systems_and_the_leave_out_figure():
    (row,) = [line for line in table().splitlines() if line.startswith("| Quoref")]
    by_name = {(one.system, one.split): one.figures for one in published("quoref")}
    for system, name in (("BERT QA", "BERT"), ("XLNet QA", "XLNet")):
        figures = by_name[system, "dev"]
        assert f"{name} {figures['em']:.1f}, {figures['f1']:.1f}" in row
    assert f"{load()['leave-out']['figures']['quoref.f1']:.1f}" in row


def test_mctests_caveat_stands_wherever_its_figure_stands():
    caveat = re.compile(r"weights\s+(were\s+)?set by\s+hand")
    for row in table().splitlines():
        assert "MCTest" not in row or caveat.search(row)
    for page in (ENGINE, RESULTS):
        for section in re.split(r"\n## ", page.read_text(encoding="utf-8")):
            assert "MCTest" not in section or caveat.search(section), section[:80]


def test_gap_and_babi_are_told_as_they_are():
    text = table()
    assert re.search(r"GAP .* F1 as a full system \d+\.\d, \d+\.\d; only choosing", text)
    assert "the rules for any story, unfitted" in text


def test_figures_are_kept_with_their_command(tmp_path, monkeypatch):
    monkeypatch.setattr("eval.figures.store.STORE", tmp_path / "figures.json")
    keep("b", "python -m b", {"x.f1": 1.5})
    keep("a", "python -m a", {"x.f1": 2.5})
    keep("b", "python -m b", {"x.f1": 3.5})
    assert load() == {
        "a": {"command": "python -m a", "figures": {"x.f1": 2.5}},
        "b": {"command": "python -m b", "figures": {"x.f1": 3.5}},
    }
