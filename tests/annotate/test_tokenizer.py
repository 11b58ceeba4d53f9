"""Tokens: the text is kept to the letter, whatever it is, and the cost is linear."""

import time

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.annotate.tokenizer import LONGEST, Tokenizer, split_at_spaces

NLP = spacy.blank("en")
TOKENIZER = Tokenizer(NLP)


def test_a_stored_pipeline_splits_as_before(tmp_path):
    default_pipeline().to_disk(tmp_path)
    assert isinstance(spacy.load(tmp_path).tokenizer, Tokenizer)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from(list(" \n\t\r  .,'\"!?-_*ab1é@#😀’“")), max_size=60))
def test_the_text_is_kept_to_the_letter(text):
    for doc in (TOKENIZER(text), split_at_spaces(NLP.vocab, text)):
        assert doc.text == text
        assert all(doc.text[token.idx : token.idx + len(token)] == token.text for token in doc)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He didn't go.", "He did n't go ."),
        ("Mr. Bell's mill, etc.", "Mr. Bell 's mill , etc."),
        ("_Never_ again!!", "_ Never _ again !!"),
        ("Call 555-0134 (or e-mail).", "Call 555-0134 ( or e-mail ) ."),
        ("a well-known $5 note", "a well - known $ 5 note"),
        ("@entity12 met @placeholder .", "@entity12 met @placeholder ."),
        ("Wait--what?", "Wait -- what ?"),
    ],
)
def test_words(text, words):
    assert [token.text for token in TOKENIZER(text) if not token.is_space] == words.split()


def test_spaces_follow_spacy():
    text = "Two  spaces\n\nand lines "
    assert [token.text_with_ws for token in TOKENIZER(text)] == [
        token.text_with_ws for token in spacy.blank("en")(text)
    ]


def test_a_large_vocabulary_is_left_behind():
    small = Tokenizer(NLP, cached=50, words=0)
    first, second = small("one two"), small("three four")
    assert first.vocab is not second.vocab
    assert [token.text for token in first] == ["one", "two"]


@pytest.mark.parametrize("piece", ["(", "a", "ab.", "-", "https://a.b/", "'s", "é😀"])
def test_time_is_linear_in_a_chunk_without_spaces(piece):
    def cost(size):
        chunk = piece * size
        start = time.process_time()
        doc = Tokenizer(NLP)._split(chunk)
        assert "".join(doc) == chunk
        return time.process_time() - start

    cost(LONGEST)
    assert cost(100_000) < 100 * max(cost(10_000), 0.005)
