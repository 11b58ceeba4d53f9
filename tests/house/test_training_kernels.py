"""Kernels that learn: compiled, they learn what they learn as plain Python, from drawn examples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicons.build import glove
from symbolic_rc.annotate import default_pipeline
from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser.reranking import candidates, tag_sequences
from symbolic_rc.annotate.tagger.tag_model import bounds_of
from symbolic_rc.annotate.words import word_table
from symbolic_rc.coref.linking import link, prepare
from symbolic_rc.coref.model import EntityRanker, model
from symbolic_rc.coref.ranker.arrays import ShortlistRecords, TrainingInput
from symbolic_rc.coref.ranker.shortlist import COLUMNS, SHORT
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.frames.arrays import read_forest
from symbolic_rc.frames.model import RoleSpace
from symbolic_rc.frames.predicates import Senses
from symbolic_rc.index import columns as C
from symbolic_rc.index.shape_features import SHAPES
from symbolic_rc.index.story_index import index
from symbolic_rc.models.boosting import BoostSettings, boost
from symbolic_rc.models.linear import PerceptronSettings, Rows, train_classifier
from symbolic_rc.ranker import linear
from symbolic_rc.ranker.arrays import LinearInput
from symbolic_rc.story import Story
from symbolic_rc.train.annotate import retagging
from symbolic_rc.train.annotate.parser import BeamSettings, ParserSettings, train_beam, train_parser
from symbolic_rc.train.annotate.reranking import RerankerSettings, train_reranker
from symbolic_rc.train.annotate.tagger import joint_labels, train_tagger
from symbolic_rc.train.frames import propbank
from symbolic_rc.train.frames import softmax as S
from symbolic_rc.train.ranker.fit import gold_scores

pytestmark = pytest.mark.slow  # `python -m eval.house --kernels` runs them
few = settings(settings.get_profile("kernels"), max_examples=5)
seeds = st.integers(0, 2**32 - 1)
WORDS = ("the", "Mill", "old", "SOLD", "she", "@entity3", "quickly", "1902", ".")
TAGS = ("DT|DET", "NNP|PROPN", "VBD|VERB")


@st.composite
def treebanks(draw) -> list[Sentence]:
    """A few sentences whose tags and trees are drawn, so not even projective."""
    random = np.random.default_rng(draw(seeds))
    found = []
    for _ in range(draw(st.integers(1, 3))):
        n = int(random.integers(1, 7))
        words = tuple(WORDS[i] for i in random.integers(0, len(WORDS), n))
        joint = [TAGS[i].split("|") for i in random.integers(0, len(TAGS), n)]
        root = int(random.integers(0, n))
        heads = tuple(-1 if i == root else int((i + random.integers(1, n)) % n) for i in range(n))
        relations = tuple("root" if h < 0 else ("nsubj", "obj")[h % 2] for h in heads)
        nothing = ("_",) * n
        columns = (tuple(t for _, t in joint), tuple(x for x, _ in joint), nothing, heads, relations)
        found.append(Sentence(words, nothing, *columns, spaces=(True,) * n))
    return found


@few
@given(treebanks())
def test_tagger_and_parser(kernels_agree, sentences) -> None:
    table = word_table()
    labels = joint_labels(sentences)
    tagger = train_tagger(table, sentences, labels, seeds=(1,), epochs=2)
    assert tagger.linear.classes == tuple(labels)
    number = {label: i for i, label in enumerate(labels)}
    tags = np.array([number[f"{x}|{t}"] for s in sentences for x, t in zip(s.xtags, s.tags, strict=True)])
    room = ParserSettings(seeds=(2,), epochs=2, rooms=(4000, 2000))
    parser = train_parser(table, sentences, tags, labels, room)
    assert parser.moves.classes == ("shift", "left", "right")
    searching = BeamSettings(seeds=(1,), epochs=2, margin=5.0, prune=0.0, room=4000)
    best = train_beam(table, sentences, tags, labels, parser.arcs, searching)
    codes = table.codes([word for sentence in sentences for word in sentence.words])
    bounds = bounds_of([len(each.words) for each in sentences])
    free = np.full(len(codes), -1, np.int32)
    runners_up = tagger.runners_up(codes, np.arange(len(codes)), free, bounds, tags.astype(np.int32))
    sequences = tag_sequences(tags.astype(np.int32), *runners_up, bounds)
    found = candidates(best, codes, sequences, labels, bounds)
    choosing = RerankerSettings(least=1, epochs=2)
    reranker = train_reranker(table, sentences, found, labels, best, choosing)
    assert reranker.parse(codes, sequences, labels, bounds).tags.shape == tags.shape
    for one in (parser, best):
        heads, _ = one.parse(codes, tags, labels, bounds)
        assert (heads < 0).sum() == len(sentences)


@few
@given(seeds, st.sampled_from([0.0, 0.3]))
def test_the_second_look_at_tags(kernels_agree, seed, drop) -> None:
    random, words, tried, labels = np.random.default_rng(seed), 12, 3, 6
    features = random.integers(-1, 9, (words, 4)).astype(np.int32)
    likely = np.array([random.permutation(labels)[:tried] for _ in range(words)], np.int32)
    weights = np.stack((random.normal(size=(9, labels)), np.full((9, labels), 0.1))).astype(np.float32)
    before, gold = weights.copy(), random.integers(-1, tried, words)
    retagging.learn_epoch(features, likely, gold, random.permutation(words), drop, 0.5, seed % 99, weights)
    assert (gold < 0).all() or not (weights == before).all()


@few
@given(st.lists(st.lists(st.integers(0, 12), max_size=5), min_size=4, max_size=12), seeds)
def test_perceptrons(kernels_agree, sets, seed) -> None:
    keys = np.array([i + 1 for features in sets for i in features], np.uint32)
    starts = np.cumsum([0, *map(len, sets)], dtype=np.int64)
    rows, random = Rows(starts, keys, np.ones(len(keys), np.float32)), np.random.default_rng(seed)
    classifier = train_classifier(rows, random.integers(0, 3, len(sets)), "abc", PerceptronSettings(epochs=2))
    assert classifier.scores(rows).shape == (len(sets), 3)


@few
@given(seeds, st.booleans(), st.sampled_from([0.0, 0.4]))
def test_coreference(kernels_agree, seed, oracle, drop) -> None:
    text = "Ann Reed met Tom by the gate. He gave Ann the old key, and she thanked him. “Go,” said Ann."
    document = prepare(default_pipeline()(text), model().types)
    n, random = len(document.mentions), np.random.default_rng(seed)
    gold, mode = random.integers(-1, 3, n).astype(np.int32), random.integers(0, 3, n).astype(np.int32)
    ranker, gradients = EntityRanker(np.zeros(PLACES, np.float32)), np.zeros(PLACES, np.float32)
    given = TrainingInput(gold, mode, 0.15, oracle, drop, seed % 99)
    for _ in range(2):
        link(document, ranker, training=given, gradients=gradients)
    records = ShortlistRecords(
        np.zeros((n, SHORT + 1, COLUMNS), np.float32), np.zeros((n, SHORT + 1), np.int8)
    )
    link(document, model().ranker, training=TrainingInput(gold, mode, oracle=oracle, records=records))
    assert np.isfinite(ranker.weights).all()
    assert records.labels.max() <= 2


def test_frames(kernels_agree) -> None:
    story = Story.from_text("Ann gave the boy a key, and he left. The mill was sold to Tom, who ran it.")
    doc = story.doc
    predicates = tuple(
        propbank.GoldPredicate(f.head, f.roleset, tuple((a.role, a.start, a.end) for a in f.arguments))
        for f in story.frames
    )
    gold = propbank.PropBankSentence("1", tuple(token.text for token in doc), predicates)
    data = [S.AnnotatedSentence(gold, doc, read_forest(doc))]
    space = RoleSpace(["", "ARG0", "ARG1", "ARG2"], ("PAG", "PPT"), ("agent",))
    senses = Senses(tuple(f"{doc[p.index].lemma_}\t0\t{p.roleset}" for p in predicates))
    batches = [
        S.role_rows(data, space)[0], S.cut_rows(data, space), S.token_rows(data, senses)[0],
        S.sense_rows(data, senses)[0],
    ]  # fmt: skip
    assert min(len(batch.starts) for batch in batches) > 1


@few
@given(seeds, st.sampled_from([0.7, 1.0]))
def test_softmax(kernels_agree, seed, keep) -> None:
    random = np.random.default_rng(seed)
    lengths = random.integers(1, 5, 12)
    batch = S.RowBatch(
        np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        random.integers(1, 9, int(lengths.sum())).astype(np.uint32),
        random.integers(0, 2, 12).astype(np.int32), random.integers(0, 2, 12).astype(np.int32),
        np.ones(12, np.float32),
    )  # fmt: skip
    columns = np.array([[[0, -1], [1, 2]], [[0, 2], [1, -1]]], np.int32)
    found = S.fit(batch, columns, ("no", "yes", "shared"), S.SoftmaxSettings(2, l1=1e-3, keep=keep, least=1))
    assert found.classes == ("no", "yes", "shared")


@few
@given(seeds, st.sampled_from([0.5, 1.0]))
def test_softmax_over_rolesets(kernels_agree, seed, keep) -> None:
    random = np.random.default_rng(seed)
    lengths, none = random.integers(1, 5, 9), np.zeros(9, np.int32)
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    keys = random.integers(1, 9, int(lengths.sum())).astype(np.uint32)
    batch = S.RowBatch(starts, keys, none, none, np.ones(9, np.float32))
    groups, right = np.array([0, 2, 5, 9]), np.array([1, 0, 0, 1, 0, 0, 0, 1, 1], np.bool_)
    found = S.fit_senses(batch, groups, right, S.SoftmaxSettings(3, l1=1e-3, keep=keep, least=1))
    assert found.classes == ("score",)


@few
@given(seeds)
def test_boosting(kernels_agree, seed) -> None:
    random = np.random.default_rng(seed)
    rows = random.integers(0, 6, size=(60, 3)).astype(np.float32)
    gold, bounds = random.random(60).astype(np.float32), np.array([0, 20, 20, 45, 60])
    settings_ = BoostSettings(rounds=3, leaves=4, least=3, lists=1.0, features=1.0, seed=seed % 99)
    assert boost(rows, gold, bounds, settings_).scores(rows).shape == (60,)


@few
@given(seeds)
def test_the_linear_scorer(kernels_agree, seed) -> None:
    random = np.random.default_rng(seed)

    def ids(*shape):
        return random.integers(0, 2**32, shape).astype(np.uint32)

    m, heads, rules = 6, 3, 2
    x = LinearInput(
        selected=random.permutation(9)[:m].astype(np.int32), shapes=ids(9, SHAPES), head_ids=ids(heads, 4),
        head_row=random.integers(0, heads, m).astype(np.int32), span_ids=ids(m, 5),
        cues=random.integers(0, 2, (m, rules)).astype(bool), cue_ids=ids(rules, 2),
        info=random.integers(0, 9, C.INFO).astype(np.int32),
    )  # fmt: skip
    gold = random.random(m).astype(np.float32)
    wrong = np.empty(m, np.float32)
    linear.loss_gradient(random.normal(size=m).astype(np.float32), gold, 2.0, 0.5, wrong)
    learner = linear.Learner(*np.zeros((3, 256), np.float32))
    linear.learn(x, wrong, learner, 3.0, np.float32(0.1))
    assert np.abs(learner.table).sum() > 0


def test_the_metric_of_candidates(kernels_agree) -> None:
    story = index(Story.from_text("In May Ada Holm found an old lamp. She sold the lamp."))
    found = gold_scores(story, ["the old lamp", "Holm"], str.split, articles=True)
    assert found.max() == 1.0


def test_word_vectors(kernels_agree) -> None:
    stream = np.array([0, 1, 2, 1, 0, -1, 2, 3, 3, 1, -1], np.int32)
    vectors = list(glove.train(stream, 4, glove.Options(size=3, window=2, epochs=2)))
    assert vectors[-1].shape == (4, 3)
