"""Rules that propose, on a small story."""

import numpy as np

from symbolic_rc.rules.proposing import PROPOSERS, fire_all
from symbolic_rc.rules.relation import relate, see
from symbolic_rc.rules.view import View


def proposals(story, asked):
    relation = relate(asked, story)
    view = View(story, asked, see(story, asked, relation), relation)
    fired, reasons = fire_all(view, PROPOSERS)
    return {
        rule.name: ({view.text(int(row)) for row in np.flatnonzero(fired[:, r])}, reasons[r])
        for r, rule in enumerate(PROPOSERS)
    }


def test_the_subject_of_the_same_verb(story, asked):
    found = proposals(story, asked)
    assert found["same-relation"][0] == {"Marta"}
    assert "Marta" in found["who-person"][0]


def test_rules_say_what_failed(story, asked):
    found = proposals(story, asked)
    assert found["when-time"] == (set(), "the question asks for time")
    assert found["graph-relation"][1] == "the question names a relation"
