"""Whose a thing is, where a pronoun says it."""

import pytest

import symbolic_rc


@pytest.mark.parametrize(
    ("story", "right"),
    [
        ("The butler saw Martha. His ladder was new.", "The butler"),
        ("Martha saw the butler. His ladder was new.", "the butler"),
        ("Peter met Martha. Her ladder was new.", "Martha"),
    ],
)
def test_a_pronoun_that_owns_is_whom_it_stands_for(story: str, right: str) -> None:
    engine = symbolic_rc.load()
    assert engine.answer(engine.read(story), "Whose ladder was new?").text == right
