"""Any input is annotated, in linear time, the same in any batch, order and number of processes."""

import random
import time

import pytest
from spacy import displacy
from spacy.tokens import Doc, DocBin

from symbolic_rc.annotate import pipeline
from symbolic_rc.core.resources import lexicon_path

if not lexicon_path("annotate_parser.lex").is_file():
    pytest.skip("the annotation models are not built", allow_module_level=True)

TEXTS = [
    "The miller sold the wheel to Anna on Monday.",
    "",
    "   \n\n ",
    "WHY DID HE GO TO LONDON? NOBODY KNEW.",
    "anna and peter went to the fair , but nobody saw them .",
    "One.\n\nTwo three four -- five! 😀 Ünïcödé 漢字 العربية",
    "\x00\x01 control \x7f characters \ufeff",
]


@pytest.fixture(scope="module")
def nlp():
    return pipeline()


def content(doc):
    return [
        (
            t.text,
            t.tag_,
            t.pos_,
            t.lemma_,
            str(t.morph),
            t.dep_,
            t.head.i,
            t.is_sent_start,
            t.ent_iob_,
            t.ent_type_,
        )
        for t in doc
    ]


def test_same_in_any_batch_order_and_process(nlp):
    alone = {text: content(nlp(text)) for text in TEXTS}
    for size in (1, 3):
        assert [content(doc) for doc in nlp.pipe(TEXTS, batch_size=size)] == [alone[text] for text in TEXTS]
    shuffled = random.Random(1).sample(TEXTS, len(TEXTS))
    assert [content(doc) for doc in nlp.pipe(shuffled)] == [alone[text] for text in shuffled]
    fresh = pipeline()
    assert [content(fresh(text)) for text in TEXTS] == [alone[text] for text in TEXTS]


def test_two_processes(nlp):
    assert [content(doc) for doc in nlp.pipe(TEXTS, n_process=2, batch_size=2)] == [
        content(nlp(text)) for text in TEXTS
    ]


@pytest.mark.parametrize(
    "text",
    [
        " " * 1_000_000,
        "a" * 100_000,
        "word " * 100_000,
        "\n" * 50_000,
        '"' * 20_000,
        "😀" * 20_000,
        "((((" * 20_000,
        "He said . " * 10_000,
        "Ann Bell " * 20_000,
        "1 " * 20_000,
    ],
    ids=[
        "spaces",
        "one word",
        "no end",
        "lines",
        "quotes",
        "emoji",
        "brackets",
        "sentences",
        "names",
        "numbers",
    ],
)
def test_hostile_input_is_annotated_in_linear_time(nlp, text):
    def cost(part):
        start = time.process_time()
        doc = nlp(part)
        assert doc.text == part
        assert all(doc.has_annotation(name) for name in ("TAG", "DEP", "SENT_START"))
        return time.process_time() - start

    cost(text[:1000])
    small = max(cost(text[: len(text) // 4]), 0.02)
    assert cost(text) < 16 * small


def test_spacy_habits(nlp):
    doc = nlp(TEXTS[0])
    store = DocBin(store_user_data=True)
    store.add(doc)
    again = next(iter(DocBin().from_bytes(store.to_bytes()).get_docs(nlp.vocab)))
    assert content(again) == content(doc)
    assert "<svg" in displacy.render(doc, style="dep", jupyter=False)
    assert "mark" in displacy.render(doc, style="ent", jupyter=False)
    with nlp.select_pipes(disable=["symbolic_rc_parser"]):
        part = nlp(TEXTS[0])
        assert not part.has_annotation("DEP")
        assert part[1].tag_ == "NN"
    assert pipeline(disable=["symbolic_rc_ner"]).pipe_names[-1] == "symbolic_rc_parser"
    assert next(chunk.text for chunk in doc.noun_chunks) == "The miller"


def test_parser_follows_tags_that_others_set(nlp):
    doc = Doc(nlp.vocab, words=["Dogs", "bark"], tags=["NNS", "VBP"], pos=["NOUN", "VERB"])
    doc = nlp.get_pipe("symbolic_rc_parser")(nlp.get_pipe("symbolic_rc_senter")(doc))
    assert doc[0].head.text == "bark"
