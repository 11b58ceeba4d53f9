"""Sentences in which a question's words stand, beside plain twins."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.sentence_evidence import choose_sentences, sentence_scores

few = settings(max_examples=60, deadline=None)
seeds = st.integers(0, 2**32 - 1)


def sentence_scores_plain(sentences, best, counted):
    weights = []
    for tokens in counted:
        frequency = sum(any(t in sentence for t in tokens) for sentence in sentences)
        weight = math.log((len(sentences) + 1) / (frequency + 0.5)) + 0.2
        weights.append(weight if frequency else 0.7 * weight)
    return [
        sum(w * max((row[t] for t in sentence), default=0.0) for w, row in zip(weights, best, strict=True))
        for sentence in sentences
    ]


def choose_sentences_plain(own, allowed):
    padded = [0.0, *own, 0.0]
    value = [padded[s + 1] + 0.25 * padded[s] + 0.15 * padded[s + 2] for s in range(len(own))]
    return sorted((s for s in range(len(own)) if allowed[s]), key=lambda s: (-value[s], s))


def story_of(sizes):
    """A story of sentences of those sizes, of which nothing else is known."""
    bounds = np.cumsum([0, *sizes]).astype(np.int32)
    parts = {name: np.zeros(0, np.int32) for name in StoryArrays._fields}
    tok = np.zeros((C.TOKEN_ROWS, int(bounds[-1])), np.int32)
    tok[C.SENT] = np.repeat(np.arange(len(sizes)), sizes)
    return StoryArrays(**{**parts, "tok": tok, "bounds": bounds})


@few
@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 3), seeds)
def test_scores_of_sentences(sizes, words, seed):
    random, story = np.random.default_rng(seed), story_of(sizes)
    best = random.choice(np.array([0, 0, 0, 0.5, 0.75, 1], np.float32), (words, sum(sizes)))
    rows, tokens = np.nonzero(best)
    bounds = np.searchsorted(rows, np.arange(words + 1)).astype(np.int32)
    alignment = WordMatches(bounds, tokens.astype(np.int32), best[rows, tokens])
    weight, own = np.zeros(words, np.float32), np.zeros(len(sizes), np.float32)
    total = sentence_scores(story, alignment, best, weight, own)
    sentences = [range(a, b) for a, b in zip(story.bounds, story.bounds[1:], strict=False)]
    counted = [np.flatnonzero(row >= np.float32(0.7)).tolist() for row in best]
    np.testing.assert_allclose(own, sentence_scores_plain(sentences, best.tolist(), counted), rtol=1e-5)
    np.testing.assert_allclose(total, weight.sum(), rtol=1e-5)


@few
@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=8), st.integers(1, 8))
def test_the_best_sentences_come_first(scored, most):
    own, allowed = [float(score) for score, _ in scored], [flag for _, flag in scored]
    order = np.zeros(min(most, sum(allowed)), np.int32)
    choose_sentences(np.array(own, np.float32), np.array(allowed), order)
    assert order.tolist() == choose_sentences_plain(own, allowed)[: len(order)]
