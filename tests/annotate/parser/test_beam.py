"""The parser that searches, beside the greedy one and beside what it learned from."""

import itertools

import numpy as np
import pytest

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import beam, parser_templates
from symbolic_rc.annotate.parser.parse_model import ParseModel, fields_of, parse_model
from symbolic_rc.annotate.tagger.tagger import bounds_of, tag_model
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.train.annotate.beam import BeamSettings, train_beam
from symbolic_rc.train.annotate.parser import scores

pytestmark = pytest.mark.skipif(
    not lexicon_path("annotate_parser.lex").is_file(), reason="the parser's model is not there"
)
TEXTS = [
    "Ada Holm kept the mill .",
    "In the spring she sold the wheel that Bo had mended to a trader from the north .",
    "Go !",
    "He said that the old man , who was ill , had not come because the roads were bad .",
    "Rain fell",
]
#: Heads, from 1; 0 for the root.
TREES = [[2, 3, 0, 5, 3, 3], [2, 0, 4, 2, 2], [3, 3, 0, 6, 6, 3, 3]]
WORDS = ["Ada Holm kept the mill .", "She sold the wheel .", "The man fell when rain came ."]


def inputs(texts):
    words = [text.split() for text in texts]
    names = tag_model().linear.classes
    tags = tag_model().tag(word_table(), words)
    codes = word_table().codes([word for each in words for word in each])
    return codes, tags, names, bounds_of([len(each) for each in words])


def sentences():
    for text, heads in zip(WORDS, TREES, strict=True):
        words = tuple(text.split())
        none = ("_",) * len(words)
        relations = tuple("root" if head == 0 else "dep" for head in heads)
        own = tuple(head - 1 for head in heads)
        yield Sentence(words, none, none, none, none, own, relations, (True,) * len(words))


def test_one_partial_tree_is_followed_greedily():
    greedy = parse_model()
    heads, labels = greedy.parse(*inputs(TEXTS))
    codes, tags, names, bounds = inputs(TEXTS)
    fields, special = fields_of(codes, tags, names)
    found = beam.new_trees(1, len(heads), len(TEXTS))
    beam.beam_sentences(
        greedy.moves.frozen, greedy.arcs.frozen, fields, bounds, special, parser_templates.STATE_COMPILED,
        parser_templates.LABEL_COMPILED, len(greedy.arcs.classes), greedy.arcs.classes.index("root"), 1,
        np.inf, found,
    )  # fmt: skip
    assert found.heads[0].tolist() == heads.tolist()
    assert found.labels[0].tolist() == labels.tolist()


def test_a_sentence_is_parsed_as_it_is_alone():
    model = ParseModel(parse_model().moves, parse_model().arcs, 4)
    together, _ = model.parse(*inputs(TEXTS))
    start = 0
    for text in TEXTS:
        alone, _ = model.parse(*inputs([text]))
        own = together[start : start + len(alone)]
        assert np.where(own < 0, -1, own - start).tolist() == alone.tolist()
        start += len(alone)


def test_every_sentence_has_one_root_and_no_circle():
    model = ParseModel(parse_model().moves, parse_model().arcs, 8)
    codes, tags, names, bounds = inputs(TEXTS)
    heads, labels = model.parse(codes, tags, names, bounds)
    for start, end in itertools.pairwise(bounds):
        assert (heads[start:end] < 0).sum() == 1
        assert [model.arcs.classes[label] == "root" for label in labels[start:end]] == [
            head < 0 for head in heads[start:end]
        ]
        for word in range(start, end):
            for _ in range(end - start):
                word = heads[word] if word >= 0 else word
            assert word < 0


def test_it_learns_what_it_is_taught():
    names = tag_model().linear.classes
    taught = list(sentences())
    tags = inputs(WORDS)[1]
    settings = BeamSettings(seeds=(1,), epochs=12, margin=5.0, prune=0.0, room=20_000)
    model = train_beam(word_table(), taught, tags, names, parse_model().arcs, settings)
    assert scores(model, word_table(), taught, tags, names)[0] == 1.0
