"""Rules over tags."""

import numpy as np
import pytest

from symbolic_rc.annotate import default_pipeline, pipeline
from symbolic_rc.annotate.tagger.tag_rules import SELDOM, unambiguous_names, verb_form
from symbolic_rc.annotate.view import View
from symbolic_rc.annotate.words import CAPITAL, CASE, COLUMNS, IN_WORDNET, PARTS, SMALL, TITLED


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
def test_the_verb_of_a_question_is_found(text, verb):
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


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("Felix married Clara in August.", "married", "VBD"),
        ("Ada lives in Rome, and Bo lives in Oslo.", "lives", "VBZ"),
        ("Marta cooks, and Paul cleans the house.", "cooks", "VBZ"),
        ("Disney movies are shown in the park.", "movies", "NNS"),
        ("Ada is loved by all.", "loved", "VBN"),
        ("Someone teased Bo.", "teased", "VBD"),
        ("The discovery of the cave by Stefan surprised Vera.", "surprised", "VBD"),
        ("He needed cleaned shoes.", "cleaned", "VBN"),
        ("The bucket cost twelve dollars.", "cost", "VBD"),
        ("Norling Lines sold its oldest ship.", "Norling", "NNP"),
        ("Selling Ada the mill was hard.", "Selling", "VBG"),
        ("The moat is 9 km long and 2.5 m wide.", "m", "NN"),
        ('"Wait," a stranger called.', "called", "VBD"),
    ],
)
def test_the_verb_of_a_clause_is_found(text, word, tag):
    doc = default_pipeline()(text)
    assert {token.tag_ for token in doc if token.text == word} == {tag}


def test_forms_that_are_mainly_something_else_are_no_verbs():
    assert [verb_form(word) for word in ("tables", "Lives", "glass", "red")] == ["", "", "", ""]


@pytest.mark.parametrize(
    ("text", "verb", "tag"),
    [
        ("Nils's mother baked bread.", "baked", "VBD"),
        ("The baker sold bread, cakes and pies.", "sold", "VBD"),
        ("The girl named the puppy Rex.", "named", "VBD"),
        ("The bell rang twice.", "rang", "VBD"),
        ("The neighbours' dog bit the postman.", "bit", "VBD"),
        ("Peter's sister lives in York.", "lives", "VBZ"),
        ("Dogs bark.", "bark", "VBP"),
        ("Every spring the Okafor family plants tomatoes.", "plants", "VBZ"),
        ("Storks nest on the pylons there.", "nest", "VBP"),
    ],
)
def test_the_verb_of_a_sentence_is_found(text, verb, tag):
    doc = default_pipeline()(text)
    [token] = [token for token in doc if token.text == verb]
    assert (token.tag_, token.dep_) == (tag, "ROOT")
    assert any(child.dep_ == "nsubj" for child in token.children)


@pytest.mark.parametrize(
    "text", ["No paper cards.", "Thanks, guys!", "Fried fish with baked potatoes.", "A house built by Ada."]
)
def test_fragments_stay_without_a_verb(text):
    doc = default_pipeline()(text)
    assert not [token for token in doc if token.tag_ in ("VBD", "VBZ", "VBP", "MD")]


def test_a_miss_is_no_imperative():
    doc = default_pipeline()("Miss Violet Marsh was about fifty.")
    assert doc[0].pos_ == "PROPN"
    assert default_pipeline()("Miss him not.")[0].pos_ != "PROPN"


def test_a_family_is_named():
    doc = default_pipeline()("Mr. Harling kept the bridge. The Harlings were not rich.")
    assert {token.pos_ for token in doc if token.text.startswith("Harling")} == {"PROPN"}


def test_a_name_that_is_a_word_behind_small_letters():
    names = ("JJ|ADJ", "NNP|PROPN")
    codes = np.zeros((5, len(COLUMNS)), np.uint32)
    codes[:, PARTS] = IN_WORDNET
    codes[:, CASE] = (TITLED, SMALL, TITLED, TITLED, TITLED)
    codes[:, CAPITAL] = (1, 1, SELDOM, SELDOM, SELDOM)
    none = np.zeros(5, np.int64)
    view = View(none, ["Odd"], none, codes[:1], codes, none.astype(np.int32), np.array([0, 4, 5]), none)
    labels = np.ones(5, np.int32)
    assert unambiguous_names(view, labels, names).tolist() == [False, False, True, False, False]
    assert not unambiguous_names(view, np.zeros(5, np.int32), names).any()
    codes[2, CAPITAL] = SELDOM + 1
    assert not unambiguous_names(view, labels, names).any()
