"""The lexicon of converse verbs."""

from __future__ import annotations

from symbolic_rc.lexicon.converses import converses


def verbs(verb: str) -> set[str]:
    return {other for one in converses()[verb] for other in one.verbs}


def test_converses_go_both_ways_and_entailments_one_way() -> None:
    assert "buy" in verbs("sell")
    assert "sell" in verbs("buy")
    assert "kill" in verbs("die")
    assert "kill" not in converses()


def test_roles_are_turned() -> None:
    (one,) = converses()["borrow"]
    assert one.roles == {"ARG0": "ARG2", "ARG1": "ARG1", "ARG2": "ARG0"}
    assert any(
        one.roles == {"ARG0": "ARG1", "ARG2": "ARG0", "ARG1": "ARGM-LOC"} for one in converses()["lose"]
    )


def test_who_marries_is_married() -> None:
    assert verbs("marry") == {"marry"}
