"""The checks of files and options that a stranger gives: some of each are handled right."""

import pytest

from eval.first_things.files import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_each_case_is_handled_right(check):
    found = list(check.run(18))
    assert found
    assert all(found)
