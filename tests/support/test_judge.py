"""Verdicts on given answers: proofs, counter-proofs, statements, and answers that are none."""

import random

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.support.judge import refuses

_NAMES, _THINGS = ("Ada", "Tom", "Clara", "Hugo", "Olga", "Peter"), ("lamp", "boat", "clock", "violin")
_TRADES = ((("sold", "sell"), "to"), (("gave", "give"), "to"), (("lent", "lend"), "to"))
_TEXT = "Marta Quill sold the mill to a stranger. The stranger was tall. He lived in Oslo. Bo found two keys."


@pytest.fixture(scope="module")
def story(engine):
    return engine.read(_TEXT)


def _trades(count):
    chance = random.Random(3)
    for _ in range(count):
        one, other, third = chance.sample(_NAMES, 3)
        (verbs, to), thing = chance.choice(_TRADES), chance.choice(_THINGS)
        text = f"{one} {verbs[0]} the {thing} {to} {other}. {third} saw it."
        yield text, f"Who {verbs[0]} the {thing}?", one, other
        yield text, f"Who did {one} {verbs[1]} the {thing} {to}?", other, third


@pytest.mark.parametrize(("text", "question", "right", "wrong"), list(_trades(6)))
def test_a_fact_supports_one_answer_and_contradicts_another(engine, text, question, right, wrong):
    read = engine.read(text)
    yes, no = engine.support_all(read, [(question, right), (question, wrong)])
    assert yes.verdict == "supported"
    assert yes.proof
    assert yes.sentences == (0,)
    assert not yes.instead
    assert no.verdict == "contradicted"
    assert right in no.instead
    assert no.proof
    assert yes.confidence > 0.5 > no.confidence


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("Where did the stranger live?", "He lived in Oslo.", "supported"),
        ("Where did the stranger live?", "Paris", "contradicted"),
        ("Who sold the mill?", "Marta Quill sold the mill.", "supported"),
        ("Who sold the mill?", "The stranger sold the mill.", "contradicted"),
        ("Was the stranger tall?", "Yes, because he was.", "supported"),
        ("Was the stranger tall?", "No", "contradicted"),
        ("How many keys did Bo find?", "two", "supported"),
        ("How many keys did Bo find?", "2", "supported"),
        ("How many keys did Bo find?", "five", "contradicted"),
        ("Was the stranger tall or short?", "short", "contradicted"),
    ],
)
def test_each_form_of_question(engine, story, question, answer, verdict):
    assert engine.support(story, question, answer).verdict == verdict


def test_choices(engine, story):
    question = Question("q", "Who sold the mill?", choices=("Marta", "Bo", "the stranger"))
    yes, no = engine.support_all(story, [(question, "Marta"), (question, "Bo")])
    assert yes.verdict == "supported"
    assert no.verdict != "supported"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " ",
        "unanswerable",
        "x " * 9_000,
        "La señora vendió el molino",
        "\ud800",
        "?",
        "yes",
        [],
        ["", "Bo"],
        "\n\0",
        "\ud800. Bo? \0!",
        "... !!! ?",
        "Bo. " * 2_000,
        "Er verkaufte die Mühle. Ada war alt.",
    ],
)
def test_every_answer_has_a_verdict(engine, story, answer):
    judged = engine.support(story, "Who sold the mill?", answer)
    assert judged.verdict in ("contradicted", "not found")
    assert 0.0 <= judged.confidence <= 0.5


def test_what_nothing_matches_is_named(engine, story):
    assert engine.support(story, "Who sold the mill?", "Old Zebulon").missing == ("old", "zebulon")


@pytest.mark.parametrize("text", ["", "?", "Nobody."])
def test_stories_that_say_nothing(engine, text):
    judged = engine.support(engine.read(text), "Who sold the mill?", "Ada")
    assert judged.verdict == "not found"
    statements = engine.support_text(
        engine.read(text), "Ada sold 2 mills, and Bo sang. Tom, who left, was old."
    )
    assert {one.verdict for one in statements} == {"not found"}


def test_refusals():
    assert all(map(refuses, ("", "N/A", "Unanswerable.", "I don't know", "It is not mentioned in the text.")))
    assert all(map(refuses, ("The text does not say.", "I’m not sure.", "It cannot be known", "No answer")))
    assert not any(map(refuses, ("no", "Not Ada", "none of the keys", "the unknown sailor", "know")))
    assert not any(map(refuses, ("The answer is no.", "He did not say it to Bo.", "in the text", "no, no")))


