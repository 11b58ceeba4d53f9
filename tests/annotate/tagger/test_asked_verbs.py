"""Questions with a form of *do* get back the verb that was taken for something else."""

import pytest

from symbolic_rc.annotate import default_pipeline, pipeline


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("What does Jack notice about Jani?", "notice"),
        ("Where did the flying saucer land?", "land"),
        ("Why does Marianne not like Paul after their night together?", "like"),
        ("How did Christopher's life change after his father's death?", "change"),
        ("Why does Ahmed want to send Dana away?", "want"),
        ("How many of the men did the king blackmail?", "blackmail"),
        ("Does Bo attack the guard?", "attack"),
    ],
)
def test_the_verb_of_a_question_is_found_again(text, verb):
    doc = default_pipeline()(text)
    assert {token.tag_ for token in doc if token.text == verb} == {"VB"}
    assert [token.text for token in doc if token.dep_ == "ROOT"] == [verb]


@pytest.mark.parametrize(
    ("text", "verb", "helper"),
    [
        ("Why was Brenda Coyle sent off?", "sent", "aux:pass"),
        ("At what time had the clocks stopped?", "stopped", "aux"),
        ("What had Tom sold to the miller?", "sold", "aux"),
    ],
)
def test_a_past_tense_behind_an_auxiliary_is_a_participle(text, verb, helper):
    doc = default_pipeline()(text)
    assert {token.tag_ for token in doc if token.text == verb} == {"VBN"}
    assert [token.text for token in doc if token.dep_ == "ROOT"] == [verb]
    assert {token.dep_ for token in doc if token.text in ("was", "had")} == {helper}


@pytest.mark.parametrize("text", ["Why was the king angry and left?", "Who was the man Tom called?"])
def test_other_past_tenses_stay(text):
    quick = pipeline("classical:quick")  # no tag is changed with the tree there
    assert {token.tag_ for token in quick(text) if token.text in ("left", "called")} <= {
        "VBD",
        "VBP",
    }


@pytest.mark.parametrize("text", ["What did the man do?", "Who did it?", "She did the work with the horse."])
def test_other_words_stay_as_they_are(text):
    doc = default_pipeline()(text)
    assert {token.text: token.tag_ for token in doc if token.text in ("man", "work", "horse")} == {
        word: "NN" for word in ("man", "work", "horse") if f" {word}" in text
    }
