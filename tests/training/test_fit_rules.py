"""When a rule decides: fitted on what it proposed, beside the ranker."""

import numpy as np
import pytest

from symbolic_rc.rules.confidence import NAMES, RuleFit, learned_lines, read_fits
from symbolic_rc.training.fit_rules import NEVER, RANKER, Seen, calibration_error, decides, fit_rules, report

SURE, UNSURE = np.zeros(len(NAMES)), np.zeros(len(NAMES))
SURE[0], UNSURE[0] = 1.0, 0.2


def observed(good, right, ranker):
    """Return a question on which `stated` proposes something, and the ranker something else."""
    parts = SURE if good else UNSURE
    return {
        "stated": [Seen(parts, float(parts[0]), right, ("a rule's",))],
        RANKER: [Seen(UNSURE, 0.5, ranker, ("the ranker's",))],
    }


@pytest.fixture
def questions():
    """Where the rule is strong it is right, where it is weak the ranker is."""
    return [observed(True, 1.0, 0.0)] * 60 + [observed(False, 0.0, 1.0)] * 60


def test_a_rule_decides_only_where_it_is_right_more_often(questions):
    fits = fit_rules(questions)
    assert decides(questions[0], fits)[0] == "stated"
    assert decides(questions[-1], fits)[0] == RANKER
    lines = list(report(questions, lambda i: fits, "quoref"))
    assert lines[-1].startswith("all: 100.00")


def test_a_rule_that_is_worse_never_decides():
    fits = fit_rules([observed(True, 0.0, 1.0)] * 80)
    assert fits["stated"].threshold == NEVER
    assert decides(observed(True, 0.0, 1.0), fits)[1].texts == ("the ranker's",)


def test_where_the_ranker_agrees_a_rule_proves_what_is_usually_right():
    agreed = SURE.copy()
    agreed[NAMES.index("the ranker agrees")] = 1.0
    same = {
        "stated": [Seen(agreed, 1.0, 1.0, ("the same",))],
        RANKER: [Seen(UNSURE, 0.5, 1.0, ("the same",))],
    }
    fits = fit_rules([same] * 80 + [observed(True, 0.0, 1.0)] * 80)
    assert decides(same, fits)[0] == "stated"
    assert decides(observed(True, 0.0, 1.0), fits)[0] == RANKER


def test_of_what_proposed_too_little_others_tell_whether_it_decides(questions):
    few = [observed(True, 1.0, 0.0)] * 5
    assert "stated" not in fit_rules(few)
    assert decides(few[0], fit_rules(few, questions))[0] == "stated"
    assert fit_rules(few, few)["stated"].never


def test_what_was_learned_is_read_as_it_was_written(questions):
    fit = fit_rules(questions)["stated"]
    about = {"rules": {"quoref": {"stated": fit.to_json()}, "": {}}}
    again = read_fits(about, "quoref")["stated"]
    assert again.confidence(SURE) == pytest.approx(fit.confidence(SURE), abs=1e-4)
    assert read_fits(about, "plain") == {}
    assert "strength" in next(learned_lines(about, "quoref", ["stated"]))


def test_confidences_that_are_right_have_no_error():
    sure = np.array([0.1, 0.1, 0.9, 0.9])
    assert calibration_error(sure, sure) == pytest.approx(0.0)
    assert calibration_error(sure, 1.0 - sure) == pytest.approx(0.8)


def test_a_threshold_above_one_is_never_reached():
    assert RuleFit(np.zeros(len(NAMES)), 100.0, NEVER).confidence(SURE) < NEVER
