"""The retagger: its decisions, what it may change, its training."""

import math
from dataclasses import replace

import numpy as np
import pytest

from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.pipeline import annotate, classical, tokenise_together
from symbolic_rc.annotate.tagger.retagging import (
    COUNTS,
    FIXED,
    SECOND,
    Retagged,
    Retagger,
    linear_scores,
    most_probable,
    retagger,
)
from symbolic_rc.annotate.tagger.tag_model import tag_model
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.models.linear import LinearModel, Rows
from symbolic_rc.train.annotate import retagging as R
from symbolic_rc.train.annotate.retagging import learn_epoch

pytestmark = pytest.mark.skipif(
    not lexicon_path("annotate_retagger.lex").is_file(), reason="the model is not there"
)
TEXT = (
    "The Blue Water Bridge was closed . Bo likes to fish there , but fish are rare . The old man the boats . "
    "he saw the mill of ada holm . GREAT FOOD AND SERVICE . The mill stood by the river that Ada crossed ."
)
names = tag_model().linear.classes


def sentences_of(text, tags):
    for part, own in zip(text.split(" . "), tags, strict=True):
        words = tuple(part.split())
        none = ("_",) * len(words)
        pairs = [name.split("|") for name in own]
        yield Sentence(
            words, none, tuple(ud for _, ud in pairs), tuple(tag for tag, _ in pairs), none,
            (-1,) * len(words), none, (True,) * len(words), document=True,
        )  # fmt: skip


def tagged():
    """The text's sentences with the tagger's own labels as the right ones."""
    parts = [part.split() for part in TEXT.split(" . ")]
    labels = tag_model().tag(word_table(), parts)
    ends = np.cumsum([len(part) for part in parts])
    return list(sentences_of(TEXT, [[names[label] for label in own] for own in np.split(labels, ends[:-1])]))


def test_ud_tags_are_decided_before_labels():
    counted = ["NN|NOUN", "NNS|NOUN", "VB|VERB"]
    labels = np.array([[names.index(name) for name in counted]], np.int32)
    probabilities = np.log([[0.3, 0.25, 0.45]])
    assert names[most_probable(probabilities, labels, names)[0]] == "NN|NOUN"
    assert names[most_probable(np.log([[0.2, 0.25, 0.55]]), labels, names)[0]] == "VB|VERB"


def test_labels_that_may_not_change_stay():
    fold = R.fold_of(tag_model(), word_table(), tagged())
    rng = np.random.default_rng(1)
    changed = replace(fold.inputs, open=rng.random(len(fold.gold)) < 0.5)
    linear = linear_scores(changed, retagger().weights)
    closed = ~changed.open
    assert (linear.best[closed] == changed.labels[closed]).all()
    assert (linear.margins[closed] == FIXED).all()
    sums = np.exp(linear.scores).sum(1)
    assert np.allclose(sums[changed.open], 1.0, atol=1e-4)
    assert (retagger().retag(changed).labels[closed] == changed.labels[closed]).all()


def test_weights_add_up_over_templates():
    fold = R.fold_of(tag_model(), word_table(), tagged())
    keys = fold.inputs.keys(np.arange(len(fold.gold)), SECOND)
    known, row = np.unique(keys[0], return_inverse=True)
    label, other = fold.inputs.candidates[0, 2], fold.inputs.candidates[0, 0]
    weights = np.zeros((len(known), len(names)), np.float32)
    weights[:, label] = 1.0
    model = LinearModel.freeze(names, known, weights, bits=8)
    scores = linear_scores(replace(fold.inputs, open=np.ones(len(keys), bool)), model).scores[0]
    assert scores[2] - scores[0] == pytest.approx(len(row), rel=1e-4)
    assert label != other


