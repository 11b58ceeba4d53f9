"""Runs of name words beside a regular expression, and features of spans beside their templates."""

import re

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.annotate.names import name_kernels as K
from symbolic_rc.annotate.words import CASE, FINE, FORM
from tests.models.reference import mix_plain

#: N a name word, o "of", t "the", w another, S a word that stands alone.
NAME = re.compile("S|N+(?:ot?[NS]N*)*")
few = settings(max_examples=100, deadline=None)


@few
@given(st.lists(st.text("NNotwS", max_size=9), min_size=1, max_size=3))
def test_runs_of_names(sentences):
    text = "".join(sentences)
    n = len(text)
    letter = np.array(list(text), "U1")
    bounds = np.cumsum([0, *map(len, sentences)])
    bits = np.ones(n, np.int64)
    starts, ends = np.zeros((2, n), np.int64)
    marks = [np.isin(letter, list(which)) for which in ("NS", "S", "o", "t")]
    name, single, is_of, is_the = marks
    count = K.find_spans(name, bits, bounds, single, is_of, is_the, 1, 2, starts, ends)
    expected = [
        (int(base) + found.start(), int(base) + found.end())
        for base, sentence in zip(bounds, sentences, strict=False)
        for found in NAME.finditer(sentence)
    ]
    assert list(zip(starts[:count].tolist(), ends[:count].tolist(), strict=True)) == expected


@few
@given(st.integers(0, 2**32 - 1), st.integers(1, 8), st.integers(0, 3), st.integers(0, 3))
def test_a_span_has_the_features_of_its_words_and_of_every_template(seed, size, before, behind):
    random = np.random.default_rng(seed)
    n = before + size + behind
    codes = random.integers(0, 2**32, (n, 16)).astype(np.uint32)
    bits, tags, listed = random.integers(0, 4096, n), random.integers(0, 60000, n), random.integers(0, 31, 3)
    keys = np.zeros((1, K.FEATURES), np.uint32)
    start, end = np.array([before]), np.array([before + size])
    K.span_keys(
        codes, bits, tags, listed[:, None], start, end, np.array([0, n]),
        K.SPAN_TEMPLATES, keys,
    )  # fmt: skip
    found = keys[0, keys[0] > 0].tolist()
    words = codes[before : before + size][: K.WORDS].tolist()
    pairs = [(mix_plain(1, word[FORM]), mix_plain(2, word[FINE])) for word in words]
    assert found[: 2 * len(pairs)] == [key for pair in pairs for key in pair]
    templates = K.TEMPLATES.split()
    assert len(found) == 2 * len(pairs) + len(templates)
    own = dict(zip(templates, found[2 * len(pairs) :], strict=True))
    number = {template: 3 + i for i, template in enumerate(templates)}
    first, last = codes[before].tolist(), codes[before + size - 1].tolist()
    expected = {
        "first_form": [first[FORM]],
        "length": [min(size, K.LONG)],
        "gazetteer_last": [int(listed[1])],
        "first_case|last_case": [first[CASE], last[CASE]],
        "before": [int(codes[before - 1, FORM]) if before else 11],
        "after_tag": [int(tags[before + size]) if behind else 11],
    }
    for template, values in expected.items():
        key = number[template]
        for value in values:
            key = mix_plain(key, value)
        assert own[template] == key
