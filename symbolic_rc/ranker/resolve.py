"""From a question and a story to an answer: the rules of a book in their order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.alignment import align
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, Alignment, Proposed
from symbolic_rc.ranker.candidate_view import CandidateView
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.eligible import seen_as
from symbolic_rc.ranker.rule import Decision, Fired, Missed, Ranked, RankerBook, RankerRule, Result
from symbolic_rc.ranker.scene import see
from symbolic_rc.ranker.weights import EngineWeights

_DECIDED = Missed("another rule has decided")


def open_case(
    story: StoryIndex,
    asked: ParsedQuestion,
    weights: EngineWeights,
    profile: str = "",
    alignment: Alignment | None = None,
    hidden: NDArray[np.bool_] | None = None,
    proposed: Proposed = NOTHING_PROPOSED,
) -> RankedCase:
    """Return a case with its candidates, before any rule; `hidden` is as `see` takes it."""
    alignment = align(asked, story) if alignment is None else alignment
    story = seen_as(story, asked.understanding)
    scene = see(story, asked, alignment, hidden=hidden)
    view = CandidateView(story, asked, scene, alignment, hidden)
    return RankedCase(story, asked, alignment, weights, profile, view, proposed=proposed)


def run(case: RankedCase, book: RankerBook) -> RankedCase:
    """Let the rules work on a case, stage by stage in their order; return it with what they did."""
    score(case, book)
    for stage in ("decide", "word"):
        _decisions(case, book, stage)
    if not case.decided:
        case.decided = credited(case)
    return case


def score(case: RankedCase, book: RankerBook) -> RankedCase:
    """Let the rules propose and score candidates; the best one is chosen, nothing is decided."""
    extra = np.zeros(len(case.view))
    for rule in book.of("propose"):
        result = _done(case, rule, rule.function(case))
        if isinstance(result, Fired):
            case.fired[rule.name] = _mask(result.rows, len(case.view))
            if result.score:
                extra += result.score * case.fired[rule.name]
    for rule in book.of("score"):
        result = _done(case, rule, rule.function(case))
        if isinstance(result, Ranked):
            case.shortlist = case.shortlist if result.shortlist is None else result.shortlist
            case.reranked, case.chosen = result.scores, list(result.rows)[:1]
    if extra.any() and len(case.listed):
        case.reranked = case.reranked + extra[case.listed]
        case.chosen = [int(case.listed[int(np.argmax(case.reranked))])]
        case.preferred = True
    return case


def _decisions(case: RankedCase, book: RankerBook, stage: str) -> None:
    for rule in book.of(stage):
        result = _done(case, rule, _DECIDED if case.texts is not None else rule.function(case))
        if isinstance(result, Decision):
            _decide(case, rule, result)


def worded(case: RankedCase, row: int) -> list[tuple[str, int, int]]:
    """Return a candidate in the wording of the data set's answers, with character offsets.

    Parameters
    ----------
    case : RankedCase
        On which the rules have worked; those that word it do so again.
    row : int
        The candidate that is answered.
    """
    own = replace(case, done=[], chosen=[row], texts=None, decided="")
    _decisions(own, RankerBook([rule for rule, _ in case.done]), "word")
    return texts_of(own)


def _done(case: RankedCase, rule: RankerRule, result: Result) -> Result:
    case.done.append((rule, result))
    return result


def _decide(case: RankedCase, rule: RankerRule, decision: Decision) -> None:
    """Take a decision over into the case."""
    if len(decision.rows):
        case.chosen = list(decision.rows)
    if decision.texts is not None:
        case.texts = list(decision.texts)
    if decision.takes_credit or not case.decided:
        case.decided = rule.name


def _mask(rows: object, size: int) -> NDArray[np.bool_]:
    if isinstance(rows, np.ndarray) and rows.dtype == np.bool_:
        return rows
    mask = np.zeros(size, np.bool_)
    mask[np.asarray(rows, np.int64)] = True
    return mask


def credited(case: RankedCase) -> str:
    """Return the first rule that proposed the winner."""
    if case.chosen:
        for name, mask in case.fired.items():
            if mask[case.chosen[0]]:
                return name
    return "back-off"


def texts_of(case: RankedCase) -> list[tuple[str, int, int]]:
    """Return what is answered, each text with its character offsets or -1s."""
    if case.texts is not None:
        return case.texts
    places = [case.place(row) for row in case.chosen]
    return [(case.story.text[start:end], start, end) for start, end in places]


def settle(case: RankedCase) -> Answer:
    """Return the answer of a case on which the rules have worked."""
    score = float(case.reranked.max()) if len(case.reranked) else 0.0
    texts = texts_of(case)
    return Answer(
        tuple(text for text, _, _ in texts),
        tuple((start, end) for _, start, end in texts) if all(at >= 0 for _, at, _ in texts) else (),
        score,
        case.decided,
    )


def resolve(
    story: StoryIndex, asked: ParsedQuestion, book: RankerBook, weights: EngineWeights, profile: str = ""
) -> Answer:
    """Answer one free-form question."""
    return settle(run(open_case(story, asked, weights, profile), book))
