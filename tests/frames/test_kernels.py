"""Kernels of frames against plain computations."""

import itertools
from types import FunctionType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.vocab import Vocab

from symbolic_rc.frames import features as F
from symbolic_rc.frames import predicates as P
from symbolic_rc.frames.arrays import forest_of, read_forest
from symbolic_rc.frames.context import FACTS, MAX_UP, candidates, describe, relative, shared_subject
from symbolic_rc.frames.decoding import SLACK, TRIED, by_start, decode, normalise
from symbolic_rc.frames.spans import CUT_ATOMS, CUT_FEATURES, cut_features
from symbolic_rc.frames.templates import key_of, mix, mix3
from symbolic_rc.train.frames.softmax import numbered

WORD = 2**64 - 1
numbers = st.integers(0, WORD)


def plain_mix(a, b):
    x = ((a * 0x9E3779B97F4A7C15) & WORD) ^ ((b + 0x632BE59BD9B4E019) & WORD)
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    return x ^ (x >> 31)


@given(numbers, numbers, numbers)
def test_hashes_equal_arithmetic_of_whole_numbers(a, b, c):
    x, y, z = np.uint64(a), np.uint64(b), np.uint64(c)
    assert int(mix(x, y)) == plain_mix(a, b)
    assert int(mix3(x, y, z)) == plain_mix(plain_mix(a, b), c)
    assert int(key_of(x)) == (a >> 32) | 1


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)), max_size=12))
def test_spans_are_ordered_as_sorted_does(pairs):
    spans = np.array([(start, start + size) for start, size in pairs], np.int32).reshape(-1, 2)
    order = np.zeros(12, np.int32)
    by_start(spans, len(spans), order)
    assert order[: len(spans)].tolist() == sorted(
        range(len(spans)), key=lambda i: (spans[i, 0], -spans[i, 1])
    )


@st.composite
def frames(draw):
    """Log probabilities and spans of up to three candidates; two of four labels are numbered roles."""
    scores = draw(
        st.lists(st.lists(st.floats(-9, 0, width=16), min_size=5, max_size=5), min_size=1, max_size=3)
    )
    spans = [draw(st.tuples(st.integers(0, 6), st.integers(1, 4))) for _ in scores]
    return np.array(scores, np.float32), np.array([(a, a + n) for a, n in spans], np.int32)


@settings(max_examples=200, deadline=None)
@given(frames())
def test_decoding_finds_the_best_frame(made):
    scores, spans = made
    n, core = len(scores), np.array([0, 1, 2, 0, 0], np.int64)
    order, out = np.zeros(n, np.int32), np.zeros(n, np.int32)
    by_start(spans, n, order)
    score = decode(scores, spans, n, order, core, out)
    tried = []
    for row in scores:
        best = sorted(range(1, 5), key=lambda label: -row[label])[:TRIED]
        tried.append([0, *(label for label in best if row[label] >= row[0] - SLACK)])
    best = -np.inf
    for labels in itertools.product(*tried):
        own = [i for i in range(n) if labels[i]]
        once = [labels[i] for i in own if core[labels[i]]]
        apart = all(
            spans[i, 1] <= spans[j, 0] or spans[j, 1] <= spans[i, 0]
            for i, j in itertools.combinations(own, 2)
        )
        if len(set(once)) == len(once) and apart:
            best = max(best, sum(float(scores[i, labels[i]]) for i in range(n)))
    assert score == pytest.approx(best, abs=1e-4)
    assert score == pytest.approx(sum(float(scores[i, out[i]]) for i in range(n)), abs=1e-4)


@st.composite
def forests(draw):
    """Heads of up to 12 tokens: each depends on an earlier one in a random order, or is a root."""
    order = draw(st.permutations(range(draw(st.integers(1, 12)))))
    heads = np.zeros(len(order), np.int32)
    for place, token in enumerate(order):
        heads[token] = order[draw(st.integers(0, place))] if place else token
    return heads


def ancestors(heads, i):
    found = []
    while heads[i] != i:
        i = int(heads[i])
        found.append(i)
    return found


@given(forests())
def test_layout_of_a_forest(heads):
    laid = forest_of(np.zeros((len(heads), 8), np.uint64), heads)
    first, children, left, right = laid.first, laid.children, laid.left, laid.right
    for i in range(len(heads)):
        below = [j for j in range(len(heads)) if j == i or i in ancestors(heads, j)]
        assert children[first[i] : first[i + 1]].tolist() == [
            j for j in range(len(heads)) if heads[j] == i != j
        ]
        assert (left[i], right[i]) == (min(below), max(below) + 1)


@given(forests(), st.integers(0, 11))
def test_candidates_are_near_in_the_forest(heads, p):
    p %= len(heads)
    t = forest_of(np.zeros((len(heads), 8), np.uint64), heads)
    out = np.zeros((160, 3), np.int32)
    n = candidates(t, p, out)
    above = ancestors(heads, p)[:MAX_UP]
    expected = set()
    for i in range(len(heads)):
        up = [p, *above].index(int(heads[i])) if heads[i] in [p, *above] and heads[i] != i else None
        if i in above:
            expected.add((i, above.index(i) + 1, 0))
        elif up is not None and i != p:
            expected.add((i, up, 1))
        elif i != p and heads[heads[i]] == p and heads[i] != p:
            expected.add((i, 0, 2))
    assert {tuple(row) for row in out[:n].tolist()} == expected


