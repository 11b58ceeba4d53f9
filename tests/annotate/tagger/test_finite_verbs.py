"""Plain sentences have a finite verb."""

import pytest

from symbolic_rc.annotate import default_pipeline


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
    ],
)
def test_the_verb_is_found(text, verb, tag):
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
    doc = default_pipeline()("Miss Marsh was her daughter.")
    assert doc[0].pos_ == "PROPN"
    assert default_pipeline()("Miss him not.")[0].pos_ != "PROPN"
