"""Traces replay: the same rules and bindings give the same answer."""

from dataclasses import replace

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.ranker.default_rules import default_book
from symbolic_rc.ranker.resolve import open_case, run, settle
from symbolic_rc.ranker.weights import empty, load_weights
from symbolic_rc.rules.trace.explain import trace as trace_of
from symbolic_rc.rules.trace.replay import replay


def _traced(story, asked, weights, profile=""):
    case = open_case(story, asked, weights, profile)
    return trace_of(case, settle(run(case, default_book())).texts)


def test_a_trace_replays(story, asked):
    trace = _traced(story, asked, empty())
    assert replay(trace, story, asked, default_book(), empty()).answer == trace.answer


def test_a_changed_answer_or_binding_is_told(story, asked):
    trace = _traced(story, asked, empty())
    with pytest.raises(SymbolicRCError, match="does not replay"):
        replay(replace(trace, answer=("Jonas",)), story, asked, default_book(), empty())
    first = next(i for i, step in enumerate(trace.steps) if step.fired)
    steps = list(trace.steps)
    steps[first] = replace(steps[first], bindings={"thing": "the ship"})
    with pytest.raises(SymbolicRCError, match=steps[first].rule):
        replay(replace(trace, steps=tuple(steps)), story, asked, default_book(), empty())


@pytest.mark.parametrize("which", [0, 3, 6, 9])
def test_every_trace_of_an_example_story_replays(which):
    import symbolic_rc
    from symbolic_rc.index.story_index import index

    engine = symbolic_rc.load(profile="jsonl")
    record = [r for r in read("examples", "jsonl") if isinstance(r, Record)][which]
    story, weights = index(engine.read(record)), load_weights()
    for query in engine.ask(record.questions):
        asked = query.parsed
        trace = _traced(story, asked, weights, "jsonl")
        again = replay(trace, story, asked, default_book(), weights, "jsonl")
        assert (again.answer, again.rule, again.candidates) == (trace.answer, trace.rule, trace.candidates)
