"""What events leave so, and what somebody only thinks."""

import pytest

import symbolic_rc

ENGINE = symbolic_rc.load(weights=None)
MOVED = "Greta lived in Lisbon. In 1951 Greta moved to Prague. Odd lived in Riga."
GATE = "Agnes opened the gate. Later Stefan closed it. Bo locked the chest."
MUSEUM = "Before the house became a museum, it was a school."
BELIEF = "William thought that Karl had broken the jug. In truth Henrik had broken it."


@pytest.mark.parametrize(
    ("story", "question", "answer", "rule"),
    [
        (MOVED, "Where does Greta live now?", "Prague", "home"),
        (MOVED, "Where does Greta live?", "Prague", "home"),
        (MOVED, "Where did Greta live at first?", "Lisbon", "home"),
        (MOVED, "Where does Odd live?", "Riga", "stated"),
        (GATE, "Is the gate open?", "no", "outcome"),
        (GATE, "Is the gate closed?", "yes", "outcome"),
        (GATE, "Is the chest locked?", "yes", "outcome"),
        (MUSEUM, "What is the house now?", "a museum", "became"),
        (BELIEF, "Who broke the jug?", "Henrik", "stated"),
        (BELIEF, "Who did William think had broken the jug?", "Karl", "stated"),
    ],
)
def test_what_events_leave_so(story, question, answer, rule):
    found = ENGINE.answer(ENGINE.read(story), question)
    assert (found.text, found.rule) == (answer, rule)


def test_the_proof_tells_what_left_it_so():
    answer = ENGINE.answer(ENGINE.read(GATE), "Is the gate open?")
    assert "That is the last thing that happened to it." in str(answer.trace)
    assert answer.trace.replays
