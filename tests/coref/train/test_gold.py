"""How mentions are drawn as LitBank draws them."""

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import prepare
from symbolic_rc.coref.model import model
from symbolic_rc.coref.train.gold import drawn


@pytest.mark.parametrize(
    ("text", "mention", "without"),
    [
        ("He met Ann Holt, the daughter of a baker.", "Ann Holt, the daughter of a baker", "Ann Holt"),
        ("The tower of London fell.", "The tower of London", "The tower of London"),
        ("The man who sold the mill left.", "The man who sold the mill", "The man who sold the mill"),
        ("She lives in London, which she loves.", "London, which she loves", "London"),
    ],
)
def test_what_is_added_to_a_name_is_no_part_of_it(text: str, mention: str, without: str) -> None:
    doc = default_pipeline()(text)
    reading = prepare(doc, model().types)
    found = {doc[c.start : c.end].text: c for c in reading.mentions.candidates}
    assert mention in found
    candidate = found[mention]
    assert doc[candidate.start : drawn(reading, candidate)].text == without
