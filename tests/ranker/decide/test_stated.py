"""Answers read off clauses, how they are worded, and refusing what no clause says."""

import pytest

import symbolic_rc
from symbolic_rc.index.story_index import index
from symbolic_rc.ranker.decide.clauses import clauses
from symbolic_rc.ranker.resolve import open_case
from symbolic_rc.ranker.rule import Decision, Fired
from symbolic_rc.ranker.weights import load_weights
from tests.ranked import ranked_answer, ranked_trace

TEXT = (
    "Greta Falk sold the old mill to Anders, a carpenter. In May she bought a cow, two goats and a grey "
    "mare. Her brother believes that Anders sold the mare. The mill was mended by the smith."
)


@pytest.fixture(scope="module")
def engine():
    return symbolic_rc.load(profile="jsonl")


@pytest.fixture(scope="module")
def story(engine):
    return engine.read(TEXT)


def case_of(engine, story, text):
    from symbolic_rc.core.question import Question

    return open_case(index(story), engine.ask([Question("1", text)])[0].parsed, load_weights())


@pytest.mark.parametrize(
    ("question", "held", "turned", "doubtful"),
    [
        ("Who sold the mill to Anders?", True, False, False),
        ("Who mended the mill?", True, False, False),
        ("What did the mill mend?", True, True, False),
        ("Who sold the mare?", True, False, True),
    ],
)
def test_clauses_hold_what_the_question_says_in_its_roles(engine, story, question, held, turned, doubtful):
    case = case_of(engine, story, question)
    best = max(case.view.once(clauses), key=lambda clause: clause.held)
    assert (best.held >= 0.99, best.turned, best.doubtful) == (held, turned, doubtful)


def test_another_predicate_is_no_clause_of_the_question(engine, story):
    assert case_of(engine, story, "Who painted the mill?").view.once(clauses) == ()


def test_what_is_said_instead_is_given(engine):
    story = engine.read("The chest held no gold but a map of the marsh.")
    answer = ranked_answer(engine, story, "What did the chest hold?")
    assert (answer.text, answer.rule) == ("a map of the marsh", "instead")


def test_all_of_a_list_is_given(engine, story):
    answer = ranked_answer(engine, story, "What did Greta buy?")
    assert answer.text.removeprefix("a ") == "cow, two goats and a grey mare"  # metrics drop the article
    assert answer.rule in {"frame-argument", "whole-list"}  # the ranker took the list, or a member of it
    assert engine.answer(story, "What did Greta buy?").texts == ("a cow, two goats and a grey mare",)
    answer = ranked_answer(
        engine, engine.read("The mill was mended by Tom, Bo and Ada."), "Who mended the mill?"
    )
    assert (answer.texts, answer.rule) == (("Tom", "Bo", "Ada"), "whole-list")


def test_what_was_first_learns_what_it_is_overridden_by(engine, story):
    own = symbolic_rc.load(profile="jsonl")

    @own.ranker.rule(stage="decide")
    def always_greta(case):
        return Decision(case.find("Greta Falk")[:1])

    first = ranked_answer(engine, story, "Who mended the mill?").text
    lines = ranked_trace(own, story, "Who mended the mill?", first).why_not
    assert lines[-1] == f"{first}: is overridden by always-greta, with Greta Falk"


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "The barn burned down. The goat belonged to Anders. Ida fed the hens.",
            "Whose goat was it?",
            "Anders",
        ),
        ("Ida came late. They drove home in Marta's cart.", "Whose cart did they drive home in?", "Marta"),
    ],
)
def test_an_owner_is_named(engine, text, question, answer):
    found = ranked_answer(engine, engine.read(text), question)
    assert (found.text, found.rule) == (answer, "owner")


def test_evidence_of_the_users_own_is_added(engine, story):
    own = symbolic_rc.load(profile="jsonl")

    @own.ranker.rule()
    def always_anders(case):
        return Fired(case.find("Anders"), score=5.0)

    assert ranked_answer(own, story, "Who mended the mill?").text == "Anders"
