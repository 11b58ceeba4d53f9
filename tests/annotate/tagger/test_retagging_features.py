"""Features of the retagger, beside plain counting."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.annotate.tagger import retagging as F
from symbolic_rc.annotate.tagger.retagging import (
    CANDIDATES,
    COUNTED,
    COUNTS,
    FIXED,
    LABEL_COLUMNS,
    SECOND,
    SHORTLIST,
    STYLE,
    WIDTH,
    WORD_COLUMNS,
    RetaggerInput,
    RetaggerScores,
    features_of,
    low_confidence,
    numbers_of,
)  # fmt: skip
from symbolic_rc.annotate.tagger.tag_model import bounds_of, distinct_forms, tag_model
from symbolic_rc.annotate.tagger.tagger_kernels import WORD_TEMPLATES, label_scores, template_keys
from symbolic_rc.annotate.words import CASE, SMALL, TITLED, UPPER, word_table
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.models.linear import LinearModel, Rows
from tests.models.reference import mix_plain

few = settings(max_examples=20, deadline=None)
NAMES = ("CD|NUM", "DT|DET", "IN|ADP", "IN|SCONJ", "JJ|ADJ", "NN|NOUN", "NNP|PROPN", "NNS|NOUN", "RB|ADV",
         "VB|VERB", "VBD|VERB", "VBZ|AUX")  # fmt: skip
AT = {name: c for c, name in enumerate((*LABEL_COLUMNS, *WORD_COLUMNS))}


def made(sizes, seed):
    """Return words at random, with both taggers' scores, and counts of their labels."""
    random = np.random.default_rng(seed)
    n = sum(sizes)
    codes = random.integers(1, 4, (n, STYLE + 1)).astype(np.uint32)
    candidates = np.array([random.permutation(len(NAMES))[:CANDIDATES] for _ in range(n)], np.int32)
    scores = -np.sort(random.random((n, CANDIDATES)), 1).astype(np.float32)
    labels = np.where(random.random(n) < 0.8, candidates[:, 0], candidates[:, 1]).astype(np.int32)
    group = np.unique(codes[:, 0], return_inverse=True)[1]
    inputs = RetaggerInput(codes, bounds_of(sizes), labels, random.random(n) < 0.8, candidates, scores, group)
    probability = random.random((n, CANDIDATES)).astype(np.float32)
    probability /= probability.sum(1, keepdims=True)
    linear = RetaggerScores(
        np.log(probability), candidates[np.arange(n), probability.argmax(1)], probability.max(1)
    )
    keys = np.unique(inputs.keys(np.arange(n), COUNTS))
    counts = LinearModel.freeze(
        NAMES, keys, random.integers(0, 3, (len(keys), len(NAMES))).astype(np.float32)
    )
    return inputs, linear, counts


@few
@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(0, 2**32 - 1))
def test_features_are_those_of_counting_word_by_word(sizes, seed):
    inputs, linear, counts = made(sizes, seed)
    words = low_confidence(inputs, linear)
    assert inputs.open[words].all()
    assert len(words) == inputs.open.sum()  # all have low margins
    if not len(words):
        return
    views, labels = features_of(inputs, linear, words, counts)
    assert views.shape == (len(words), SHORTLIST, WIDTH)
    tags, uds, _ = numbers_of(NAMES)
    case = inputs.codes[:, CASE]
    for row, i in enumerate(words.tolist()):
        s = int(np.searchsorted(inputs.bounds, i, "right")) - 1
        start, end = int(inputs.bounds[s]), int(inputs.bounds[s + 1])
        probability = dict(zip(inputs.candidates[i].tolist(), np.exp(linear.scores[i]).tolist(), strict=True))
        best = sorted(probability, key=lambda label: -probability[label])[:SHORTLIST]
        assert labels[row].tolist() == best
        others = [j for j in range(len(case)) if j != i and inputs.group[j] == inputs.group[i]]
        shares = np.zeros(len(NAMES))
        for j in others:
            shares[inputs.candidates[j]] += np.exp(linear.scores[j])
        counted = [counts.scores(Rows.stacked(inputs.keys(np.array([i]), COUNTS)[:, t : t + 1]))[0]
                for t in range(len(COUNTS.parts))]  # fmt: skip
        for place, label in enumerate(best):
            view = views[row, place]

            def at(name, view=view):
                return float(view[AT[name]])

            same = uds == uds[label]
            assert at("tag") == tags[label]
            assert at("is first") == (label == inputs.labels[i])
            assert np.isclose(at("probability"), probability[label], atol=1e-5)
            assert np.isclose(
                at("UD probability"), sum(probability[c] for c in probability if same[c]), atol=1e-5
            )
            rival = best[1] if place == 0 else best[0]
            assert at("rival's UD tag") == uds[rival]
            assert np.isclose(at("second margin"), np.log(probability[label] / probability[rival]), atol=1e-4)
            assert np.isclose(at("elsewhere, share"), shares[label] / (len(others) + 0.5), atol=1e-5)
            assert np.isclose(at("elsewhere, UD share"), shares[same].sum() / (len(others) + 0.5), atol=1e-5)
            for t, each in enumerate(counted):
                assert np.isclose(at(f"{t}, share"), np.rint(each[label]) / (np.rint(each).sum() + 0.5))
            assert np.isclose(
                at("small, UD share"), np.rint(counted[1])[same].sum() / (np.rint(counted[1]).sum() + 0.5)
            )
            titled = [j for j in others if case[j] == TITLED and j not in inputs.bounds]
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
            assert at("+1 tag") == (tags[linear.best[i + 1]] if i + 1 < end else -1)
            assert at("-2 UD tag") == (uds[linear.best[i - 2]] if i - 2 >= start else -1)
            expected = linear.margins[i - 1] if i > start else FIXED
            assert np.isclose(at("-1 margin"), expected)


