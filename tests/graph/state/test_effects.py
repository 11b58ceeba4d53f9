"""What verbs do to the state of a story, by VerbNet's classes."""

from __future__ import annotations

import pytest

from symbolic_rc.graph.state.events import effect_of, passes_on


@pytest.mark.parametrize(
    ("lemma", "sense", "with_object", "effect"),
    [
        ("wander", "", False, "moves"),
        ("return", "return.01", False, "moves"),
        ("buy", "buy.01", True, "gets"),
        ("pick", "pick_up.04", True, "gets"),
        ("lend", "lend.01", True, "gives"),
        ("fling", "", True, "puts"),
        ("own", "own.01", True, "has"),
        ("see", "see.01", True, ""),
        ("love", "love.01", True, ""),
    ],
)
def test_effects(lemma: str, sense: str, with_object: bool, effect: str) -> None:
    assert effect_of(lemma, sense, with_object) == effect


def test_what_can_be_giving_is_giving_where_somebody_gets_it() -> None:
    assert effect_of("pass", "pass.03", True, to_somebody=True) == "gives"


def test_rescuing_passes_nothing_on() -> None:
    assert passes_on("receive")
    assert passes_on("hand")
    assert not passes_on("rescue")
