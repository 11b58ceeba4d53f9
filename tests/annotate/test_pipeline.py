"""The pipeline as users meet it: an ordinary spaCy `Language` whose offsets point into the text."""

import pytest

from symbolic_rc.annotate import annotate, pipeline
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.resources import lexicon_path

TEXT = (
    'Mr. Bennet sold the old mill to Anna for fifty dollars on Monday.  "Go away!" she said.\n'
    "CHAPTER II\n\nThey didn't go to London; Dr. Smith's horses ran."
)

if not lexicon_path("annotate_parser.lex").is_file():
    pytest.skip("the annotation models are not built", allow_module_level=True)


@pytest.fixture(scope="module")
def nlp():
    return pipeline()


def test_annotation_of_plain_sentences(nlp):
    doc = nlp(TEXT)
    assert doc.text == TEXT
    sold = next(token for token in doc if token.text == "sold")
    assert (sold.tag_, sold.pos_, sold.lemma_, sold.dep_) == ("VBD", "VERB", "sell", "ROOT")
    assert {token.text: token.dep_ for token in sold.children}["mill"] == "obj"
    assert sold.morph.get("Tense") == ["Past"]
    assert [token.dep_ for token in doc if token.text == "Bennet"] == ["nsubj"]
    assert "CHAPTER II" in [sent.text.strip() for sent in doc.sents]


def test_tokenised_text_keeps_its_words(nlp):
    text = "I do n't know ( he said ) .  She 's gone"
    doc = annotate(text, nlp, tokenised=True)
    assert doc.text == text
    assert [token.text for token in doc if not token.is_space] == text.split()
    assert doc[2].lemma_ == "not"


def test_unknown_pipeline_is_an_error_that_lists_them():
    with pytest.raises(SymbolicRCError, match="classical"):
        pipeline("nosuch")