def test_distinct_forms_keep_their_order():
    forms, kinds = distinct_forms("the mill and the wheel".split())
    assert forms == ["the", "mill", "and", "wheel"]
    assert kinds.tolist() == [0, 1, 2, 0, 3]


def plain_keys(codes, bounds, i, templates):
    """Return the hash of each template at word `i`; places outside of its sentence are 11."""
    start = max(bound for bound in bounds if bound <= i)
    end = min(bound for bound in bounds if bound > i)
    found = []
    for number, template in enumerate(templates.split()):
        key = number * 7919 + 1
        for atom in template.split("|"):
            offset, column = atom.split(".")
            j = i + int(offset)
            key = mix_plain(key, int(codes[j, F._NUMBERS[column]]) if start <= j < end else 11)
        found.append(key)
    return found


@few
@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=4),
    st.integers(0, 2**32 - 1),
    st.sampled_from([(WORD_TEMPLATES + F._LABEL_TEMPLATES, SECOND), (COUNTED, COUNTS)]),
)
def test_keys_are_those_of_the_templates(sizes, seed, which):
    text, templates = which
    random = np.random.default_rng(seed)
    bounds = bounds_of(sizes)
    codes = random.integers(1, 2**32, (sum(sizes), STYLE + 1)).astype(np.uint32)
    words = np.flatnonzero(random.random(len(codes)) < 0.7)
    out = np.zeros((len(words), len(templates.parts)), np.uint32)
    template_keys(codes, bounds, words, templates, out)
    assert out.tolist() == [plain_keys(codes, bounds.tolist(), i, text) for i in words.tolist()]


@pytest.mark.skipif(not lexicon_path("annotate_tagger.lex").is_file(), reason="the model is not there")
def test_the_first_taggers_scores_are_highest_at_its_labels():
    sentences = [text.split() for text in ("Ada saw the mill .", "ada saw it", "A DOG BARKED AT BO .")]
    words = [word for sentence in sentences for word in sentence]
    model, bounds = tag_model(), bounds_of([len(sentence) for sentence in sentences])
    codes, fixed = word_table().both(words)
    labels = model.tag(word_table(), sentences)
    out = np.zeros((len(words), len(model.linear.classes)), np.int32)
    styles = np.zeros(len(words), np.uint32)
    label_scores(model.inputs(codes, np.arange(len(words))), labels, bounds, out, styles)
    free = fixed < 0
    assert free.sum() > 5
    # but names are kept from words in small letters, where a sentence has capitals
    names = np.array([name.endswith("|PROPN") for name in model.linear.classes])
    common = np.where(names, -1 << 30, out).argmax(1)
    assert ((out.argmax(1) == labels) | (common == labels))[free].all()
    second, margins = model.runners_up(codes, np.arange(len(words)), fixed, bounds, labels)
    at = np.flatnonzero(free)
    others = np.where(np.arange(out.shape[1]) == labels[:, None], -1 << 30, out)
    likely = (second == others.argmax(1)) | (second == np.where(names, -1 << 30, others).argmax(1))
    assert likely[at].all()
    assert (second[~free] == -1).all()
    assert np.isinf(margins[~free]).all()
    apart = (out[at, labels[at]] - out[at, second[at]]) * model.linear.scale
    assert np.allclose(apart[apart >= 0], margins[at][apart >= 0])
    first = np.isin(np.arange(len(words)), bounds[:-1])
    mixed, small, capitals = styles[1], styles[bounds[1] + 1], styles[bounds[2] + 1]
    assert len({mixed, small, capitals}) == 3
    assert (styles[first] == styles[np.flatnonzero(first) + 1] + 3).all()
