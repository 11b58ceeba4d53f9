"""Traces and answers in a notebook, and the way back of their evidence from an excerpt."""

from __future__ import annotations

import symbolic_rc
from symbolic_rc.core.answer import Answer
from symbolic_rc.core.excerpt import join_parts
from symbolic_rc.core.record import Record
from symbolic_rc.core.trace import NOT_ASKED, Evidence, Step, Trace
from symbolic_rc.story import Story

STEPS = (
    Step("reason", False, NOT_ASKED),
    Step("stated", False, "no proof found"),
    Step("relation", False, NOT_ASKED),
    Step("called", False, "below"),
    Step("attribute", True, "", {}, ("<b>",), 1),
)
TRACE = Trace("Who <i>?", {}, STEPS, (), ("<b>",), "attribute", (), ("a proof",), (Evidence(2, 4),))


def test_rules_with_one_reason_are_one_line_and_those_not_asked_last() -> None:
    assert TRACE.tried == ("stated: no proof found", "called: below", f"reason, relation: {NOT_ASKED}")


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
    assert page.index("a proof") < page.index("<details>") < page.index("no proof found")


def test_the_rules_render_in_their_order() -> None:
    rules = symbolic_rc.load().rules
    rules.disable(rules.names[0])
    found = rules._repr_html_()
    assert found.index(rules.names[0]) < found.index(rules.names[1])
    assert f"<b>{rules.names[0]}</b> (off)" in found


def test_evidence_goes_back_from_an_excerpt() -> None:
    part = join_parts(Record("s", "abcdefghij"), [(1, 3), (6, 10)], " ")
    assert part.record.text == "bc ghij"
    trace = Trace("?", {}, (), (), ("hi",), "r", (), ("a proof",), (Evidence(4, 6), Evidence(1, 5)))
    found = part.back(Answer(("hi",), ((4, 6),), trace=trace))
    assert found.spans == ((7, 9),)
    assert found.trace is not None
    assert found.trace.evidence == (Evidence(7, 9),)
