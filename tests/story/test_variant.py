"""A story without a layer has nothing of it, nor of what is read off it; the rest stays."""

from __future__ import annotations

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine
from symbolic_rc.story import Story

TEXT = "Ada Holm kept the red mill. In the spring she sold the wheel to Bo Finch."


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


def test_without_frames_events_are_read_off_syntax_alone(story: Story) -> None:
    part = story.without("frames")
    assert part.frames == ()
    assert {fact.sense for fact in part.facts.of("event")} == {""}
    assert {fact.sense for fact in story.facts.of("event")} == {"keep.01", "sell.01"}, (
        "the story itself stays"
    )
    assert part.doc is story.doc


def test_without_coreference_a_pronoun_means_nobody_else(story: Story) -> None:
    part = story.without("coreference")
    assert len(part.entities) == len(part.mentions) == len(story.mentions)
    assert len(story.entities) < len(story.mentions)
    (answer,) = Engine(weights=None).answer_all(part, [Question("q", "Who sold the wheel?")])
    assert answer.text != "Ada Holm"


def test_without_the_graph_there_are_no_facts(story: Story) -> None:
    part = story.without("graph")
    assert len(part.facts) == part.graph.number_of_edges() == 0
    assert len(part.graph) == len(story.entities)
    assert part.frames == story.frames
    (answer,) = Engine(weights=None).answer_all(part, [Question("q", "Who sold the wheel?")])
    assert answer.rule not in ("stated", "predicate-alone")


def test_an_unknown_layer_is_refused(story: Story) -> None:
    with pytest.raises(SymbolicRCError, match="frames, coreference, graph"):
        story.without("syntax")
