"""Lemmas: edits, endings, and what was seen."""

from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.annotate.tagger.lemmas import apply_edit, edit_of, learn_lemmas


@given(st.text(max_size=12), st.text(max_size=12))
def test_an_edit_leads_from_form_to_lemma(form, lemma):
    assert apply_edit(form, edit_of(form, lemma)) == lemma


def test_learned_from_a_few_words():
    words = [
        (form, "VBD|VERB", lemma, "Tense=Past")
        for form, lemma in [("walked", "walk"), ("talked", "talk"), ("stopped", "stop"), ("ran", "run")]
    ]
    words += [
        ("hoped", "VBD|VERB", "hope", "Tense=Past"),
        ("in", "IN|ADP", "in", "_"),
        ("as", "IN|ADP", "as", "_"),
    ]
    model = learn_lemmas(words, ["hope", "bake", "lock"])
    assert model.lemma("ran", "VBD|VERB") == "run"
    assert model.lemma("locked", "VBD|VERB") == "lock"
    assert model.lemma("Anna", "NNP|PROPN") == "Anna"
    assert model.feats("locked", "VBD|VERB") == "Tense=Past"
    assert model.feats("on", "IN|ADP") == ""


def test_irregular_forms_that_no_treebank_showed():
    words = [("walked", "VBD|VERB", "walk", "_"), ("needed", "VBD|VERB", "need", "_")]
    words += [("seemed", "VBD|VERB", "seem", "_"), ("ran", "VBD|VERB", "run", "_")]
    irregular = {("fed", "VBD|VERB"): "feed", ("ran", "VBD|VERB"): "rix"}
    assert learn_lemmas(words, ["need"]).lemma("fed", "VBD|VERB") == "f"
    model = learn_lemmas(words, ["need"], irregular)
    assert model.lemma("fed", "VBD|VERB") == "feed"
    assert model.lemma("ran", "VBD|VERB") == "run"
