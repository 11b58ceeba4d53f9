"""The beam search: its trees, its memo, and its training."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser.beam import new_memo, slot_of
from symbolic_rc.annotate.parser.parse_model import ParseModel, parse_model
from symbolic_rc.annotate.tagger.tag_model import bounds_of, tag_model
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.train.annotate.parser import BeamSettings, scores, train_beam

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


@pytest.mark.parametrize("width", [1, 4])
def test_a_sentence_is_parsed_as_it_is_alone(width):
    model = ParseModel(parse_model().moves, parse_model().arcs, width)
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


@pytest.mark.slow
def test_it_learns_its_training_sentences():
    names = tag_model().linear.classes
    training = list(sentences())
    tags = inputs(WORDS)[1]
    settings = BeamSettings(seeds=(1,), epochs=12, margin=5.0, prune=0.0, room=20_000)
    model = train_beam(word_table(), training, tags, names, parse_model().arcs, settings)
    assert scores(model, word_table(), training, tags, names)[0] == 1.0


atoms = st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4)


@given(st.lists(atoms, min_size=1, max_size=30))
def test_values_are_found_until_others_take_their_slot(lists):
    memo = new_memo()
    held: dict[int, list[int]] = {}
    for seen in lists:
        place, known = slot_of(memo, np.array(seen, np.uint32))
        assert 0 <= place < len(memo.values)
        assert known == (held.get(place) == seen)
        held[place] = seen


def test_the_order_of_atoms_counts():
    memo = new_memo()
    places = {slot_of(memo, np.array(seen, np.uint32))[0] for seen in ([1, 2, 3], [3, 2, 1], [2, 1, 3])}
    assert len(places) == 3
