"""Traces and answers in a notebook, and the way back of their evidence from an excerpt."""

from __future__ import annotations

import pytest

import symbolic_rc
from symbolic_rc.core.excerpt import join_parts
from symbolic_rc.core.record import Answer, Record
from symbolic_rc.core.trace import Evidence, Trace, TriedRule
from symbolic_rc.core.trace.text import NOT_ASKED
from symbolic_rc.story import Story

TRACE = Trace(
    "Who <i>?",
    ("<b>",),
    "attribute",
    rests_on="guess",
    evidence=(Evidence(2, 4),),
    tried=(
        TriedRule("reason", missed="asks why"),
        TriedRule("stated"),
        TriedRule("relation", missed="names a relation"),
        TriedRule("called", 0.5, 0.75),
    ),
)


def test_rules_with_one_reason_are_one_line_and_those_not_asked_last() -> None:
    below = "called: its best proof, 0.50, is below its threshold of 0.75"
    assert TRACE.tried_lines == ("stated: no proof found", below, f"reason, relation: {NOT_ASKED}")


def test_what_is_no_trace_is_told() -> None:
    assert Trace.from_dict(TRACE.to_dict()) == TRACE
    for wrong in ({}, {"question": "Who?", "steps": []}, {"question": "Who?", "facts": [{"id": "x"}]}):
        with pytest.raises(ValueError, match=r"question|steps|facts"):
            Trace.from_dict(wrong)


def test_what_renders_in_a_notebook_is_escaped() -> None:
    for shown in (
        TRACE,
        Answer(("<b>",), rule="x"),
        Answer(("<b>",), trace=TRACE),
        Story.from_text("<i>\nb"),
    ):
        found = shown._repr_html_()
        assert "<i>" not in found
        assert "&lt;" in found
    page = TRACE._repr_html_()
    assert page.index("it is a guess") < page.index("<details>") < page.index("no proof found")


def test_the_rules_render_in_their_order() -> None:
    rules = symbolic_rc.load().rules
    rules.disable(rules.names[0])
    found = rules._repr_html_()
    assert found.index(rules.names[0]) < found.index(rules.names[1])
    assert f"<b>{rules.names[0]}</b> (off)" in found


def test_evidence_goes_back_from_an_excerpt() -> None:
    part = join_parts(Record("s", "abcdefghij"), [(1, 3), (6, 10)], " ")
    assert part.record.text == "bc ghij"
    trace = Trace("?", ("hi",), "r", evidence=(Evidence(4, 6), Evidence(1, 5)))
    found = part.back(Answer(("hi",), ((4, 6),), trace=trace))
    assert found.spans == ((7, 9),)
    assert found.trace is not None
    assert found.trace.evidence == (Evidence(7, 9),)
