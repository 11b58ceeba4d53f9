"""The examples in the docstrings hold, for every public name."""

import doctest
from importlib import import_module

import pytest

from symbolic_rc import score


@pytest.mark.parametrize("module", sorted(set(score._PLACES) - {"spans"}))
def test_examples_hold(module: str) -> None:
    result = doctest.testmod(import_module(f"symbolic_rc.score.{module}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_every_name_loads() -> None:
    assert sorted(score.__all__) == sorted(score._MODULES)
    for name in score.__all__:
        assert callable(getattr(score, name))
