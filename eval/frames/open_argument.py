"""What questions written for the project ask for: of which event, in which role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import Query, read_query

CASES = Path(__file__).parents[2] / "tests/frames/cases"


def read_questions(path: Path) -> list[tuple[str, list[str], list[str]]]:
    """Return (question, predicate's words, roles), alternatives apart, of a list of labelled questions."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [(question, words.split("|"), roles.split("|")) for question, words, roles in rows]


def missed(path: Path) -> list[tuple[str, str, str]]:
    """Return the questions whose event or role is not found: with the predicate and role found instead."""
    wrong = []
    for text, words, roles in read_questions(path):
        mark = "@placeholder" if "@placeholder" in text else ""
        query = read_query(Question("q", text, placeholder=mark))
        found = (
            (query.syntax.lowers[fact.token], term.role) for fact, term in query.asked if fact.kind == "event"
        )
        ours = next(found, None) or next(_by_frames(query), ("", ""))
        if ours[0] not in words or ours[1] not in roles:
            wrong.append((text, *ours))
    return wrong


def _by_frames(query: Query) -> Iterator[tuple[str, str]]:
    """Yield the predicates and roles of frames that hold the gap, the shortest argument first."""
    held = [
        (frame, one) for frame in query.frames for one in frame.arguments if one.start <= query.gap < one.end
    ]
    for frame, one in sorted(held, key=lambda pair: pair[1].end - pair[1].start):
        yield query.syntax.lowers[frame.head], one.role


def questions() -> None:
    """Print how often the open argument is found, on each list of questions."""
    for title, name in (
        ("questions that the rules were made with", "questions.tsv"),
        ("questions labelled before any rule was tried on them", "questions_apart.tsv"),
    ):
        total, wrong = len(read_questions(CASES / name)), missed(CASES / name)
        right = total - len(wrong)
        print(f"open argument, {title}: {right} of {total}, {100 * right / total:.1f} %")
        for text, word, role in wrong:
            print(f"    {text}  found: {word} {role}")
