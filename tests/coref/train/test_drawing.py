"""How mentions are drawn as LitBank and OntoGUM draw them."""

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import prepare
from symbolic_rc.coref.model import model
from symbolic_rc.coref.train.drawing import as_litbank, as_ontogum


def drawings(text, draw):
    """Return what each mention of a text is drawn as, by its own words."""
    doc = default_pipeline()(text)
    reading = prepare(doc, model().types)
    spans = {c: draw(reading, c) for c in reading.mentions.candidates}
    return {
        doc[c.start : c.end].text: None if span is None else doc[slice(*span)].text
        for c, span in spans.items()
    }


@pytest.mark.parametrize(
    ("text", "mention", "drawn"),
    [
        ("He met Ann Holt, the daughter of a baker.", "Ann Holt, the daughter of a baker", "Ann Holt"),
        ("The tower of London fell.", "The tower of London", "The tower of London"),
        ("The man who sold the mill left.", "The man who sold the mill", "The man who sold the mill"),
        ("She lives in London, which she loves.", "London, which she loves", "London"),
    ],
)
def test_what_is_added_to_a_name_is_no_part_of_it_in_litbank(text: str, mention: str, drawn: str) -> None:
    assert drawings(text, as_litbank)[mention] == drawn


@pytest.mark.parametrize(
    ("text", "mention", "drawn"),
    [
        ("The king's horse fell.", "The king", "The king's"),
        ("The students' horse fell.", "The students", "The students'"),
        ("I told you guys the truth.", "you", "you guys"),
        ("They own the land itself.", "the land", "the land itself"),
        ("They own the land itself.", "itself", None),
        ("He bought himself a horse.", "himself", "himself"),
        ("She was born in Irving, Texas.", "Irving", "Irving, Texas"),
    ],
)
def test_what_belongs_to_a_mention_of_ontogum(text: str, mention: str, drawn: str | None) -> None:
    assert drawings(text, as_ontogum)[mention] == drawn
