"""An interrupt ends an answer with KeyboardInterrupt; the engine answers afterwards as before."""

from eval.fuzz import interrupts


def test_random_interrupts():
    report = interrupts.run(60, 5)
    assert report.findings == []
    assert report.outcomes == {"interrupted": 60}