def test_statements_of_a_text(engine, story):
    text = "Marta sold the mill. She sold Bo. Bo found two keys. The stranger was not tall. Bo burned it."
    found = engine.support_text(story, text)
    assert [one.answer for one in found] == [one.strip() + "." for one in text.split(".")[:-1]]
    assert [one.verdict for one in found] == [
        "supported", "not found", "supported", "contradicted", "not found",
    ]  # fmt: skip
    assert engine.support_text(story, "") == []


def test_unfitted_rules_judge_too(story):
    engine = symbolic_rc.load(weights=None)
    assert engine.support(story, "Who sold the mill?", "Marta").verdict == "supported"
    assert engine.support(story, "Who sold the mill?", "Bo").verdict == "contradicted"


@pytest.mark.parametrize(
    ("question", "answer", "verdict", "parts"),
    [
        ("Who sold the mill?", "Marta sold the mill. Bo found two keys.", "supported", "++"),
        ("Who sold the mill?", "Marta sold the mill. Bo burned it.", "not found", "+?"),
        ("Who sold the mill?", "The stranger sold the mill. Bo found two keys.", "contradicted", "-+"),
        ("Who sold the mill?", ["Marta", "Bo"], "supported", "+?"),
        ("Was the stranger tall?", "Yes. The stranger was tall.", "supported", "++"),
        ("Was the stranger tall?", "No. The stranger was not tall.", "contradicted", "--"),
        ("Was the stranger tall?", "Yes. Bo burned the mill.", "not found", "+?"),
        ("Where did the stranger live?", "In Riga. He was tall.", "contradicted", "-+"),
        ("How many keys did Bo find?", "Two. Marta sold the mill.", "supported", "++"),
    ],
)
def test_parts_of_an_answer_have_verdicts(engine, story, question, answer, verdict, parts):
    judged = engine.support(story, question, answer)
    assert judged.verdict == verdict
    marks = {"supported": "+", "contradicted": "-", "not found": "?"}
    assert "".join(marks[one.verdict] for one in judged.parts) == parts


def test_an_answer_that_holds_a_right_one_among_others_says_more(engine):
    story = engine.read("Ivy is less quick than Noor. Noor picked 9 plums, and Ivy picked 4 more than Noor.")
    found = engine.support_all(
        story, [("Between Ivy and Noor, who is quicker?", "Ivy"), ("Who picked more plums?", "Noor")]
    )
    assert "supported" not in [one.verdict for one in found]


def _statements(count):
    chance = random.Random(5)
    for _ in range(count):
        (one, other, third, fourth), (thing, wrong) = chance.sample(_NAMES, 4), chance.sample(_THINGS, 2)
        told, town = chance.choice(("showed", "mailed")), chance.choice(("Lund", "Graz"))
        text = f"{one} {told} the {thing} to {other}. {third}, a baker, was late. {third} ate and yawned."
        for right in (
            f"{one} {told} the {thing} to {other}.",
            f"The {thing} was {told.replace('showed', 'shown')} to {other} by {one}.",
            f"{third} is a baker.",
            f"{third} was late and ate.",
            f"{one} {told} the {thing}, and {third} yawned.",
        ):
            yield text, right, True
        for false in (
            f"{other} {told} the {thing} to {one}.",
            f"{one} {told} the {wrong} to {other}.",
            f"{third} was not late.",
            f"{third} did not eat.",
            f"{one} {told} the {thing}, and {fourth} yawned.",
            f"{third}, who was early, ate.",
            f"{third}, who was in {town}, ate.",
            f"Did {one} mail it?",
        ):
            yield text, false, False


@pytest.mark.parametrize(("text", "statement", "holds"), list(_statements(3)))
def test_statements_of_several_clauses_other_roles_and_denials(engine, text, statement, holds):
    (judged,) = engine.support_text(engine.read(text), statement)
    assert (judged.verdict == "supported") == holds
    assert (judged.confidence >= 0.5) == holds


def test_only_what_nothing_matches_is_missing(engine, story):
    def missing(question, answer):
        return engine.support(story, question, answer).missing

    assert missing("How many keys did Bo find?", "2") == ()
    assert missing("Was the stranger tall or short?", "tall") == ()
    assert missing("Where did the stranger live?", "I don't know.") == ()
    assert missing("Who sold the mill?", "b" * 900) == ("b" * 40 + "…",)
    assert (
        engine.support(engine.read("Bo paid 40,000 crowns."), "What did Bo pay?", "40,000 crowns").missing
        == ()
    )


def test_a_word_of_a_long_proved_answer_is_not_that_answer(engine):
    story = engine.read("Ivo moved the depot because of its quiet road between the towns of Lund and Graz.")
    given = ("because of its quiet road between the towns", "Graz")
    judged = engine.support_all(story, [("Why did Ivo move the depot?", one) for one in given])
    assert [bool(one.proof) for one in judged] == [True, False]
