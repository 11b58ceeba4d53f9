"""Sentences written for the project, with the frames that must be found in them."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from symbolic_rc.story import Story

SENTENCES = Path(__file__).parent / "cases/sentences.txt"


@dataclass
class ParseCase:
    """A sentence with the frames that must be found in it: (predicate, roleset, {role: text})."""

    kind: str
    text: str
    frames: list = field(default_factory=list)
    fails: str = ""


def read_cases():
    cases = []
    for line in SENTENCES.read_text("utf-8").splitlines():
        if line.startswith("["):
            kind, _, text = line[1:].partition("] ")
            cases.append(ParseCase(kind, text))
        elif line.startswith("fails: "):
            cases[-1].fails = line.removeprefix("fails: ")
        elif line and not line.startswith("#"):
            predicate, roleset, *rest = line.split(" ", 2)
            pairs = [pair.split("=", 1) for pair in rest[0].split(" | ")] if rest else []
            cases[-1].frames.append((predicate, roleset, dict(pairs)))
    return cases


CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.text[:40] for case in CASES])
def test_frames_of_sentence(case, request):
    if case.fails:
        request.applymarker(pytest.mark.xfail(reason=case.fails, strict=True))
    story = Story.from_text(case.text)
    for predicate, roleset, arguments in case.frames:
        frame = next((f for f in story.frames if story.doc[f.head].text == predicate), None)
        assert frame, f"{predicate} was not found"
        assert frame.roleset == roleset
        found = {a.role: story.doc[a.start : a.end].text for a in frame.arguments}
        assert {role: found.get(role) for role in arguments} == arguments


def test_at_least_fifty_cases_and_two_thirds_hold():
    assert len(CASES) >= 50
    assert 3 * sum(1 for case in CASES if case.fails) < len(CASES)
