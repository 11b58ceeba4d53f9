"""The suite: templates that can be filled, cases that are the same for the same seed, and kept apart."""

import pytest

from symbolic_rc.behaviour import capabilities, load_templates, make_cases
from symbolic_rc.behaviour.templates import SLOT, words
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.lexicon import names


@pytest.mark.parametrize("capability", list(capabilities()))
def test_every_capability_has_templates_some_of_them_set_aside(capability):
    templates = load_templates(capability)
    assert len(templates) >= 12
    assert len({template.name for template in templates}) == len(templates)
    assert 0 < sum(template.set_aside for template in templates) < len(templates)


@pytest.mark.parametrize("kind", ["mft", "invariance", "direction"])
def test_cases_are_filled_and_the_same_for_the_same_seed(kind):
    templates = load_templates()
    one = make_cases(templates, kind, 15)
    assert one == make_cases(templates, kind, 15)
    assert one != make_cases(templates, kind, 15, seed=1)
    for case in one:
        assert not SLOT.search(case.record.text)
        assert len({question.id for question in case.record.questions}) == len(case.record.questions)
        assert (case.other is None) == (kind == "mft")
    assert len({case.id for case in one}) == len(one)


def test_a_capability_has_as_many_cases_as_are_asked_for():
    cases = make_cases(load_templates("comparison"), "mft", 40)
    assert len(cases) >= 40
    assert all(1 <= case.record.text.count(".") <= 10 for case in cases)


def test_names_have_the_gender_of_the_lexicon():
    for word in words()["female"]:
        assert names().gender(word.text) != "masculine"
    for word in words()["male"]:
        assert names().gender(word.text) != "feminine"


def test_an_unknown_capability_is_an_error():
    with pytest.raises(SymbolicRCError, match="there are:"):
        load_templates("juggling")
