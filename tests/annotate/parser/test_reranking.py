"""The reranker of parses: tag sequences, trees, features, training."""

import itertools

import numpy as np
import pytest

from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import parser_templates, tree_features
from symbolic_rc.annotate.parser import tree_templates as T
from symbolic_rc.annotate.parser.beam import KBest
from symbolic_rc.annotate.parser.parse_model import parse_model
from symbolic_rc.annotate.parser.reranking import (
    MARGIN,
    THOROUGH,
    Reranker,
    candidates,
    load_words,
    mbr_tree,
    reranker,
    sentences_of,
    tag_sequences,
)
from symbolic_rc.annotate.tagger.tag_model import bounds_of, tag_model
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.train.annotate.reranking import RerankerSettings as Settings
from symbolic_rc.train.annotate.reranking import right_of, scores, tag_sentences, train_reranker

pytestmark = pytest.mark.skipif(
    not lexicon_path("annotate_reranker.lex").is_file(), reason="the model is not there"
)
TEXTS = [
    "Ada Holm kept the mill .",
    "In the spring she sold the wheel that Bo had mended to a trader from the north .",
    "Go !",
    "He said that the old man , who was ill , had not come because the roads were bad .",
    "Time flies like an arrow",
]
names = tag_model().linear.classes
empty = LinearModel.freeze(("tree",), np.zeros(0, np.uint32), np.zeros((0, 1)))


