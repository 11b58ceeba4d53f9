"""The second look at relations: which are unsure, what the parser said of them, what is learned."""

from dataclasses import replace

import numpy as np
import pytest

from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser.parse_model import parse_model
from symbolic_rc.annotate.parser.relabelling import RIGHT, TRUST, Parsed, Relabeller, relabeller, unsure_words
from symbolic_rc.annotate.tagger.tag_model import bounds_of, tag_model
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.train.annotate.relabelling import RelabellerSettings, examples_of, scores, train_relabeller

pytestmark = pytest.mark.skipif(
    not lexicon_path("annotate_relations.lex").is_file(), reason="the model is not there"
)
TEXTS = [
    "Ada Holm gave Bo the mill last spring .",
    "In the spring she sold the wheel that Bo had mended to a trader from the north , a thief .",
    "Go !",
    "He said that the old man , who was ill , had not come because the roads were bad , I think .",
    "Time flies like an arrow",
]
arcs, names = parse_model().arcs, tag_model().linear.classes


def parsed_of(texts):
    words = [text.split() for text in texts]
    tags = tag_model().tag(word_table(), words)
    codes, bounds = (
        word_table().codes([word for each in words for word in each]),
        bounds_of([len(each) for each in words]),
    )
    heads, labels = parse_model(best=True).parse(codes, tags, names, bounds)
    return Parsed(codes, tags, names, bounds, heads, labels)


def treebank(texts, parsed, labels):
    """The texts as sentences with these relations."""
    for text, start in zip(texts, parsed.bounds.tolist(), strict=False):
        words = tuple(text.split())
        none, own = ("_",) * len(words), slice(start, start + len(words))
        heads = tuple(-1 if head < 0 else head - start for head in parsed.heads[own].tolist())
        relations = tuple(arcs.classes[label] for label in labels[own])
        yield Sentence(words, none, none, none, none, heads, relations, (True,) * len(words))


def test_the_parser_scored_its_own_relation_highest():
    parsed = parsed_of(TEXTS)
    unsure = unsure_words(arcs, parsed)
    assert 3 < len(unsure.words) < len(parsed.tags)
    assert unsure.scores.argmax(1).tolist() == parsed.labels[unsure.words].tolist()
    assert not {arcs.classes[label] for label in parsed.labels[unsure.words]} & set(RIGHT)
    best = np.sort(unsure.scores, 1)[:, -2:]
    assert (best[:, 1] - best[:, 0] < 40 * TRUST).all()
    assert len(unsure.rows) == len(unsure.words)


def test_a_sentence_is_looked_at_as_it_is_alone():
    together = relabeller().relabel(parsed_of(TEXTS))
    assert together.tolist() == [
        x for text in TEXTS for x in relabeller().relabel(parsed_of([text])).tolist()
    ]


def test_without_weights_nothing_changes():
    empty = LinearModel.freeze(arcs.classes, np.zeros(0, np.uint32), np.zeros((0, len(arcs.classes))))
    parsed = parsed_of(TEXTS)
    assert Relabeller(arcs, empty).relabel(parsed).tolist() == parsed.labels.tolist()


def test_it_learns_relations():
    parsed = parsed_of(TEXTS)
    unsure, taught = unsure_words(arcs, parsed).words, parsed.labels.copy()
    taught[unsure] = arcs.classes.index("appos")
    sentences = list(treebank(TEXTS, parsed, taught))
    examples = examples_of(arcs, parsed, sentences)
    assert examples[0].words.tolist() == unsure.tolist()
    settings = RelabellerSettings(least=1, epochs=20, rate=0.5, drop=0.0, prune=0.0)
    model = train_relabeller(arcs, [examples], settings)
    assert model.relabel(parsed).tolist() == taught.tolist()
    assert scores(model, parse_model(best=True), word_table(), sentences, parsed.tags, names) == (1.0, 1.0)


def test_words_with_wrong_heads_teach_nothing():
    parsed = parsed_of(TEXTS[1:2])
    word = int(unsure_words(arcs, parsed).words[0])
    sentence = next(treebank(TEXTS[1:2], parsed, parsed.labels))
    assert word in examples_of(arcs, parsed, [sentence])[0].words
    other = (*sentence.heads[:word], (sentence.heads[word] + 1) % 3, *sentence.heads[word + 1 :])
    found, gold = examples_of(arcs, parsed, [replace(sentence, heads=other)])
    assert word not in found.words
    assert len(found.words) == len(found.rows) == len(gold)


def test_every_pipeline_that_searches_looks_again():
    text = " ".join(TEXTS)
    for name in ("classical", "classical:best", "classical:quick"):
        assert pipeline(name)(text).has_annotation("DEP")
