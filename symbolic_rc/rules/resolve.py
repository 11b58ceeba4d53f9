"""From a question and a story to an answer: the rules of a book in their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.trace import LazyTrace
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranking.alignment import align
from symbolic_rc.ranking.arrays import Alignment
from symbolic_rc.ranking.candidate_view import CandidateView
from symbolic_rc.ranking.eligible import seen_as
from symbolic_rc.ranking.scene import see
from symbolic_rc.ranking.weights import EngineWeights
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.rule import Fired, Missed, Rulebook
from symbolic_rc.rules.trace.explain import trace


def open_case(
    story: StoryIndex,
    asked: ParsedQuestion,
    weights: EngineWeights,
    profile: str = "",
    alignment: Alignment | None = None,
    hidden: NDArray[np.bool_] | None = None,
) -> Case:
    """Return a case with its candidates, before any rule; `hidden` is as `see` takes it."""
    alignment = align(asked, story) if alignment is None else alignment
    story = seen_as(story, asked.understanding)
    scene = see(story, asked, alignment, hidden=hidden)
    view = CandidateView(story, asked, scene, alignment, hidden)
    return Case(story, asked, alignment, weights, profile, view)


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
            case.reranked = case.reranked + score * mask[case.listed]
        case.chosen = [int(case.listed[int(np.argmax(case.reranked))])]
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
    score = float(case.reranked.max()) if len(case.reranked) else 0.0
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


def resolve(
    story: StoryIndex, asked: ParsedQuestion, book: Rulebook, weights: EngineWeights, profile: str = ""
) -> Answer:
    """Answer one free-form question."""
    case = open_case(story, asked, weights, profile)
    return settle(case, run(case, book))
