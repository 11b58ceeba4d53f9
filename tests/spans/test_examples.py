"""The examples in the docstrings hold, for every public name."""

import doctest
from importlib import import_module

import pytest

from symbolic_rc import spans


@pytest.mark.parametrize("module", sorted(set(spans._PLACES) - {"ranked"}))
def test_examples_hold(module: str) -> None:
    result = doctest.testmod(import_module(f"symbolic_rc.spans.{module}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_every_name_loads() -> None:
    assert sorted(spans.__all__) == sorted(spans._MODULES)
    for name in spans.__all__:
        assert callable(getattr(spans, name))
