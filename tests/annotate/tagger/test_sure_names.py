"""Capitals where no other word would have one stay names, whatever the tree would have."""

from types import SimpleNamespace

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.annotate.tagger.sure_names import SELDOM, sure_names
from symbolic_rc.annotate.words import CAPITAL, CASE, COLUMNS, IN_WORDNET, PARTS, SMALL, TITLED


def test_a_family_is_named():
    doc = default_pipeline()("Mr. Harling kept the bridge. The Harlings were not rich.")
    assert {token.pos_ for token in doc if token.text.startswith("Harling")} == {"PROPN"}


def test_a_name_that_is_a_word_behind_small_letters():
    names = ("JJ|ADJ", "NNP|PROPN")
    codes = np.zeros((5, len(COLUMNS)), np.uint32)
    codes[:, PARTS] = IN_WORDNET
    codes[:, CASE] = (TITLED, SMALL, TITLED, TITLED, TITLED)
    codes[:, CAPITAL] = (1, 1, SELDOM, SELDOM, SELDOM)
    view = SimpleNamespace(codes=codes, bounds=np.array([0, 4, 5]))
    labels = np.ones(5, np.int32)
    assert sure_names(view, labels, names).tolist() == [False, False, True, False, False]
    assert not sure_names(view, np.zeros(5, np.int32), names).any()
    codes[2, CAPITAL] = SELDOM + 1
    assert not sure_names(view, labels, names).any()
