"""Clauses that begin with a name get back the verb that was taken for something else."""

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.annotate.tagger.lost_verbs import verb_form


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("Felix married Clara in August.", "married", "VBD"),
        ("Ada lives in Rome, and Bo lives in Oslo.", "lives", "VBZ"),
        ("Marta cooks, and Paul cleans the house.", "cooks", "VBZ"),
        ("Disney movies are shown in the park.", "movies", "NNS"),
        ("Ada is loved by all.", "loved", "VBN"),
        ("Someone teased Bo.", "teased", "VBD"),
        ("Simon made Emil sing.", "sing", "VB"),
        ("The discovery of the cave by Stefan surprised Vera.", "surprised", "VBD"),
        ("He needed cleaned shoes.", "cleaned", "VBN"),
        ("The bucket cost twelve dollars.", "cost", "VBD"),
        ("Norling Lines sold its oldest ship.", "Norling", "NNP"),
        ("Selling Ada the mill was hard.", "Selling", "VBG"),
    ],
)
def test_a_verb_is_found_again(text, word, tag):
    doc = default_pipeline()(text)
    assert {token.tag_ for token in doc if token.text == word} == {tag}


def test_forms_that_are_oftener_something_else_are_no_verbs():
    assert [verb_form(word) for word in ("tables", "Lives", "glass", "red")] == ["", "", "", ""]
