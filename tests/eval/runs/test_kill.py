import pytest

from eval.runs.kill import kill_runs


@pytest.mark.parametrize("times", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_killed_and_resumed_runs_end_with_the_same_bytes(times):
    tally = kill_runs(times, stories=40, reader="max-frequency", seed=7)
    assert tally.differ == 0
    assert tally.kills >= times
