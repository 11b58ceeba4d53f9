"""The ranking of candidates."""

import numpy as np

from symbolic_rc.ranker.eligible import eligible_candidates
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.ranker.weights import empty
from symbolic_rc.train.ranker.fit import Example, listing


def test_training_and_answering_see_the_same_features(story, asked):
    weights = empty()
    ranking = rank(story, asked, weights)
    seen = eligible_candidates(story, asked.understanding)
    example = Example(seen, asked, match_question(asked, story), np.zeros(len(seen.cand), np.float32))
    found = listing(example, weights.table(""))
    assert len(found.features)
    np.testing.assert_array_equal(found.features, ranking.shortlist.features)
    np.testing.assert_array_equal(found.overlaps, ranking.shortlist.overlaps)


def test_the_best_candidate_is_found_by_its_text(story, asked):
    ranking = rank(story, asked, empty())
    assert ranking.best in ranking.find(ranking.text(ranking.best).upper())
    assert ranking.worth(ranking.best) == ranking.scores.max()
