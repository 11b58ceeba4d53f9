"""README, the pages and the store say the same; what is stale is named."""

import json
import re
from pathlib import Path

import pytest

from eval import all as renewal
from eval import fresh
from eval.figures import freshness as states
from eval.figures.freshness import Freshness, freshness, stamp
from eval.figures.sources import SOURCES, Source
from eval.figures.store import figures_in, keep, load
from eval.readme import PAGES, quoted_sources, table, written
from symbolic_rc.compare.published import published
from symbolic_rc.ranker.weights import load_weights

TEMPLATE = Source(
    "python -c print('quoref:_f1_1.5')", "scoring", 1, ((r"^(?P<set>\w+):_f1_(?P<n_f1>[\d.]+)", "{set}"),)
)


@pytest.fixture
def store(tmp_path, monkeypatch):
    """An empty store with one source, a model file and no pages."""
    monkeypatch.setattr("eval.figures.store.STORE", tmp_path / "figures.json")
    for place in ("eval.figures.store", "eval.figures.freshness", "eval.all", "eval.fresh"):
        monkeypatch.setattr(f"{place}.SOURCES", {"one": TEMPLATE})
    monkeypatch.setattr("eval.readme.PAGES", {})
    monkeypatch.setattr(fresh, "quoted_sources", lambda: {"one"})
    (tmp_path / "figures.json").write_text("{}")
    return tmp_path / "figures.json"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_are_what_the_store_gives(page):
    text = page.read_text(encoding="utf-8")
    assert written(text, PAGES[page]) == text, "write it with: python -m eval.readme"


@pytest.mark.parametrize("template", PAGES.values(), ids=lambda path: path.name)
def test_no_measured_figure_of_a_table_is_typed_in(template):
    left = re.sub(r"\{[^{}]*\}|`[^`]*`|\([^()]*\.md\)", "", template.read_text(encoding="utf-8"))
    assert not re.search(r"\d\.\d", left)


def test_the_engines_figures_are_those_that_its_weights_hold():
    figures = load()["engine"]["figures"]
    for name, scores in load_weights().about["cross-validated"].items():
        for metric, value in scores.items():
            assert figures.get(f"{name}.{metric}", value) == pytest.approx(value, abs=0.0051), (name, metric)


def test_every_source_is_of_layers_that_exist_and_on_a_page():
    for name, source in SOURCES.items():
        assert stamp(source.layers)["models" if "scoring" not in source.layers.split() else "code"], name
    assert set(load()) <= set(SOURCES)
    assert quoted_sources() == set(SOURCES)
    for _, folders, models in states.LAYERS.values():
        assert all((states.ROOT / "symbolic_rc" / one).exists() for one in folders.split())
        assert all(list((states.ROOT / "lexicons").glob(f"{one}.lex")) for one in models.split())


def test_the_row_of_quoref_names_the_papers_systems_and_the_leave_out_figure():
    (row,) = [line for line in table().splitlines() if line.startswith("| Quoref")]
    by_name = {(one.system, one.split): one.figures for one in published("quoref")}
    for system, name in (("BERT QA", "BERT"), ("XLNet QA", "XLNet")):
        figures = by_name[system, "dev"]
        assert f"{name} {figures['em']:.1f}, {figures['f1']:.1f}" in row
    assert f"{load()['leave-out']['figures']['quoref.f1']:.1f}" in row


def test_mctests_caveat_stands_wherever_its_figure_stands():
    caveat = re.compile(r"weights\s+(were\s+)?set by\s+hand")
    for part in re.split(r"\n#+ ", table()):
        assert "MCTest" not in part or caveat.search(part), part[:80]


def test_papers_rows_stand_beside_ours_and_say_what_is_not_trained():
    text = table()
    assert re.search(
        r"\| \*Exclusive frequency\* = `exclusive-frequency` \|  \| 39.30 \| \d+\.\d\d \| [+-]", text
    )
    assert re.search(r"\| \*QANet\* = `neural:qanet` \| neural \|", text)
    assert "| *BERT QA* | neural, not trained here |" in text


def test_tables_are_read_by_head_row_and_column():
    printed = (
        "| measured here | f1 | questions | s |\n| --- | ---: | ---: | ---: |\n"
        "| `symbolic` (held out: in 3 parts) | 48.89 | 2,418 |  |\n"
        "| stored predictions of another system (`a/b.json`) | 84.93 | 2,418 | 0.2 |\n\n"
        "| the paper's row | f1 | ours |\n| --- | ---: | ---: |\n| *QANet* | 38.26 |  |\n\n"
        "| set | 1 |\n| --- | ---: |\n| **mean** | **1,234.5 (9)** |\n"
    )
    assert figures_in(printed, Source("", "", 1, tables=True)) == {
        "symbolic held out/f1": 48.89,
        "stored predictions of another system (a/b.json)/f1": 84.93,
        "set/mean/1": 1234.5,
    }


def test_figures_are_kept_with_what_made_them(store):
    assert keep("one", "quoref:_f1_1.5\n", 0.26) == {"quoref.f1": 1.5}
    (entry,) = load().values()
    assert entry["command"] == TEMPLATE.command
    assert entry["minutes"] == 0.3
    assert freshness("one", entry) == Freshness(True)
    with pytest.raises(ValueError, match="no figure of 'one'"):
        keep("one", "nothing")


@pytest.mark.parametrize(
    ("change", "word", "status"),
    [
        ({"models": {"gone.lex": "0"}}, "STALE", 1),
        ({"code": {"scoring": "0"}}, "warning", 0),
        ({"models": "unknown"}, "unknown", 0),
        (None, "missing", 0),
    ],
)
def test_models_that_changed_fail_the_check_and_code_does_not(
    store, capsys, monkeypatch, change, word, status
):
    keep("one", "quoref:_f1_1.5\n")
    held = load()
    store.write_text(json.dumps({} if change is None else {"one": held["one"] | change}))
    monkeypatch.setattr("sys.argv", ["fresh", "--check"])
    with pytest.raises(SystemExit) as left:
        fresh.main()
    assert left.value.code == status
    printed = capsys.readouterr().out
    assert printed.startswith(word)
    assert "(1 min): python -m eval.all --data DIR --only one" in printed


def test_all_runs_each_command_keeps_its_figures_and_goes_on_where_it_was_stopped(store, tmp_path, capsys):
    options = ["--data", str(tmp_path), "--work", str(tmp_path / "work")]
    for expected in ("one: kept", "0 parts"):
        with pytest.raises(SystemExit) as left:
            renewal.main([*options, "--resume"])
        assert left.value.code == 0
        assert expected in capsys.readouterr().out
    assert load()["one"]["figures"] == {"quoref.f1": 1.5}
    assert (tmp_path / "work" / "one.log").read_text() == "quoref:_f1_1.5\n"


def test_a_command_that_fails_is_told(store, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(renewal, "SOURCES", {"one": Source("python -c 1/0", "scoring", 1)})
    with pytest.raises(SystemExit) as left:
        renewal.main(["--data", str(tmp_path), "--work", str(tmp_path / "work")])
    assert left.value.code
    assert "one: status 1 of `python -c 1/0`" in capsys.readouterr().out
    assert "ZeroDivisionError" in Path(tmp_path / "work" / "one.err").read_text()


def test_a_command_that_never_ends_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(renewal, "_LEAST", 0)
    sleeping = Source("python -c __import__('time').sleep(99)", "scoring", 0)
    monkeypatch.setattr(renewal, "SOURCES", {"one": sleeping})
    assert "took more than 4 times as long as usual" in renewal.renew("one", tmp_path, tmp_path / "work", 0)
