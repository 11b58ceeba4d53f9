"""What trees see of likely labels, beside plain counting."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.annotate.retagging.looked import WIDTH as LIKELY
from symbolic_rc.annotate.retagging.looked import Looked, distinct, rows_of
from symbolic_rc.annotate.retagging.templates import COUNTED, COUNTS, STYLE
from symbolic_rc.annotate.retagging.views import (
    CERTAIN,
    LABEL_COLUMNS,
    TRIED,
    WIDTH,
    WORD_COLUMNS,
    Second,
    numbers_of,
    unsure_words,
    views_of,
)
from symbolic_rc.annotate.tagger.tagger import bounds_of
from symbolic_rc.annotate.words import CASE, SMALL, TITLED, UPPER
from symbolic_rc.models.linear import LinearModel

few = settings(max_examples=20, deadline=None)
NAMES = ("CD|NUM", "DT|DET", "IN|ADP", "IN|SCONJ", "JJ|ADJ", "NN|NOUN", "NNP|PROPN", "NNS|NOUN", "RB|ADV",
         "VB|VERB", "VBD|VERB", "VBZ|AUX")  # fmt: skip
AT = {name: c for c, name in enumerate((*LABEL_COLUMNS, *WORD_COLUMNS))}


def made(sizes, seed):
    """Return words at random, with what both looks say, and counts of their labels."""
    random = np.random.default_rng(seed)
    n = sum(sizes)
    seen = random.integers(1, 4, (n, STYLE + 1)).astype(np.uint32)
    likely = np.array([random.permutation(len(NAMES))[:LIKELY] for _ in range(n)], np.int32)
    scores = -np.sort(random.random((n, LIKELY)), 1).astype(np.float32)
    labels = np.where(random.random(n) < 0.8, likely[:, 0], likely[:, 1]).astype(np.int32)
    group = np.unique(seen[:, 0], return_inverse=True)[1]
    looked = Looked(seen, bounds_of(sizes), labels, random.random(n) < 0.8, likely, scores, group)
    chance = random.random((n, LIKELY)).astype(np.float32)
    chance /= chance.sum(1, keepdims=True)
    second = Second(np.log(chance), likely[np.arange(n), chance.argmax(1)], chance.max(1))
    keys = np.unique(looked.keys(np.arange(n), COUNTS))
    counts = LinearModel.freeze(
        NAMES, keys, random.integers(0, 3, (len(keys), len(NAMES))).astype(np.float32)
    )
    return looked, second, counts


@few
@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(0, 2**32 - 1))
def test_views_are_what_counting_one_word_after_the_other_gives(sizes, seed):
    looked, second, counts = made(sizes, seed)
    words = unsure_words(looked, second)
    assert looked.open[words].all()
    assert len(words) == looked.open.sum()  # all are closer than the bar
    if not len(words):
        return
    views, labels = views_of(looked, second, words, counts)
    assert views.shape == (len(words), TRIED, WIDTH)
    tags, uds, _ = numbers_of(NAMES)
    case = looked.seen[:, CASE]
    for row, i in enumerate(words.tolist()):
        s = int(np.searchsorted(looked.bounds, i, "right")) - 1
        start, end = int(looked.bounds[s]), int(looked.bounds[s + 1])
        chance = dict(zip(looked.likely[i].tolist(), np.exp(second.scores[i]).tolist(), strict=True))
        best = sorted(chance, key=lambda label: -chance[label])[:TRIED]
        assert labels[row].tolist() == best
        others = [j for j in range(len(case)) if j != i and looked.group[j] == looked.group[i]]
        shares = np.zeros(len(NAMES))
        for j in others:
            shares[looked.likely[j]] += np.exp(second.scores[j])
        told = [counts.scores(rows_of(looked.keys(np.array([i]), COUNTS)[:, t : t + 1]))[0]
                for t in range(len(COUNTED))]  # fmt: skip
        for place, label in enumerate(best):
            view = views[row, place]

            def at(name, view=view):
                return float(view[AT[name]])

            same = uds == uds[label]
            assert at("tag") == tags[label]
            assert at("is first") == (label == looked.labels[i])
            assert np.isclose(at("probability"), chance[label], atol=1e-5)
            assert np.isclose(at("UD probability"), sum(chance[c] for c in chance if same[c]), atol=1e-5)
            rival = best[1] if place == 0 else best[0]
            assert at("rival's UD tag") == uds[rival]
            assert np.isclose(at("second ahead"), np.log(chance[label] / chance[rival]), atol=1e-4)
            assert np.isclose(at("elsewhere, share"), shares[label] / (len(others) + 0.5), atol=1e-5)
            assert np.isclose(at("elsewhere, UD share"), shares[same].sum() / (len(others) + 0.5), atol=1e-5)
            for t, each in enumerate(told):
                assert np.isclose(at(f"{t}, share"), np.rint(each[label]) / (np.rint(each).sum() + 0.5))
            assert np.isclose(
                at("small, UD share"), np.rint(told[1])[same].sum() / (np.rint(told[1]).sum() + 0.5)
            )
            titled = [j for j in others if case[j] == TITLED and j not in looked.bounds]
            assert np.isclose(at("elsewhere, title case"), np.log1p(len(titled)), atol=1e-6)
            assert np.isclose(at("small letters"), (case[start:end] == SMALL).mean())
            run = 0
            while i - run - 1 >= start and case[i - run - 1] in (TITLED, UPPER):
                run += 1
            assert at("capitals before") == run
            run = 0
            while i + run + 1 < end and case[i + run + 1] in (TITLED, UPPER):
                run += 1
            assert at("capitals behind") == run
            assert at("+1 tag") == (tags[second.best[i + 1]] if i + 1 < end else -1)
            assert at("-2 UD tag") == (uds[second.best[i - 2]] if i - 2 >= start else -1)
            expected = second.ahead[i - 1] if i > start else CERTAIN
            assert np.isclose(at("-1 ahead"), expected)


def test_distinct_forms_keep_their_order():
    forms, kinds = distinct("the mill and the wheel".split())
    assert forms == ["the", "mill", "and", "wheel"]
    assert kinds.tolist() == [0, 1, 2, 0, 3]
