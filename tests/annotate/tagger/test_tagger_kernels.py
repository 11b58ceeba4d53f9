"""The tagger's kernels beside a walk over dictionaries: templates as they are written, one word at a time."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.annotate.tagger import tagger_kernels as K
from symbolic_rc.annotate.words import CASE, COLUMNS, SMALL, TITLED, UPPER
from symbolic_rc.models.linear import LinearModel
from tests.models.reference import mix_plain

few = settings(max_examples=25, deadline=None)
CLASSES = 3


def template_keys(codes, sentence, i):
    """Return the hash of each template at word `i`, words outside of the sentence being 11."""
    found = []
    for number, template in enumerate(K.WORD_TEMPLATES.split()):
        key = number * 7919 + 1
        for atom in template.split("|"):
            offset, column = atom.split(".")
            j = i + int(offset)
            key = mix_plain(key, int(codes[j, COLUMNS.index(column)]) if j in sentence else 11)
        found.append(key)
    return found


@few
@given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.integers(0, 2**32 - 1))
def test_words_get_the_label_with_the_highest_sum(sizes, seed):
    random = np.random.default_rng(seed)
    forms = random.integers(1, 2**32, (6, len(COLUMNS))).astype(np.uint32)
    forms[:, CASE] = UPPER
    kinds = random.integers(0, len(forms), sum(sizes))
    codes, bounds = forms[kinds], np.cumsum([0, *sizes])
    known: dict[int, list[int]] = {}
    for s in range(len(sizes)):
        sentence = range(bounds[s], bounds[s + 1])
        for i in sentence:
            for key in template_keys(codes, sentence, i):
                known.setdefault(key, random.integers(-90, 90, CLASSES).tolist())
    keys = np.array(sorted(known), np.uint32)
    model = LinearModel.freeze("abc", keys, np.array([known[int(key)] for key in keys], float), 0.0, 16)
    ready = np.zeros((len(K.POSITIONS), len(forms) + 1, CLASSES), np.int32)
    for scores, single in zip(ready, K.SINGLE, strict=True):
        K.word_scores(model.frozen, forms, single, scores)
    out, free = np.zeros(len(codes), np.int32), np.full(len(codes), -1, np.int32)
    proper = np.zeros(CLASSES, bool)
    common = np.zeros(len(codes), bool)
    words = K.TaggerInput(model.frozen, codes, kinds, K.SEVERAL, K.POSITIONS, ready, proper, common)
    K.tag_sentences(words, free, bounds, out)
    found, styles = np.zeros((len(codes), CLASSES), np.int32), np.zeros(len(codes), np.uint32)
    K.label_scores(words, out, bounds, found, styles)
    weights = {key: np.zeros(CLASSES, int) for key in known}
    for row, key in enumerate(model.keys.tolist()):
        span = slice(int(model.starts[row]), int(model.starts[row + 1]))
        weights[key][model.columns[span]] = model.values[span]
    for s in range(len(sizes)):
        sentence = range(bounds[s], bounds[s + 1])
        for i in sentence:
            scores = sum(weights[key] for key in template_keys(codes, sentence, i))
            assert out[i] == int(np.argmax(scores))
            assert found[i].tolist() == scores.tolist()


@given(st.lists(st.sampled_from([SMALL, UPPER, TITLED]), min_size=1, max_size=9))
def test_styles_of_sentences(cases):
    codes = np.zeros((len(cases), len(COLUMNS)), np.uint32)
    codes[:, CASE] = cases
    small, upper = cases.count(SMALL), cases.count(UPPER)
    expected = K.ALL_CAPITALS if upper > max(1, 2 * small) else K.MIXED
    if small == len(cases):
        expected = K.NO_CAPITALS
    assert K.style_of(codes, 0, len(cases)) == expected