@given(st.lists(st.lists(st.floats(-20, 20, width=32), min_size=4, max_size=4), min_size=1, max_size=4))
def test_probabilities_sum_to_one(rows):
    own = np.array([[0, 3], [1, -1], [-2, -1]], np.int32)
    for row in rows:
        sums, out = np.array(row, np.float32), np.zeros(3, np.float32)
        normalise(sums, own, 3, 2, out)
        plain = np.array([row[0] + row[3], row[1]], np.float64)
        plain -= plain.max() + np.log(np.exp(plain - plain.max()).sum())
        assert out[:2] == pytest.approx(plain, abs=1e-3)
        assert out[2] < -1e29


@given(st.lists(st.integers(1, 30), max_size=60), st.integers(1, 3))
def test_keys_are_numbered_as_unique_does(keys, least):
    keys = np.array(keys, np.uint32)
    known, ids = numbered(keys, least)
    counted = {key: keys.tolist().count(key) for key in keys.tolist()}
    assert known.tolist() == sorted(key for key, n in counted.items() if n >= least)
    assert [int(known[i]) if i >= 0 else -1 for i in ids] == [
        k if counted[k] >= least else -1 for k in keys.tolist()
    ]


def parsed(rows):
    """Return a Doc of rows word/tag/part/head/relation."""
    words, tags, parts, heads, relations = zip(*(row.split("/") for row in rows.split()), strict=True)
    return Doc(
        Vocab(), words=words, tags=tags, pos=parts, heads=[int(head) for head in heads], deps=relations,
        lemmas=[word.lower() for word in words],
    )  # fmt: skip


FOX = parsed(
    "The/DT/DET/1/det fox/NN/NOUN/6/nsubj that/WDT/PRON/3/nsubj stole/VBD/VERB/1/acl:relcl the/DT/DET/5/det "
    "hen/NN/NOUN/3/obj wanted/VBD/VERB/6/ROOT to/TO/PART/8/mark leave/VB/VERB/6/xcomp and/CC/CCONJ/10/cc "
    "sleep/VB/VERB/8/conj"
)
TRADE = parsed(
    "Ann/NNP/PROPN/1/nsubj made/VBD/VERB/1/ROOT a/DT/DET/3/det promise/NN/NOUN/1/obj and/CC/CCONJ/5/cc "
    "asked/VBD/VERB/1/conj Tom/NNP/PROPN/5/obj to/TO/PART/8/mark help/VB/VERB/5/xcomp"
)


@pytest.mark.parametrize(
    ("doc", "predicate", "subject", "way"),
    [
        (FOX, 3, 2, 0), (FOX, 6, 1, 0), (FOX, 8, 1, 4), (FOX, 10, 1, 4), (TRADE, 1, 0, 0), (TRADE, 3, 0, 7),
        (TRADE, 5, 0, 2), (TRADE, 8, 6, 3),
    ],
)  # fmt: skip
def test_shared_subjects(doc, predicate, subject, way):
    t = read_forest(doc)
    assert shared_subject(t, predicate) == (subject, way)


def test_antecedents_of_relative_clauses():
    t = read_forest(FOX)
    assert relative(t, 3) == (1, 1 + 2 + 4)
    assert relative(t, 8)[0] == -1


def plain(function, made=None):
    """Return the Python function of a kernel, with plain functions for the kernels that it calls."""
    made = {} if made is None else made
    if function not in made:
        own = getattr(function, "py_func", function)
        scope = dict(own.__globals__)
        made[function] = FunctionType(own.__code__, scope, own.__name__, own.__defaults__)
        for name, value in list(scope.items()):
            if hasattr(value, "py_func"):
                scope[name] = plain(value, made)
    return made[function]


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@pytest.mark.parametrize("doc", [FOX, TRADE])
def test_compiled_features_equal_those_of_plain_python(doc):
    t = read_forest(doc)
    listed = np.full(len(doc), 7, np.uint8)
    for p in range(len(doc)):
        facts = np.zeros((2, FACTS), np.uint64)
        describe(t, p, facts[0])
        plain(describe)(t, p, facts[1])
        assert facts[0].tolist() == facts[1].tolist()
        some = np.zeros((160, 3), np.int32)
        n = candidates(t, p, some)
        predicate = F.PredicateContext(p, *(np.uint64(number) for number in (5, 6, 7)), 0, facts[0])
        atoms = np.zeros(max(F.ARGUMENT_ATOMS, P.PREDICATE_ATOMS, CUT_ATOMS), np.uint64)
        calls = [
            (P.token_features, P.TOKEN_FEATURES, (t, listed, p, atoms)),
            (P.sense_features, P.SENSE_FEATURES, (t, p, atoms)),
        ]
        for h, up, down in some[:n].tolist():
            calls.append((F.argument_features, F.ARGUMENT_FEATURES, (t, predicate, h, up, down, atoms)))
            for child in t.children[t.first[h] : t.first[h + 1]].tolist():
                calls.append((cut_features, CUT_FEATURES, (t, p, h, 2, child, 0, atoms)))
        for function, capacity, arguments in calls:
            out = np.zeros((2, capacity), np.uint64)
            count = function(*arguments, out[0])
            assert count == plain(function)(*arguments, out[1]) <= capacity
            assert out[0].tolist() == out[1].tolist()
