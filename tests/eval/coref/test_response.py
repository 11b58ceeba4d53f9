"""Spans of mentions by the guidelines of LitBank and OntoGUM."""

import numpy as np
import pytest

from eval.coref.response import inner_names, litbank_span, ontogum_span
from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import prepare
from symbolic_rc.coref.model import model
from symbolic_rc.coref.ranker.arrays import Links


def spans(text, delimit):
    """Return the span of each mention of a text, by its own words."""
    doc = default_pipeline()(text)
    document = prepare(doc, model().types)
    found = {c: delimit(document.syntax, c) for c in document.mentions.candidates}
    return {
        doc[c.start : c.end].text: None if span is None else doc[slice(*span)].text
        for c, span in found.items()
    }


@pytest.mark.parametrize(
    ("text", "mention", "expected"),
    [
        ("He met Ann Holt, the daughter of a baker.", "Ann Holt, the daughter of a baker", "Ann Holt"),
        ("The tower of London fell.", "The tower of London", "The tower of London"),
        ("The man who sold the mill left.", "The man who sold the mill", "The man who sold the mill"),
        ("She lives in London, which she loves.", "London, which she loves", "London"),
    ],
)
def test_litbank_excludes_modifiers_of_names(text: str, mention: str, expected: str) -> None:
    assert spans(text, litbank_span)[mention] == expected


@pytest.mark.parametrize(
    ("text", "mention", "expected"),
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
def test_ontogum_spans(text: str, mention: str, expected: str | None) -> None:
    assert spans(text, ontogum_span)[mention] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ministers met in Kenya. Later the Kenya Vision was printed.", {"Kenya": "Kenya"}),
        ("Later the Kenya Vision was printed.", {}),
    ],
)
def test_names_before_nouns_have_a_bearer_elsewhere(text, expected) -> None:
    doc = default_pipeline()(text)
    document = prepare(doc, None)
    n, candidates = len(document.mentions), document.mentions.candidates
    singletons = Links.empty(n)._replace(entity=np.arange(n, dtype=np.int32))
    found = {
        doc[slice(*span)].text: doc[candidates[m].start : candidates[m].end].text
        for span, m in inner_names(document, singletons)
    }
    assert found == expected
