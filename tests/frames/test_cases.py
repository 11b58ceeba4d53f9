"""Fifty sentences written for the project, with the frames that must be found in them."""

import pytest
from conftest_frames import read_sentences

from symbolic_rc.story import Story

CASES = read_sentences()


def found(story, predicate):
    return [frame for frame in story.frames if story.doc[frame.head].text == predicate]


@pytest.mark.parametrize("case", CASES, ids=[case.text[:40] for case in CASES])
def test_frames_of_sentence(case, models, request):
    if case.fails:
        request.applymarker(pytest.mark.xfail(reason=case.fails, strict=True))
    story = Story.from_text(case.text)
    for predicate, roleset, arguments in case.frames:
        frames = found(story, predicate)
        assert frames, f"{predicate} was not found"
        ours = {a.role: story.doc[a.start : a.end].text for a in frames[0].arguments}
        assert frames[0].roleset == roleset
        assert {role: ours.get(role) for role in arguments} == arguments


def test_there_are_fifty_and_most_hold():
    assert len(CASES) >= 50
    assert 3 * sum(1 for case in CASES if case.fails) < len(CASES)
