"""Yes and no, and which of two."""

import pytest

import symbolic_rc

TEXT = (
    "Ada Holm kept the mill by the river Orr with her brother Tom. In the spring she sold the wheel to Bo "
    "Finch, a trader. Later Tom left the city by train. He never came back. Ada was lonely, but she did not "
    "complain. The house was old. Nobody painted the door. Bo had no horse."
)


ANSWERS = [
    ("Did Ada sell the wheel?", "yes"),
    ("Did Tom leave the city?", "yes"),
    ("Did Tom come back?", "no"),
    ("Was Ada lonely?", "yes"),
    ("Did Ada complain?", "no"),
    ("Didn't Ada complain?", "no"),
    ("Is Bo Finch a trader?", "yes"),
    ("Was the house new?", "no"),
    ("Was the house old or new?", "old"),
    ("Did Bo have a horse?", "no"),
    ("Did somebody paint the door?", "no"),
]


SET_AGAINST = "Crows are black, whereas gulls are white. Herons dive for fish, but swans graze on weeds. " * 9


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Are gulls black?", "no"),
        ("Are gulls white?", "yes"),
        ("Do swans dive for fish?", "no"),
        ("Do swans graze on weeds?", "yes"),
    ],
)
def test_what_is_set_against_another_is_not_so_of_it(question, answer):
    engine = symbolic_rc.load()
    assert engine.answer(engine.read(SET_AGAINST), question).text == answer


@pytest.mark.parametrize(("question", "answer"), ANSWERS)
def test_yes_or_no_or_which_of_two(question, answer):
    engine = symbolic_rc.load()
    found = engine.answer(engine.read(TEXT), question)
    assert (found.texts, found.spans) == ((answer,), ())
    assert found.rule == ("either" if " or " in question else "yes-or-no")
