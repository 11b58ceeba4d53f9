"""The table of behavioural checks."""

from eval import behaviour
from symbolic_rc.behaviour import capabilities
from symbolic_rc.core.record import Answer


def test_the_table_has_a_row_for_every_capability(monkeypatch, capsys):
    class Stubborn:
        def answer_all(self, story, questions):
            return [Answer(("a heron",)) for _ in questions]

    monkeypatch.setattr(behaviour, "load_reader", lambda name, options: Stubborn())
    behaviour.main(["stubborn", "--cases", "1"])
    text = capsys.readouterr().out
    assert all(f"| {capability} | 100.0 | 100.0 |" in text for capability in capabilities())
    assert "invariance: an answer that must stay | 0.0 |" in text
