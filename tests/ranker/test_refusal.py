"""When to refuse."""

import numpy as np

from symbolic_rc.ranker.refusal import NO_ANSWER_FEATURES, fit, sample


def test_the_careful_threshold_refuses_no_more_than_it_may():
    random = np.random.default_rng(1)
    there = random.normal(1.0, 1.0, (400, len(NO_ANSWER_FEATURES)))
    gone = random.normal(0.0, 1.0, (400, len(NO_ANSWER_FEATURES)))
    learned, lines = fit(there, gone, most_lost=0.1)
    value = 1.0 / (1.0 + np.exp(-(there @ np.array(learned["weights"]) + learned["bias"])))
    assert 0.05 < (value > learned["careful threshold"]).mean() <= 0.1001
    other = 1.0 / (1.0 + np.exp(-(gone @ np.array(learned["weights"]) + learned["bias"])))
    assert (value <= learned["threshold"]).mean() + (other > learned["threshold"]).mean() > 1.8
    assert len(lines) > 5


def test_samples_are_seeded():
    assert sample(5, 10, 1) == range(5)
    assert list(sample(100, 10, 1)) == list(sample(100, 10, 1))
