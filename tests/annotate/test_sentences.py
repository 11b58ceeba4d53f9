"""Sentences: one test per kind of text that broke splitters before."""

import pytest
import spacy

from symbolic_rc.annotate.sentences import LONGEST, Senter
from symbolic_rc.annotate.tokenizer import Tokenizer, split_at_spaces

NLP = spacy.blank("en")
TOKENIZER, SENTER = Tokenizer(NLP), Senter()


def sentences(text, tokenised=False):
    doc = SENTER(split_at_spaces(NLP.vocab, text) if tokenised else TOKENIZER(text))
    return [sent.text.strip() for sent in doc.sents if sent.text.strip()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rained. We stayed.", ["It rained.", "We stayed."]),
        ('"Come in," said Ann. "Sit down."', ['"Come in," said Ann.', '"Sit down."']),
        ('"Is it far?" asked the boy. "No."', ['"Is it far?" asked the boy.', '"No."']),
        ('"Stop!" Tom cried. He ran.', ['"Stop!" Tom cried.', "He ran."]),
        ("“Stop!” cried Tom.", ["“Stop!” cried Tom."]),
        ("Mr. Hale met Dr. J. B. Moss in St. Ives.", ["Mr. Hale met Dr. J. B. Moss in St. Ives."]),
        ("She lives in the U.S. Army base.", ["She lives in the U.S. Army base."]),
        ("They left the U.S. They never wrote.", ["They left the U.S.", "They never wrote."]),
        ("CHAPTER I\n\nThe mill stood alone.", ["CHAPTER I", "The mill stood alone."]),
        ("He stood there... and waited.", ["He stood there... and waited."]),
        ("It was late; (she knew.) He slept.", ["It was late; (she knew.)", "He slept."]),
        ("»Geh«, said Uwe. »Wait.« He ran.", ["»Geh«, said Uwe.", "»Wait.«", "He ran."]),
        ("« Go », said Luc. « Wait. » He ran.", ["« Go », said Luc.", "« Wait. »", "He ran."]),
        ("It took approx. 9 days. Bo slept.", ["It took approx. 9 days.", "Bo slept."]),
    ],
)
def test_prose_and_dialogue(text, expected):
    assert sentences(text) == expected


def test_wrapped_lines_are_not_sentences():
    text = "The old miller had three sons and a cat that nobody\nwanted to keep, since it ate more than"
    text += " it\ncaught. They argued.\n"
    assert len(sentences(text)) == 2


def test_verse_goes_on_over_its_lines():
    text = "The river bends beneath the hill\nAnd turns the slow and patient mill,\n"
    text += "And all the night we hear it sing.\n"
    assert len(sentences(text)) == 1


def test_screenplay():
    text = "INT. KITCHEN - NIGHT\n\nAnna waits by the door.\n\nANNA\nYou are late.\n\nPETER\nI know.\n"
    found = sentences(text)
    assert "ANNA" in found
    assert "PETER" in found
    assert "You are late." in found


def test_tokenised_text():
    text = "I do n't know . She ( the aunt ) left . `` Go ! '' he said ."
    assert len(sentences(text, tokenised=True)) == 3


def test_a_sentence_never_takes_a_whole_text():
    doc = SENTER(TOKENIZER("word " * 5000))
    assert max(len(sent) for sent in doc.sents) <= LONGEST + 1
