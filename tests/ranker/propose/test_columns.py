"""The ranker sees the same of the rules when it is trained and when it answers."""

import numpy as np

from symbolic_rc.ranker.alignment import align
from symbolic_rc.ranker.default_rules import default_book
from symbolic_rc.ranker.eligible import seen_as
from symbolic_rc.ranker.list_features import ListFeature
from symbolic_rc.ranker.propose import PROPOSERS
from symbolic_rc.ranker.propose.columns import fired_rules
from symbolic_rc.ranker.resolve import open_case, run
from symbolic_rc.ranker.weights import empty
from symbolic_rc.training.fit_ranker import Example, listing


def test_training_and_answering_see_the_same_features(story, asked):
    weights = empty()
    case = run(open_case(story, asked, weights), default_book())
    seen = seen_as(story, asked.understanding)
    example = Example(seen, asked, align(asked, story), np.zeros(len(seen.cand), np.float32))
    found = listing(example, weights.table(""))
    assert len(found.features)
    np.testing.assert_array_equal(found.features, case.shortlist.features)
    np.testing.assert_array_equal(found.overlaps, case.shortlist.overlaps)


def test_the_first_rule_is_the_same_whatever_else_fires(story, asked):
    first = ListFeature.FIRST_RULE
    book = default_book()
    whole = run(open_case(story, asked, empty()), book).shortlist.features[:, first]
    place = [proposer.name for proposer in PROPOSERS].index("word-distance")
    assert place in whole
    book.disable("frame-argument", "frame-predicate", "frame-others")
    assert place in run(open_case(story, asked, empty()), book).shortlist.features[:, first]


def test_a_users_own_rule_has_a_column_after_the_projects(asked):
    found = fired_rules({"mine": np.array([True, False])}, 2, asked)
    assert found.names[-1] == "mine"
    assert found.fired[:, -1].tolist() == [True, False]
    assert found.fired.shape == (2, len(PROPOSERS) + 1)