def test_an_epoch_is_adagrad_on_the_softmax():
    features = np.array([[0, 1], [1, -1]], np.int32)
    candidates = np.array([[0, 2], [2, 1]], np.int32)
    gold, order = (
        np.array([1, -1]),
        np.array([1, 0]),
    )  # the second word's label is not a candidate
    weights = np.zeros((2, 2, 3), np.float32)
    weights[1] = 0.1
    loss = learn_epoch(features, candidates, gold, order, 0.0, 0.5, 1, weights)
    assert loss == pytest.approx(math.log(2) / 2)
    step = 0.5 * 0.5 / math.sqrt(0.1 + 0.25)
    assert weights[0] == pytest.approx(np.array([[-step, 0, step], [-step, 0, step]]), rel=1e-5)
    before = weights.copy()
    learn_epoch(features, candidates, gold, order, 1.0, 0.5, 1, weights)
    assert (weights == before).all()  # all features are dropped


def test_counts_are_those_of_the_sentences():
    sentences = tagged()
    counts = R.counts_of(word_table(), sentences, names)
    fold = R.fold_of(tag_model(), word_table(), sentences)
    words = [word for sentence in sentences for word in sentence.words]
    at = [i for i, word in enumerate(words) if word == "mill"]
    assert len(at) == 2
    counted = counts.scores(Rows.stacked(fold.inputs.keys(np.array(at[:1]), COUNTS)[:, :1]))[0]
    assert counted[names.index("NN|NOUN")] == pytest.approx(2.0, abs=0.01)
    assert counted.sum() == pytest.approx(2.0, abs=0.02)


@pytest.mark.slow
def test_it_learns_to_correct_the_first_tagger():
    sentences = tagged() * 40
    wrong = names.index("UH|INTJ")
    fold = R.fold_of(tag_model(), word_table(), sentences)
    words = [word for sentence in sentences for word in sentence.words]
    gold = fold.gold.copy()
    at = [i for i, word in enumerate(words) if word in ("Blue", "fish")]
    candidates = fold.inputs.candidates.copy()
    missing = [i for i in at if wrong not in candidates[i]]
    candidates[missing, -1] = wrong
    gold[at] = wrong
    own = R.Fold(replace(fold.inputs, candidates=candidates, open=np.ones(len(gold), bool)), gold)
    settings = R.RetaggerSettings(epochs=4, trees=replace(R.RetaggerSettings().trees, rounds=5, least=5))
    counts = R.counts_of(word_table(), sentences, names)
    model = R.train_retagger([(own, counts), (own, counts)], counts, settings)
    assert isinstance(model, Retagger)
    found = model.retag(own.inputs).labels
    assert (found[at] == wrong).mean() > 0.9
    others = np.setdiff1d(np.arange(len(gold)), at)
    assert (found[others] == gold[others]).mean() > 0.9
    assert R.scores(model, own)[0] > 0.9


def test_the_quick_pipeline_tags_once(monkeypatch):
    called = []

    def retag(self, inputs):
        called.append(len(inputs.labels))
        n = len(inputs.labels)
        return Retagged(
            np.full(n, names.index("FW|X"), np.int32), np.full(n, -1, np.int32), np.full(n, np.inf)
        )

    monkeypatch.setattr(Retagger, "retag", retag)
    without = ["symbolic_rc_parser", "symbolic_rc_lemmatizer", "symbolic_rc_ner"]
    quick = annotate(TEXT, pipeline("classical:quick", without), tokenised=True)
    assert not called
    assert "FW" not in {token.tag_ for token in quick}
    best = annotate(TEXT, pipeline("classical:best", without), tokenised=True)
    assert called == [len(TEXT.split())]
    assert {token.tag_ for token in best} == {"FW"}


def test_each_text_is_retagged_by_itself():
    nlp = classical(["symbolic_rc_parser", "symbolic_rc_lemmatizer", "symbolic_rc_ner"], retagged=1000)
    texts = [
        "We crossed the Mill Road. The mill road was long.",
        "they met mill there. Mill sold fish, and the road was closed.",
    ]
    doc, bounds = tokenise_together(texts, nlp)
    doc = nlp(doc)
    for text, start, end in zip(texts, bounds, bounds[1:], strict=False):
        assert [token.tag_ for token in nlp(text)] == [token.tag_ for token in doc[start:end]]


def test_an_empty_text_is_no_error():
    assert len(pipeline("classical:best")("")) == 0
    assert [token.text for token in pipeline("classical:best")(" ")] == [" "]
