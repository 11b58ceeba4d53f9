"""Plain questions about plain sentences, generated: who gave whom what, where, when, in whatever order."""

import itertools
import re

import pytest

import symbolic_rc

_GIVERS = ("Marek", "Captain Oduya", "a young waitress")
_TAKERS = ("Sofia", "Dr. Hale", "the plumber")
_THINGS = ("the blue vase", "a box of nails", "three tickets")
_VERBS = (
    ("gave", "give", "given"),
    ("lent", "lend", "lent"),
    ("showed", "show", "shown"),
    ("offered", "offer", "offered"),
)
_TAILS = ("on Tuesday evening", "in 1987", "at the railway station", "before breakfast")
_FORMS = (
    "{Who} {past} {to} {what} {tail}.",
    "{Who} {past} {what} to {to} {tail}.",
    "{What} {be} {done} to {to} by {who} {tail}.",
)
_LEADS = re.compile(r"(?:the|a|an|to|by|on|in|at|before) ")


def _bare(text: str) -> str:
    return _LEADS.sub("", _LEADS.sub("", text.lower()))


def _cases() -> list[tuple[str, list[tuple[str, str]]]]:
    found = []
    every = itertools.product(_GIVERS, _TAKERS, _THINGS, _VERBS, _FORMS)
    for number, (who, to, what, (past, base, done), form) in enumerate(every):
        tail, be = _TAILS[number % len(_TAILS)], "were" if what.startswith("three") else "was"
        words = {"who": who, "to": to, "what": what, "past": past, "done": done, "tail": tail, "be": be}
        words |= {"Who": who[0].upper() + who[1:], "What": what[0].upper() + what[1:]}
        asked = [
            (f"Who {past} {what} to {to}?", who),
            (f"What did {who} {base} {to}?", what),
            (f"To whom did {who} {base} {what}?", to),
            (f"Who was {done} {what}?", to),
            (f"What was {done} to {to}?", what),
            (f"{'Where' if 'station' in tail else 'When'} did {who} {base} {what} to {to}?", tail),
        ]
        found.append((form.format(**words), asked))
    return found


@pytest.mark.parametrize("part", range(4))
def test_who_gave_whom_what(part: int) -> None:
    engine, wrong, asked = symbolic_rc.load(), [], 0
    for text, questions in _cases()[part::16]:
        story = engine.read(text)
        for question, right in questions:
            found = engine.answer(story, question)
            asked += 1
            if _bare(found.text) != _bare(right):
                wrong.append((text, question, found.text))
    assert len(wrong) <= 0.06 * asked, wrong


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Adults pay £7, students £4, and children nothing.", "How much do students pay?", "£4"),
        ("The shop shuts at half past five.", "When does the shop shut?", "half past five"),
        ("Molten rock, called magma, rises there.", "What is magma?", "Molten rock"),
        ("The girls came. Most of them saw the smoke. Ida saw Bo.", "Who saw the smoke?", "Most of them"),
        ("Ada taught Luz how to skate.", "What did Ada teach Luz?", "how to skate"),
        ("Bo left two days ago.", "When did Bo leave?", "two days ago"),
        ("Ida has three brothers and a dog.", "How many brothers does Ida have?", "three"),
        ("Ida would rather be a cook. Emil is a nurse.", "What does Emil do?", "a nurse"),
        ("The old man, who was asleep, had the keys.", "Was the old man awake?", "no"),
    ],
)  # fmt: skip
def test_an_answer_has_its_own_ends(text: str, question: str, right: str) -> None:
    engine = symbolic_rc.load()
    assert _bare(engine.answer(engine.read(text), question).text) == _bare(right)
