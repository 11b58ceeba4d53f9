"""The ranking of candidates."""

import numpy as np

from symbolic_rc.ranker.alignment import align
from symbolic_rc.ranker.eligible import seen_as
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.weights import empty
from symbolic_rc.train.ranker.fit import Example, listing


def test_training_and_answering_see_the_same_features(story, asked):
    weights = empty()
    ranking = rank(story, asked, weights)
    seen = seen_as(story, asked.understanding)
    example = Example(seen, asked, align(asked, story), np.zeros(len(seen.cand), np.float32))
    found = listing(example, weights.table(""))
    assert len(found.features)
    np.testing.assert_array_equal(found.features, ranking.shortlist.features)
    np.testing.assert_array_equal(found.overlaps, ranking.shortlist.overlaps)


def test_the_best_candidate_is_found_by_its_text(story, asked):
    ranking = rank(story, asked, empty())
    assert ranking.best in ranking.find(ranking.text(ranking.best).upper())
    assert ranking.worth(ranking.best) == ranking.scores.max()
