"""Stanza's documents become spaCy documents; the documents are built by Stanza's own CoNLL-U reader."""

import pytest

stanza = pytest.importorskip("stanza", reason="Stanza is not installed (extra: stanza)")
conll = pytest.importorskip("stanza.utils.conll")

import spacy  # noqa: E402

from symbolic_rc.annotate.adapters.installed import doc_of, language_of  # noqa: E402
from symbolic_rc.annotate.pipeline import annotate  # noqa: E402

TEXT = "The miller can't sell it.  Anna\nknows Mr. Bell."
CONLLU = """\
# text = The miller can't sell it.
1\tThe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t2\tdet\t_\tstart_char=0|end_char=3
2\tmiller\tmiller\tNOUN\tNN\tNumber=Sing\t5\tnsubj\t_\tstart_char=4|end_char=10
3-4\tcan't\t_\t_\t_\t_\t_\t_\t_\tstart_char=11|end_char=16
3\tca\tcan\tAUX\tMD\tVerbForm=Fin\t5\taux\t_\t_
4\tn't\tnot\tPART\tRB\t_\t5\tadvmod\t_\t_
5\tsell\tsell\tVERB\tVB\tVerbForm=Inf\t0\troot\t_\tstart_char=17|end_char=21
6\tit\tit\tPRON\tPRP\tNumber=Sing\t5\tobj\t_\tstart_char=22|end_char=24
7\t.\t.\tPUNCT\t.\t_\t5\tpunct\t_\tstart_char=24|end_char=25

# text = Anna knows Mr. Bell.
1\tAnna\tAnna\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\tstart_char=27|end_char=31|ner=S-PERSON
2\tknows\tknow\tVERB\tVBZ\tTense=Pres\t0\troot\t_\tstart_char=32|end_char=37|ner=O
3\tMr.\tMr.\tPROPN\tNNP\tNumber=Sing\t2\tobj\t_\tstart_char=38|end_char=41|ner=B-PERSON
4\tBell\tBell\tPROPN\tNNP\tNumber=Sing\t3\tflat\t_\tstart_char=42|end_char=46|ner=E-PERSON
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\tstart_char=46|end_char=47|ner=O

"""


@pytest.fixture(scope="module")
def found():
    document = conll.CoNLL.conll2doc(input_str=CONLLU)
    document.text = TEXT
    document.build_ents()
    return document


def test_text_and_offsets_are_kept(found):
    doc = doc_of(found, TEXT, spacy.blank("en").vocab)
    assert doc.text == TEXT
    assert [token.text for token in doc if not token.is_space][:4] == ["The", "miller", "ca", "n't"]


def test_annotation_is_handed_on(found):
    doc = doc_of(found, TEXT, spacy.blank("en").vocab)
    words = {token.text: token for token in doc}
    assert (words["miller"].tag_, words["miller"].pos_, words["miller"].dep_) == ("NN", "NOUN", "nsubj")
    assert words["miller"].head.text == "sell"
    assert words["n't"].lemma_ == "not"
    assert words["sell"].dep_ == "ROOT"
    assert words["miller"].morph.get("Number") == ["Sing"]
    assert [sent.text.strip()[:4] for sent in doc.sents] == ["The ", "Anna"]
    assert {(ent.text, ent.label_) for ent in doc.ents} == {("Anna", "PERSON"), ("Mr. Bell", "PERSON")}


def test_words_that_are_no_parts_of_their_token_stay_one_token():
    text = "Stop au mill."
    rows = (
        "1\tStop\tstop\tVERB\tVB\t_\t0\troot\t_\tstart_char=0|end_char=4\n"
        "2-3\tau\t_\t_\t_\t_\t_\t_\t_\tstart_char=5|end_char=7\n"
        "2\tat\tat\tADP\tIN\t_\t4\tcase\t_\t_\n3\tthe\tthe\tDET\tDT\t_\t4\tdet\t_\t_\n"
        "4\tmill\tmill\tNOUN\tNN\t_\t1\tobl\t_\tstart_char=8|end_char=12\n"
        "5\t.\t.\tPUNCT\t.\t_\t1\tpunct\t_\tstart_char=12|end_char=13\n\n"
    )
    doc = doc_of(conll.CoNLL.conll2doc(input_str=rows), text, spacy.blank("en").vocab)
    assert [token.text for token in doc] == ["Stop", "au", "mill", "."]
    assert doc[1].dep_ == "case"
    assert doc[1].head.text == "mill"


def test_as_a_pipeline(found):
    nlp = language_of(lambda text: found)
    assert annotate(TEXT, nlp).text == TEXT
    assert nlp("").text == ""
    assert [doc.text for doc in nlp.pipe([TEXT, "  "])] == [TEXT, "  "]


def test_given_words_are_found_whatever_stands_between_them():
    text = "Ann sings .\n\n\nBo  sleeps ."
    rows = (
        "1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tstart_char=0|end_char=3\n"
        "2\tsings\tsing\tVERB\tVBZ\t_\t0\troot\t_\tstart_char=4|end_char=9\n"
        "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\tstart_char=10|end_char=11\n\n"
        "1\tBo\tBo\tPROPN\tNNP\t_\t2\tnsubj\t_\tstart_char=12|end_char=14\n"
        "2\tsleeps\tsleep\tVERB\tVBZ\t_\t0\troot\t_\tstart_char=15|end_char=21\n"
        "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\tstart_char=22|end_char=23\n\n"
    )
    doc = doc_of(conll.CoNLL.conll2doc(input_str=rows), text, spacy.blank("en").vocab)
    assert doc.text == text
    assert [token.text for token in doc if not token.is_space] == ["Ann", "sings", ".", "Bo", "sleeps", "."]
