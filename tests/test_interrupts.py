"""An interrupt ends an answer with KeyboardInterrupt; the engine answers afterwards as before."""

import pytest

from eval.fuzz import interrupts


@pytest.mark.parametrize("count", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_random_interrupts(count):
    report = interrupts.run(count, 5)
    assert report.findings == []
    assert report.outcomes == {"interrupted": count}
