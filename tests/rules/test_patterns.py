import pytest

import symbolic_rc
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.rules.rulebook import default_rulebook

TEXT = "Ada Holm kept the mill. She leased the mill to Bo Finch. Karl leased the barn to Mina Brand."
RULE = """
[[rule]]
name = "runs-what-is-leased"
threshold = 0.4
asks = "run(ARG0=?who, ARG1=?what)"
finds = "lease(ARG2=?who, ARG1=?what)"
doc = "Whoever something is leased to runs it."
example = "Who runs the mill? -> Ada leased the mill to Bo."
"""


@pytest.fixture(scope="module")
def engine():
    engine = symbolic_rc.load(weights=None)
    engine.rules = default_rulebook().parse(RULE + default_rulebook().to_toml())
    return engine


@pytest.fixture(scope="module")
def story(engine):
    return engine.read(TEXT)


@pytest.mark.parametrize(
    ("question", "answer"), [("Who runs the mill?", "Bo Finch"), ("Who runs the barn?", "Mina Brand")]
)
def test_the_variables_join_question_and_story(engine, story, question, answer):
    found = engine.answer(story, question)
    assert (found.text, found.rule) == (answer, "runs-what-is-leased")
    assert found.trace.replays
    assert "leased" in str(found.trace) or "lease" in str(found.trace)


def test_what_the_question_does_not_ask_is_left_to_other_rules(engine, story):
    assert engine.answer(story, "Who kept the mill?").rule == "stated"
    assert engine.answer(story, "Who runs the inn?").rule != "runs-what-is-leased"


def test_it_is_written_and_read_again(engine):
    again = default_rulebook().parse(engine.rules.to_toml())
    assert again.to_toml() == engine.rules.to_toml()
    assert again["runs-what-is-leased"].example.startswith("Who runs the mill?")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULE.replace("?who, ARG1=?what)", "?x)", 1), "share no variable"),
        (RULE.replace("run(", "run", 1), "cannot be read from character 1"),
        (RULE.replace("finds", "find"), "no field 'find'"),
        (RULE.replace('finds = "lease(ARG2=?who, ARG1=?what)"\n', ""), "needs two patterns"),
        (RULE.replace('"runs-what-is-leased"', '"stated"'), "the engine's own"),
        (RULE.replace('"lease(ARG2=?who, ARG1=?what)"', "3"), "needs two patterns"),
    ],
)
def test_what_is_wrong_is_told(text, message):
    with pytest.raises(SymbolicRCError, match=message):
        default_rulebook().parse(text)
