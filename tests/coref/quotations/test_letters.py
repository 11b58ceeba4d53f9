"""Letters, emails and dialogues with names before their lines: who says I, and to whom."""

import pytest

import symbolic_rc

LETTER = "Dear {to},\n\nI mended the {thing} on Monday. You forgot the cart.\n\n{close},\n{by}\n"
EMAIL = (
    "From: {by} Holm <{by}@mill.org>\nTo: {to} Orr <{to}@mill.org>\nSubject: News\n\nHi {to},\n\n"
    "I mended the {thing} on Monday.\n\n> I need the boat.\n\nBest wishes,\n{by}\n"
)


@pytest.mark.parametrize("close", ["Yours", "Best wishes", "With love", "Kind regards", "Your old friend"])
@pytest.mark.parametrize(("by", "to", "thing"), [("Peter", "Nora", "wheel"), ("Ida", "Karl", "gate")])
def test_the_writer_says_i_and_the_reader_is_you(by: str, to: str, thing: str, close: str) -> None:
    engine = symbolic_rc.load()
    story = engine.read(LETTER.format(by=by, to=to, thing=thing, close=close))
    assert by in engine.answer(story, f"Who mended the {thing}?").text
    assert to in engine.answer(story, "Who forgot the cart?").text


@pytest.mark.parametrize("gap", ["\n\n", " "])
def test_what_an_email_cites_is_its_readers(gap: str) -> None:
    engine = symbolic_rc.load()
    story = engine.read(EMAIL.format(by="Karl", to="Ada", thing="wheel").replace(",\n\n", f",{gap}"))
    assert "Karl" in engine.answer(story, "Who mended the wheel?").text
    assert "Ada" in engine.answer(story, "Who needs the boat?").text


@pytest.mark.parametrize(("one", "other"), [("Tom", "Ann"), ("W", "M"), ("Mr. Orr", "Ida")])
def test_the_name_before_a_line_speaks_it(one: str, other: str) -> None:
    engine = symbolic_rc.load()
    story = engine.read(f"{one}: I sold the mill.\n{other}: I bought a horse.\n{one}: I see.\n")
    assert one.split()[-1] in engine.answer(story, "Who sold the mill?").text
    assert other in engine.answer(story, "Who bought a horse?").text


def test_a_colon_alone_makes_no_dialogue() -> None:
    text = "Note: the mill is old. Ada sold it.\nShe left. Bo wept: it was his home."
    assert not symbolic_rc.load().read(text).resolution.quotations
