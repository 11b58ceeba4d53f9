"""Rules that a text states are clauses of that story, with their sentence as source."""

import pytest

import symbolic_rc


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("If a person likes animals, they have a pet. Ada likes animals.", "Does Ada have a pet?", "yes"),
        ("If someone owns a boat, he can sail. Bo owns a boat.", "Can Bo sail?", "yes"),
        ("If an animal is a wug, it eats fish. Rob is a wug.", "What does Rob eat?", "fish"),
        ("Anyone who eats mushrooms is brave. Lena eats mushrooms.", "Is Lena brave?", "yes"),
        (
            "If something is cold and green then it is rough. Bob is cold. Bob is green.",
            "Is Bob rough?",
            "yes",
        ),
        ("All people who sing are happy. Ada sings.", "Is Ada happy?", "yes"),
        ("If X hires Y, X pays Y well. Mina hired Otto.", "Who paid Otto?", "Mina"),
    ],
)
def test_stated_rule_is_applied(text, question, answer):
    engine = symbolic_rc.load(weights=None)
    story = engine.read(text)
    assert any(fact.clause == "sentence 1" for fact in story.facts)
    assert engine.answer(story, question).text == answer


def test_rule_is_a_premise_and_needs_its_condition():
    story = symbolic_rc.read("If something is cold and green then it is rough. Bob is cold. Ida is green.")
    assert not [fact for fact in story.facts if fact.clause.startswith("sentence")]
    story = symbolic_rc.read("Anyone who eats mushrooms is brave. Lena eats mushrooms.")
    (fact,) = [fact for fact in story.facts if fact.clause == "sentence 1"]
    assert {story.facts[i].sentence for i in fact.premises} == {0, 1}


@pytest.mark.parametrize("who", ["someone", "somebody", "a stranger"])
@pytest.mark.parametrize(("past", "present"), [("knocked", "knocks"), ("was calling", "calls")])
def test_what_happened_once_is_no_rule(who, past, present):
    engine = symbolic_rc.load(weights=None)
    once = engine.read(f"When {who} {past}, he opened the door. Ada {past}.")
    always = engine.read(f"When someone {present}, he opens the door. Ada {present}.")
    assert not [fact for fact in once.facts if fact.clause.startswith("sentence")]
    assert [fact for fact in always.facts if fact.clause.startswith("sentence")]
