"""What stands for an answer that was written freely: the candidates that are like it."""

import numpy as np

from symbolic_rc.index.story_index import index
from symbolic_rc.story import Story
from symbolic_rc.train.ranker.fit import gold_scores

TEXT = "In May Ada Holm found an old lamp. She sold the lamp for six silver coins at the market."


def targets(answer):
    """Return the candidates that are most like an answer, and how like they are."""
    story = index(Story.from_text(TEXT))
    gold = gold_scores(story, [answer], str.split, articles=False)
    best = np.flatnonzero(gold == gold.max()).tolist()
    return {story.answer_text(one) for one in best}, float(gold.max())


def test_an_answer_that_is_no_span_has_approximate_spans_as_targets():
    found, f1 = targets("six golden coins")
    assert "six silver coins" in found
    assert abs(f1 - 2 / 3) < 1e-6


def test_an_answer_that_is_a_span_is_its_own_target():
    found, f1 = targets("Ada Holm")
    assert "Ada Holm" in found
    assert f1 == 1.0
