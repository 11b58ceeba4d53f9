"""How likely yes is, where the story proves neither: features of question and nearest sentence."""

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.rules.likelihood import polar_features, probability_of_yes, share_held

_FILLER = (
    "The valley has three old villages and a long river that turns south behind the hills. People there have"
    " kept sheep and goats for many hundred years, and most of the houses are built of grey stone. In summer"
    " visitors walk along the river, and in winter the road over the pass is closed for some weeks. "
)


def case_of(text, question):
    engine = symbolic_rc.load(weights=None)
    return next(iter(engine.cases(engine.read(text), [Question("1", question)])))


@pytest.mark.parametrize("noun", ["castle", "bridge", "market"])
@pytest.mark.parametrize("place", ["Osby", "Dunmore"])
def test_features_tell_what_the_sentence_says(noun, place):
    text = f"{_FILLER}The {noun} of {place} is not open to visitors."
    found = polar_features(case_of(text, f"Is the {noun} of {place} open to dogs?"))
    assert found["negation beside"] == 1.0
    assert found["begins with be"] == found["subject: the"] == 1.0
    assert found["NOUN not in the story"] == 1.0
    assert 0.0 < found["cover"] < 1.0 == found["cover of subject"]


def test_numbers_agree_or_differ():
    text = f"{_FILLER}The bridge of Osby has 12 arches."
    assert polar_features(case_of(text, "Does the bridge have 12 arches?"))["numbers agree"] == 1.0
    assert polar_features(case_of(text, "Does the bridge have 9 arches?"))["numbers differ"] == 1.0


@pytest.mark.parametrize("noun", ["castle", "bridge", "market"])
def test_a_denial_lowers_the_chance(noun):
    question = f"Can you visit the {noun} of Osby in winter?"
    allowed = probability_of_yes(
        case_of(f"{_FILLER}People can visit the {noun} of Osby in winter, too.", question)
    )
    denied = probability_of_yes(case_of(f"{_FILLER}Nobody can visit the {noun} of Osby in winter.", question))
    assert 0.0 < denied < allowed < 1.0


def test_a_long_text_is_answered_by_the_likelier_with_its_chance():
    engine = symbolic_rc.load()
    answer = engine.answer(engine.read(_FILLER), "is the same food eaten in every village of the valley")
    assert answer.text in ("yes", "no")
    assert answer.rule == "not-stated"
    assert 0.4 <= answer.confidence < 0.95


def test_a_question_without_content_words_has_features():
    assert polar_features(case_of(_FILLER, "Is it?"))["words asked"] >= 0


@pytest.mark.parametrize("thing", ["mill", "boat"])
@pytest.mark.parametrize("name", ["Ada Quill", "Tom Barley"])
def test_what_only_a_question_says_is_not_held(thing, name):
    engine = symbolic_rc.load()
    story = engine.read(
        f"{name} sold the {thing} to a stranger for 40 crowns. Bo Finch had painted the gate."
    )
    asked = (
        f"To whom did {name} sell the {thing}?",
        f"To whom did {name} not sell the {thing}?",
        f"To whom did Cleo Harrow sell the {thing}?",
        f"To whom did {name} sell the {thing} for 60 crowns?",
    )
    held, denied, other, number = (
        share_held(case) for case in engine.cases(story, [Question(text, text) for text in asked])
    )
    assert held > 0.9
    assert max(denied, other, number) <= 0.6 * held
