"""Whose a thing is, where a pronoun says it, or what it does."""

import pytest

import symbolic_rc


@pytest.mark.parametrize(
    ("story", "right"),
    [
        ("The butler saw Martha. His ladder fell.", "The butler"),
        ("Martha saw the butler. His ladder fell.", "the butler"),
        ("Peter met Martha. Her ladder fell.", "Martha"),
        ("Joris's ladder stood. Ebba's ladder fell.", "Ebba"),
        ("Ebba has a ladder that fell. Joris has a ladder that stood.", "Ebba"),
    ],
)
def test_whose_it_is(story: str, right: str) -> None:
    engine = symbolic_rc.load()
    assert engine.answer(engine.read(story), "Whose ladder fell?").text == right
