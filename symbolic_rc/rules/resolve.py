"""From a question and a story to an answer: the rules of a book in their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.trace import LazyTrace
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import Asked
from symbolic_rc.ranking.alignment import Relation, relate, see
from symbolic_rc.ranking.candidate_view import View
from symbolic_rc.ranking.eligible import seen_as
from symbolic_rc.ranking.weights import Weights
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.rule import Fired, Missed, Rulebook
from symbolic_rc.rules.trace.explain import trace


def open_case(
    story: StoryIndex,
    asked: Asked,
    weights: Weights,
    style: str = "",
    relation: Relation | None = None,
    hidden: NDArray[np.bool_] | None = None,
) -> Case:
    """Return a case with its candidates, before any rule; `hidden` is as `see` takes it."""
    relation = relate(asked, story) if relation is None else relation
    story = seen_as(story, asked.understanding)
    scene = see(story, asked, relation, hidden=hidden)
    return Case(story, asked, relation, weights, style, View(story, asked, scene, relation, hidden))


def run(case: Case, book: Rulebook) -> list[tuple[str, Fired | Missed]]:
    """Let the rules work on a case, stage by stage in their order; return what each did."""
    done: list[tuple[str, Fired | Missed]] = []
    extra: list[tuple[np.ndarray, float]] = []
    for rule in book.of("propose"):
        result = rule.function(case)
        done.append((rule.name, result))
        if isinstance(result, Fired):
            mask = _mask(result.rows, len(case.view))
            case.fired[rule.name] = mask
            if result.score:
                extra.append((mask, result.score))
    for rule in book.of("score"):
        done.append((rule.name, rule.function(case)))
    if extra and len(case.listed):
        for mask, score in extra:
            case.second = case.second + score * mask[case.listed]
        case.chosen = [int(case.listed[int(np.argmax(case.second))])]
        case.preferred = True
    for rule in book.of("decide"):
        done.append((rule.name, rule.function(case)))
    if not case.decided:
        case.decided = credited(case)
    return done


def _mask(rows: object, size: int) -> np.ndarray:
    if isinstance(rows, np.ndarray) and rows.dtype == np.bool_:
        return rows
    mask = np.zeros(size, np.bool_)
    mask[np.asarray(rows, np.int64)] = True
    return mask


def credited(case: Case) -> str:
    """Return the first rule that proposed the winner."""
    if case.chosen:
        for name, mask in case.fired.items():
            if mask[case.chosen[0]]:
                return name
    return "back-off"


def settle(case: Case, done: list[tuple[str, Fired | Missed]]) -> Answer:
    """Return the answer of a case on which the rules have worked; its trace is made when it is asked for."""
    score = float(case.second.max()) if len(case.second) else 0.0
    if case.texts is None:
        places = [case.place(row) for row in case.chosen]
        texts = [(case.story.text[start:end], start, end) for start, end in places]
    else:
        texts = case.texts
    return Answer(
        tuple(text for text, _, _ in texts),
        tuple((start, end) for _, start, end in texts) if all(at >= 0 for _, at, _ in texts) else (),
        score,
        case.decided,
        LazyTrace(trace, case, done, tuple(text for text, _, _ in texts)),  # type: ignore[arg-type]
    )


def resolve(story: StoryIndex, asked: Asked, book: Rulebook, weights: Weights, style: str = "") -> Answer:
    """Answer one free-form question."""
    case = open_case(story, asked, weights, style)
    return settle(case, run(case, book))
