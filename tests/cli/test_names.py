"""Names that are not known: of anything that has a name, in every command and in Python."""

import pytest
from typer.testing import CliRunner

import symbolic_rc
from symbolic_rc import metrics
from symbolic_rc.cli.entry import app
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.datasets import formats
from symbolic_rc.metrics.by_format import FORMATS

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch."
GOLD = "id,context,question,answers\n1,Ann sold it to Bob.,Who bought it?,Bob\n"
ROWS = [{"id": "1", "context": TEXT, "question": "Who kept the mill?", "answers": ["Ada Holm"]}]
ASK, SCORE = ["ask", "TEXT", "Who kept the mill?"], ["score", "GOLD", "--out", "RUN"]
COMPARE = ["compare", "GIVEN", "--gold", "GOLD"]

#: A command, an option or the place of a name, and a known name: that is misspelt, or replaced by nonsense.
NAMED = [
    (ASK, ["--reader"], "symbolic-book"),
    (ASK, ["--profile"], "quoref"),
    (["explain", "TEXT", "-q", "Who kept it?"], ["--reader"], "symbolic:rules"),
    (["explain", "TEXT", "-q", "Who kept it?"], ["--profile"], "narrativeqa"),
    (["facts", "TEXT"], ["--format"], "jsonl"),
    (["facts", "TEXT"], ["--pipeline"], "classical:quick"),
    (["frames", "TEXT"], ["--format"], "conll"),
    (["frames", "TEXT"], ["--pipeline"], "classical:best"),
    (["graph", "TEXT", "--out", "graph.svg"], ["--pipeline"], "classical:best"),
    (SCORE, ["--reader"], "max-frequency"),
    (SCORE, ["--format"], "quoref"),
    (SCORE, ["--format"], "quoref,squad"),
    (SCORE, ["--profile"], "duorc"),
    ([*SCORE, "--reader", "max-frequency"], ["--profile"], "duorc"),
    ([*SCORE, "--reader", "max-frequency"], ["--entities"], "capitals"),
    ([*SCORE, "--reader", "max-frequency"], ["--prune"], "half"),
    ([*SCORE, "--reader", "max-frequency"], ["--sections"], "ignored"),
    ([*SCORE, "--reader", "max-frequency"], ["--meteor"], "jar"),
    ([*SCORE, "--reader", "max-frequency", "--chunks", "2"], ["--retriever"], "rougel-whole"),
    ([*SCORE, "--reader", "max-frequency", "--pipeline"], [], "classical:quick"),
    (COMPARE, ["--missing"], "leave-out"),
    (COMPARE, ["--published"], "quoref"),
    (COMPARE, ["--format"], "squad"),
    (["check"], ["--kind"], "direction"),
    (["check"], ["--capability"], "comparison"),
    (["check"], ["--reader"], "word-distance"),
    (["formats"], [], "narrativeqa"),
    (["rules"], [], "stated"),
    (["rules"], ["--profile"], "fairytaleqa"),
    (["data", "get"], [], "glove.6B.50d"),
    (["data"], [], "list"),
    (["cloze", "GOLD", "--out", "CLOZE"], ["--markers"], "narrativeqa"),
]


@pytest.fixture
def places(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "TEXT").write_text(TEXT)
    (tmp_path / "GOLD").write_text(GOLD)
    (tmp_path / "GIVEN").write_text('{"1": "Bob"}')
    return tmp_path


@pytest.mark.parametrize(
    "change", [lambda name: f"{name[:-1]}q", lambda name: "xyzzy"], ids=["misspelt", "nonsense"]
)
@pytest.mark.parametrize(("command", "option", "name"), NAMED)
def test_a_name_that_is_not_known_is_an_error_that_says_which_are(places, command, option, name, change):
    result = CliRunner().invoke(app, [*command, *option, change(name)])
    error = result.exception
    assert isinstance(error, SymbolicRCError), (result.output, error)
    told = str(error)
    assert "there is no " in told
    assert "there are: " in told or "lists them" in told
    if change(name) != "xyzzy" and "," not in name and ":" not in name:
        assert f"did you mean {name}" in told
    assert not (places / "RUN" / "metrics.json").exists()


@pytest.mark.parametrize("slice", ["story_wrods:10", "late=story_wrods > 3"])
def test_a_slice_of_an_unknown_field_is_an_error(places, slice):
    result = CliRunner().invoke(app, [*COMPARE, "--slice", slice])
    assert "there is no field 'story_wrods'; did you mean story_words" in str(result.exception)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"profile": "nonsense"}, ""),
        ({"profile": "squad"}, ""),
        ({"profile": "narativeqa"}, "narrativeqa"),
        ({"profile": "Quoref"}, "quoref"),
        ({"pipeline": "classical:bset"}, "classical:best"),
        ({"weights": None, "profile": "nonsense"}, ""),
    ],
)
def test_an_engine_of_unknown_names_is_not_made(given, meant):
    with pytest.raises(SymbolicRCError, match=r"there is no .*there are: ") as caught:
        symbolic_rc.load(**given)
    assert ("did you mean" in str(caught.value)) == bool(meant)
    assert meant in str(caught.value)


@pytest.mark.parametrize("profile", ["", "plain", "quoref", "narrativeqa", "fairytaleqa", "duorc"])
def test_the_profiles_that_there_are(profile):
    assert symbolic_rc.load(profile=profile).profile == profile.replace("plain", "")


@pytest.mark.parametrize(
    "given",
    [
        {"reader": "symbolik"},
        {"format": "sqad"},
        {"profile": "squad"},
        {"retriever": "bm52"},
        {"prune": "third"},
        {"entities": "names"},
        {"sections": "some"},
        {"pipeline": "klassical"},
    ],
)
def test_runs_in_memory_check_names(given):
    with pytest.raises(SymbolicRCError, match="there is no "):
        symbolic_rc.score(ROWS, **given)


def test_metrics_in_memory_check_names():
    with pytest.raises(SymbolicRCError, match="no format 'sqaud'; did you mean squad"):
        metrics.evaluate(["a"], ["a"], "sqaud")
    with pytest.raises(SymbolicRCError, match="METEOR"):
        metrics.evaluate(["a"], ["a"], "narrativeqa", "jarr")
    assert set(FORMATS) == set(formats())


def test_the_rules_of_an_engine_check_names():
    engine = symbolic_rc.load()
    for change in (engine.rules.disable, engine.rules.enable):
        with pytest.raises(SymbolicRCError, match="there is no rule 'statd'"):
            change("statd")


def test_names_are_found_whatever_their_case_and_long_ones_are_cut():
    assert check_name("tree", "oak", ["elm", "oak"]) == "oak"
    with pytest.raises(SymbolicRCError, match="did you mean Oak"):
        check_name("tree", "oak", ["Elm", "Oak"])
    with pytest.raises(SymbolicRCError) as caught:
        check_name("tree", "x" * 1000, [f"tree {i}" for i in range(100)], "`trees` lists them")
    assert len(str(caught.value)) < 200
