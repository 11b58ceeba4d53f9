"""The unfitted reader answers every kind of question and says which rule decided."""

from __future__ import annotations

from symbolic_rc.core.record import Question
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story

STORY = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch. Karl slept."


def test_free_choice_and_cloze_questions() -> None:
    reader = load_reader("symbolic:rules")
    story = Story.from_text(STORY)
    answers = reader.answer_all(
        story,
        [
            Question("1", "Who sold the wheel?"),
            Question("2", "Who sold the wheel?", choices=("Karl", "Ada Holm", "the mill")),
            Question("3", "@placeholder kept the mill", placeholder="@placeholder"),
        ],
    )
    assert [answer.text for answer in answers] == ["Ada Holm"] * 3
    assert answers[0].rule == "stated"
    assert [STORY[a:b] for a, b in answers[0].spans] == ["Ada Holm"]


def test_ranking_prefers_what_the_rules_find() -> None:
    reader = load_reader("symbolic:rules")
    scores = reader.rank(Story.from_text(STORY), Question("1", "Who sold the wheel?"), ["Karl", "Ada Holm"])
    assert scores.argmax() == 1
