"""Facts of place: what is in, at, above, north of what; what is only possible, what is denied."""

from __future__ import annotations

import pytest

from symbolic_rc.graph.facts.reading.space import PlaceWords, place_words
from symbolic_rc.story import Story


def told(text: str) -> list[str]:
    facts = Story.from_text(text).facts
    return [facts.describe(fact) for fact in facts.of("relation") if fact.sense == "space"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The barn is north of the mill.", "relation:north of(subject=The barn, of=the mill)"),
        ("The green cup is to the left of the bowl.", "left of(subject=The green cup, of=the bowl)"),
        ("The lamp is above the wooden chest.", "above(subject=The lamp, of=the wooden chest)"),
        ("The sack of nails fits inside the crate.", "fits in(subject=The sack of nails"),
        ("The cup fits in the box of nails.", "fits in(subject=The cup, of=the box of nails"),
        ("Ida is in the cellar.", "in(subject=Ida"),
    ],
)
def test_places_are_read(text: str, fact: str) -> None:
    assert any(fact in one for one in told(text))


def test_alternatives_are_possible_and_denials_denied() -> None:
    either = told("Ida is either in the cellar or the barn.")
    assert len(either) == 2
    assert all("(possible)" in one for one in either)
    for words in ("Ida is no longer in the barn.", "Ida has never been in the barn."):
        (gone,) = told(words)
        assert gone.startswith("not relation:in(subject=Ida")


def test_states_of_mind_are_no_places() -> None:
    assert told("Ida was in love.") == []


def test_words_of_place() -> None:
    assert place_words(["in", "front", "of", "it"], 0) == PlaceWords("in front of", 3)
    assert place_words(["east", "of", "it"], 0) == PlaceWords("east of", 2)
    assert place_words(["with", "it"], 0) is None
