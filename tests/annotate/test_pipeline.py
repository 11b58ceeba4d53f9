"""The pipeline as users meet it: an ordinary spaCy `Language` whose offsets point into the text."""

import pytest

import symbolic_rc
from symbolic_rc.annotate import annotate, is_classical, pipeline
from symbolic_rc.annotate.parser.parse_model import SHORT
from symbolic_rc.annotate.pipeline import classical
from symbolic_rc.annotate.view import read_trees
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


@pytest.mark.parametrize("name", ["classical:best", "classical:quick"])
def test_the_pipelines_differ_in_their_parsers_alone(nlp, name):
    other = pipeline(name)
    assert other.pipe_names == nlp.pipe_names
    assert is_classical(other)
    usual, changed = nlp(TEXT), other(TEXT)
    assert [token.tag_ for token in changed] == [token.tag_ for token in usual]
    assert [token.lemma_ for token in changed] == [token.lemma_ for token in usual]
    sold = next(token for token in changed if token.text == "sold")
    assert {token.text: token.dep_ for token in sold.children}["mill"] == "obj"


def test_books_are_parsed_greedily_and_shorter_texts_read_twice(nlp):
    def trees(pipeline, text):
        return [(token.head.i, token.dep_) for token in pipeline(text)]

    quick, thorough = pipeline("classical:quick"), classical(reranked=1 << 62, retagged=1 << 62)
    short = (
        "The horse raced past the barn fell. Time flies like an arrow that nobody shot at the man with it. "
        "The complex houses married and single soldiers and their families. "
    ) * 3
    book = short * (SHORT // 90 + 1)
    assert trees(quick, short) != trees(thorough, short) == trees(nlp, short)
    assert trees(thorough, book) != trees(quick, book) == trees(nlp, book)
    assert trees(pipeline("classical:best"), book) != trees(quick, book)


def test_only_the_best_pipeline_keeps_other_trees(nlp):
    assert len(list(read_trees(pipeline("classical:best")(TEXT)))) > 1
    assert not list(read_trees(nlp(TEXT)))


def test_questions_are_read_by_the_same_parser():
    engine = symbolic_rc.load(pipeline="classical:best")
    story = engine.read("Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader.")
    assert engine.answer(story, "Who sold the wheel?").text == "Ada Holm"


def test_unknown_pipeline_is_an_error_that_lists_them():
    with pytest.raises(SymbolicRCError, match="classical"):
        pipeline("nosuch")
