from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.record import Answer
from symbolic_rc.retrieve.lexical import MARK, excerpt
from symbolic_rc.story import Story

TEXT = "Ada met Brack.  They sold the mill!\n\nThen Osric — the baker — left; nobody wept."


def test_parts_stand_in_order_with_marks_and_neighbours_join():
    part = excerpt(Story.from_text(TEXT), [(0, 2), (2, 4), (9, 11)])
    assert part.record.text == f"Ada met Brack.{MARK}Then Osric"


@given(st.lists(st.integers(0, 19), min_size=2, max_size=8, unique=True).map(sorted), st.data())
def test_every_span_of_a_part_goes_back_to_the_same_text(cuts, data):
    story = Story.from_text(TEXT)
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    ranges = [(start, min(end, len(story.tokens))) for start, end in pairs if start < len(story.tokens)]
    part = excerpt(story, ranges)
    text = part.record.text
    start = data.draw(st.integers(0, max(0, len(text) - 1)))
    end = data.draw(st.integers(start + 1, len(text))) if text else 0
    back = part.back(Answer((text[start:end],), ((start, end),)))
    for left, right in back.spans:
        assert story.text[left:right] == text[start:end]
    if MARK not in text:
        assert back.spans


def test_a_span_over_a_mark_is_no_span_of_the_story():
    part = excerpt(Story.from_text(TEXT), [(0, 2), (9, 11)])
    text = part.record.text
    assert part.back(Answer((text,), ((0, len(text)),))).spans == ()
