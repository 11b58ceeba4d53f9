"""Which phrases are mentions, and where they begin and end."""

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import prepare
from symbolic_rc.coref.model import model


def mentions(text: str) -> dict[str, str]:
    """Return the mentions of a text, each with its kind."""
    doc = default_pipeline()(text)
    return {doc[c.start : c.end].text: c.kind for c in prepare(doc, model().types).mentions.candidates}


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("She studied at the University of California.", "the University of California", "California"),
        ("He met the Secretary of State.", "the Secretary of State", "State"),
    ],
)
def test_a_part_of_a_name_does_not_stand_for_the_name(text: str, whole: str, part: str) -> None:
    found = mentions(text)
    assert found[whole] == found[part] == "name"
    assert whole.removeprefix("the ") not in found


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("They found the second quartile (Q2) at once.", "the second quartile (Q2)"),
        ("He wrote down the word “ding” again.", "the word “ding”"),
    ],
)
def test_what_closes_a_bracket_or_quotation_stays(text: str, mention: str) -> None:
    assert mention in mentions(text)


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("Many of the men left.", "Many of the men"),
        ("One of the riders fell.", "One of the riders"),
        ("She knew most of them.", "most of them"),
    ],
)
def test_a_part_of_several_is_a_mention(text: str, mention: str) -> None:
    assert mentions(text)[mention] == "nominal"


def test_let_us_when_it_is_short() -> None:
    assert mentions("Let's go home.")["'s"] == "pronoun"
