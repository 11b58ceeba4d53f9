"""When a rule decides: fitted on what it proposed, beside the ranker."""

import numpy as np
import pytest

from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.confidence import NAMES, learned_lines, read_fits
from symbolic_rc.train import rules as R

SURE, UNSURE = np.zeros(len(NAMES)), np.zeros(len(NAMES))
SURE[0], UNSURE[0] = 1.0, 0.2


def observed(good, right, ranker):
    """Return a question on which `stated` proposes something, and the ranker something else."""
    parts = (SURE if good else UNSURE).copy()
    return {
        "stated": [R.ProposalOutcome(parts, float(parts[0]), right, ("a rule's",))],
        R.RANKER: [R.ProposalOutcome(UNSURE.copy(), 0.5, ranker, ("the ranker's",))],
    }


def many(count, *given):
    return [observed(*given) for _ in range(count)]


def fitted(questions, others=()):
    """Return what is learned, with the questions in three parts."""
    return R.fit_rules(questions, [i % 3 for i in range(len(questions))], others).fits


@pytest.fixture
def questions():
    """Where the rule is strong it is right, where it is weak the ranker is."""
    return many(200, True, 1.0, 0.0) + many(200, False, 0.0, 1.0)


def test_a_rule_decides_only_where_it_is_right_more_often(questions):
    fits = fitted(questions)
    assert R.decides(questions[0], fits)[0] == "stated"
    assert R.decides(questions[-1], fits)[0] == R.RANKER
    lines = list(R.report(questions, lambda i: fits, "quoref"))
    assert lines[-1].startswith("all: 100.00")


def test_a_rule_that_is_worse_never_decides():
    fits = fitted(many(80, True, 0.0, 1.0))
    assert fits["stated"].threshold == R.NEVER
    assert R.decides(observed(True, 0.0, 1.0), fits)[1].texts == ("the ranker's",)


def test_a_rule_that_is_as_good_as_the_ranker_decides():
    fits = fitted(many(80, True, 1.0, 1.0))
    assert R.decides(observed(True, 1.0, 1.0), fits)[0] == "stated"


def test_rules_decide_at_a_small_cost_but_not_at_a_large_one():
    little = fitted(many(2000, True, 0.999, 1.0))
    assert R.decides(observed(True, 0.999, 1.0), little)[0] == "stated"
    much = fitted(many(2000, True, 0.8, 1.0))
    assert R.decides(observed(True, 0.8, 1.0), much)[0] == R.RANKER


def test_what_is_gained_in_one_data_set_pays_for_no_loss_in_another():
    questions = many(1000, True, 1.0, 0.0) + many(1000, False, 0.9, 1.0)
    sets = ["made up"] * 1000 + ["real"] * 1000
    parts = [i % 3 for i in range(2000)]
    real = observed(False, 0.9, 1.0)
    assert R.decides(real, R.fit_rules(questions, parts).fits)[0] == "stated"
    assert R.decides(real, R.fit_rules(questions, parts, sets=sets).fits)[0] == R.RANKER


def test_where_too_little_was_proposed_others_tell_else_the_declared_threshold_stands(questions):
    few = many(5, True, 1.0, 0.0)
    assert "stated" not in fitted(many(10, False, 0.0, 1.0) + few)
    learned = fitted(many(30, True, 1.0, 0.0), questions)
    assert R.decides(few[0], learned)[0] == "stated"


def test_what_was_learned_is_read_as_it_was_written(questions):
    learned = R.fit_rules(questions, [i % 3 for i in range(len(questions))])
    about = {"rules": {"quoref": {name: fit.to_json() for name, fit in learned.fits.items()}}}
    weights = EngineWeights({}, about=about, confidences={"quoref": learned.trees})
    again = read_fits(weights, "quoref")["stated"]
    assert again.confidences([SURE]) == pytest.approx(learned.fits["stated"].confidences([SURE]), abs=1e-4)
    assert read_fits(weights, "plain") == {}
    assert "right in 50 %" in next(learned_lines(weights, "quoref", ["stated"]))


def test_confidences_that_are_right_have_no_error():
    sure = np.array([0.1, 0.1, 0.9, 0.9])
    assert R.calibration_error(sure, sure) == pytest.approx(0.0)
    assert R.calibration_error(sure, 1.0 - sure) == pytest.approx(0.8)
