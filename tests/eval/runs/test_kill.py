from eval.runs.kill import kill_runs


def test_killed_and_resumed_runs_end_with_the_same_bytes():
    tally = kill_runs(times=4, stories=40, reader="max-frequency", seed=7)
    assert tally.differ == 0
    assert tally.kills >= 4
