"""The second look's kernels beside walks over the templates as they are written."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.annotate.retagging import templates as S
from symbolic_rc.annotate.tagger.tagger import bounds_of, tag_model
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.files.resources import lexicon_path
from tests.models.reference import mix_plain

few = settings(max_examples=25, deadline=None)


def plain_keys(seen, bounds, i, templates):
    """Return the hash of each template at word `i`; places outside of its sentence are 11."""
    start = max(bound for bound in bounds if bound <= i)
    end = min(bound for bound in bounds if bound > i)
    found = []
    for number, template in enumerate(templates):
        key = number * 7919 + 1
        for offset, column in template:
            inside = start <= i + offset < end
            key = mix_plain(key, int(seen[i + offset, column]) if inside else 11)
        found.append(key or 1)
    return found


@few
@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=4),
    st.integers(0, 2**32 - 1),
    st.sampled_from([(S.TEMPLATES, S.SECOND), (S.COUNTED, S.COUNTS)]),
)
def test_keys_are_those_of_the_templates(sizes, seed, which):
    templates, arrays = which
    random = np.random.default_rng(seed)
    bounds = bounds_of(sizes)
    seen = random.integers(1, 2**32, (sum(sizes), S.STYLE + 1)).astype(np.uint32)
    words = np.flatnonzero(random.random(len(seen)) < 0.7)
    out = np.zeros((len(words), len(templates)), np.uint32)
    S.template_keys(seen, bounds, words, *arrays, out)
    assert out.tolist() == [plain_keys(seen, bounds.tolist(), i, templates) for i in words.tolist()]


@pytest.mark.skipif(not lexicon_path("annotate_tagger.lex").is_file(), reason="the model is not there")
def test_the_first_taggers_scores_are_highest_at_its_labels():
    sentences = [text.split() for text in ("Ada saw the mill .", "ada saw it", "A DOG BARKED AT BO .")]
    words = [word for sentence in sentences for word in sentence]
    model, bounds = tag_model(), bounds_of([len(sentence) for sentence in sentences])
    codes, fixed = word_table().both(words)
    labels = model.tag(word_table(), sentences)
    out = np.zeros((len(words), len(model.linear.classes)), np.int32)
    styles = np.zeros(len(words), np.uint32)
    S.label_scores(model.seen(codes, np.arange(len(words))), labels, bounds, out, styles)
    free = fixed < 0
    assert free.sum() > 5
    # but names are kept from words in small letters, where a sentence has capitals
    names = np.array([name.endswith("|PROPN") for name in model.linear.classes])
    common = np.where(names, -1 << 30, out).argmax(1)
    assert ((out.argmax(1) == labels) | (common == labels))[free].all()
    second, ahead = model.doubts(codes, np.arange(len(words)), fixed, bounds, labels)
    at = np.flatnonzero(free)
    apart = (out[at, labels[at]] - out[at, second[at]]) * model.linear.scale
    assert np.allclose(apart[apart >= 0], ahead[at][apart >= 0])
    first = np.isin(np.arange(len(words)), bounds[:-1])
    mixed, small, capitals = styles[1], styles[bounds[1] + 1], styles[bounds[2] + 1]
    assert len({mixed, small, capitals}) == 3
    assert (styles[first] == styles[np.flatnonzero(first) + 1] + 3).all()