def sentences(texts):
    """The texts as a treebank whose trees are the usual parser's."""
    words = [tuple(text.split()) for text in texts]
    tags = tag_model().tag(word_table(), words)
    bounds = bounds_of([len(each) for each in words])
    codes = word_table().codes([word for each in words for word in each])
    heads, labels = parse_model(best=True).parse(codes, tags, names, bounds)
    for each, start, end in zip(words, bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        upos, none = tuple(names[tag].split("|")[1] for tag in tags[start:end]), ("_",) * len(each)
        own = tuple(-1 if head < 0 else head - start for head in heads[start:end].tolist())
        relations = tuple(parse_model().arcs.classes[label] for label in labels[start:end])
        yield Sentence(each, none, upos, none, none, own, relations, (True,) * len(each))


def inputs(texts):
    treebank = list(sentences(texts))
    codes = word_table().codes([word for sentence in treebank for word in sentence.words])
    return (
        codes,
        tag_sentences(tag_model(), word_table(), treebank),
        names,
        bounds_of([len(s.words) for s in treebank]),
    )


def test_the_words_with_the_lowest_margins_get_their_runner_up():
    tags, second = np.array([1, 2, 3, 4, 5], np.int32), np.array([6, 7, 8, 9, -1], np.int32)
    ahead = np.array([MARGIN, 3.0, 1.0, 2.0, np.inf])
    found, lost = tag_sequences(tags, second, ahead, np.array([0, 3, 5]))
    assert found[:3].tolist() == [[1, 2, 3, 4, 5], [1, 2, 8, 9, 5], [1, 7, 3, 4, 5]]
    assert lost.tolist() == [[0, 0], [1, 2], [3, np.inf]] + [[np.inf, np.inf]] * (THOROUGH.sequences - 3)


def test_without_weights_it_is_the_search():
    codes, sequences, _, bounds = inputs(TEXTS)
    trees = candidates(parse_model(best=True), codes, sequences, names, bounds).trees
    greedy = Reranker(parse_model(best=True), empty, temperature=1e-6)
    tags, heads, labels, _ = greedy.parse(codes, sequences, names, bounds)
    own = sequences[0][0]
    for start, end in itertools.pairwise(bounds):
        if np.array_equal(tags[start:end], own[start:end]):
            assert heads[0, start:end].tolist() == trees.heads[0, start:end].tolist()
            assert labels[0, start:end].tolist() == trees.labels[0, start:end].tolist()


def test_a_sentence_is_parsed_as_it_is_alone():
    together, start = reranker().parse(*inputs(TEXTS)), 0
    for text in TEXTS:
        tags, heads, labels, shares = reranker().parse(*inputs([text]))
        own = slice(start, start + len(tags))
        assert together.tags[own].tolist() == tags.tolist()
        found = together.heads[:, own]
        assert np.where(found < 0, -1, found - start).tolist() == heads.tolist()
        assert together.labels[:, own].tolist() == labels.tolist()
        assert shares.sum() <= 1.0 + 1e-9
        assert (shares[1:-1] >= shares[2:]).all()
        start += len(tags)


def test_the_tree_of_minimum_risk_has_the_highest_expected_agreement():
    tags = np.array([[0, 0, 0, 5], [0, 0, 1, 5]], np.int32)
    heads = np.array([[1, -1, 1, 0], [1, -1, 0, 0], [1, -1, 0, 0], [1, -1, 0, 0]], np.int32)
    labels = np.array([[0, 1, 2, 3], [0, 1, 3, 3], [0, 1, 3, 3], [7, 1, 3, 3]], np.int32)
    trees = KBest(heads, labels, np.zeros((4, 1)))
    probabilities = np.array([0.4, 0.25, 0.0, 0.35])
    # the first is the most probable, but the second has its tags and nearly all that the last one has
    assert mbr_tree(tags, trees, probabilities, 0, 4) == 1
    assert mbr_tree(tags, trees, probabilities**100, 0, 4) == 0
    assert mbr_tree(tags, trees, np.array([0.0, 0.0, 1.0, 0.0]), 0, 4) == 2
    assert mbr_tree(tags, trees, np.ones(4), 3, 4) == 0


def test_features_of_a_word_in_its_tree():
    words = "She gave the boy a key in the mill and left".split()
    relations = parse_model().arcs.classes
    heads = np.array([1, -1, 3, 1, 5, 1, 8, 8, 1, 10, 1], np.int32)
    named = ["nsubj", "root", "det", "iobj", "det", "obj", "case", "det", "obl", "cc", "conj"]
    labels = np.array([relations.index(name) for name in named], np.int32)
    inputs = sentences_of(word_table().codes(words), names, relations, np.array([0, len(words)]))
    view = tree_features.new_tree_view(len(words), inputs.fields.shape[1], inputs.roles, T.COMPILED)
    load_words(view, inputs, np.zeros(len(words), np.int32), 0, len(words))
    tree_features.load_tree(view, heads, labels, 0)
    keys = np.zeros(len(words) * T.MOST, np.uint32)
    count = tree_features.tree_keys(view, len(words), keys)
    known, absent = view.facts, len(words) + 1
    assert known[5, tree_features.NEAREST] == 3
    assert known[8, tree_features.NEAREST2] == 3
    assert known[3, tree_features.NEAREST] == absent
    assert known[8, tree_features.PREPOSITION] == 6
    assert known[10, tree_features.COORDINATOR] == 9
    assert known[1, [tree_features.FROM, tree_features.UP_TO]].tolist() == [0, 10]
    assert known[1, [tree_features.ON_LEFT, tree_features.ON_RIGHT]].tolist() == [1, 4]
    ends = T.COMPILED.ends
    kinds_of_rows = np.diff(np.concatenate([[0], ends]))
    # every word, one with a preposition, one that is joined, and the root
    assert count == len(words) * kinds_of_rows[0] + kinds_of_rows[1:].sum()
    assert len(set(keys[:count].tolist())) > 0.8 * count
    assert parser_templates.OWN_LABEL not in range(inputs.fields.shape[1])


@pytest.mark.slow
def test_it_learns_which_trees_are_right():
    treebank = list(sentences(TEXTS * 2))
    codes, sequences, _, bounds = inputs(TEXTS * 2)
    found = candidates(parse_model(best=True), codes, sequences, names, bounds)
    right = right_of(found, treebank, names, parse_model().arcs.classes, 1.0)
    assert right[0].tolist() == [3.0 * len(sentence.words) for sentence in treebank]
    # train it on each sentence's second tree
    training = []
    for i, (start, end) in enumerate(itertools.pairwise(bounds.tolist())):
        tree = 1 if found.trees.scores[1, i] > -1e200 else 0
        heads = tuple(-1 if h < 0 else h - start for h in found.trees.heads[tree, start:end].tolist())
        relations = tuple(parse_model().arcs.classes[x] for x in found.trees.labels[tree, start:end])
        old = treebank[i]
        training.append(
            Sentence(old.words, old.lemmas, old.tags, old.xtags, old.feats, heads, relations, old.spaces)
        )
    settings = Settings(least=1, epochs=30, rate=0.5, drop=0.0)
    model = train_reranker(word_table(), training, found, names, parse_model(best=True), settings)
    upos, uas, las = scores(model, word_table(), training, sequences, names)
    assert (upos, uas, las) == (1.0, 1.0, 1.0)


def test_the_pipeline_may_change_tags_and_lemmas_follow():
    doc = pipeline("classical:best")("Bo saw her duck under the low branch. " * 3)
    assert doc.has_annotation("DEP")
    assert all(token.lemma_ for token in doc)
    usual = pipeline()("Bo kept the mill.")
    best = pipeline("classical:best")("Bo kept the mill.")
    assert [token.dep_ for token in usual] == [token.dep_ for token in best]
