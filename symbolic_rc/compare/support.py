"""Whether texts support given answers: verdicts on systems' answers beside right and wrong, and on rows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import JudgedAnswer, SupportShare, SystemSupport
from symbolic_rc.compare.predictions import EXPECTED, check_answer, texts_of
from symbolic_rc.compare.statistics import RIGHT, roc_area
from symbolic_rc.compare.systems import System
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.archive import sources
from symbolic_rc.datasets.by_format.hf import CONTEXTS, QUESTIONS, Row, read_rows
from symbolic_rc.datasets.fields import Malformed, text
from symbolic_rc.datasets.source import DataFile, Problem
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.show.page import render
from symbolic_rc.story import Story
from symbolic_rc.support.verdict import Support, Verdict

if TYPE_CHECKING:
    from symbolic_rc.compare.build import GoldQuestion, ScoreTable
    from symbolic_rc.engine import Engine

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
#: Confidence thresholds in tables.
THRESHOLDS = (0.1, 0.3, 0.5, 0.7, 0.9)
#: What a row's story is called where it is no context.
_STORIES = (*CONTEXTS, "story", "document", "text")
#: Gives systems with the verdicts on their answers, see `judge`.
Judge = Callable[[Sequence[Record], Sequence[System]], list[System]]


def judge(
    engine: Engine, progress: Any, records: Sequence[Record], systems: Sequence[System]
) -> list[System]:
    """Return systems with the verdicts on their answers; `progress` is a `batch.run.Progress`, or None."""
    if progress is not None:
        progress.begin(0, len(records))
    judged: list[dict[str, JudgedAnswer]] = [{} for _ in systems]
    for record in records:
        given = {
            (question.id, system.answers[question.id]): question
            for question in record.questions
            for system in systems
            if question.id in system.answers
        }
        if given:
            story, asked = engine.read(record), [(question, texts) for (_, texts), question in given.items()]
            supports = judged_answers(story, engine.support_all(story, asked))
            for (key, texts), one in zip(given, supports, strict=True):
                for system, own in zip(systems, judged, strict=True):
                    if system.answers.get(key) == texts:
                        own[key] = replace(one, id=key, story_id=record.id)
        if progress is not None:
            progress.advance(len(given))
    return [replace(system, judged=own) for system, own in zip(systems, judged, strict=True)]


def judged_answers(story: Story, supports: Iterable[Support]) -> list[JudgedAnswer]:
    """Return verdicts with the texts of the sentences that they rest on."""
    spans = list(story.doc.sents)
    return [JudgedAnswer(one, tuple(spans[i].text.strip() for i in one.sentences)) for one in supports]


def judge_rows(engine: Engine, rows: Iterable[Row | Problem], place: str) -> Iterator[dict[str, Any]]:
    """Yield rows with the verdict on the answer of each, one at a time, as they come.

    Each has a text (``context``, ``story``, ...), a ``question``, and an answer as files of predictions have
    it; what lacks is a `DataError` with the place and the row's number.
    """
    story, last = None, ""
    for found in rows:
        if isinstance(found, Problem):
            raise DataError(found.reason, found.path, found.line)
        line, row = found
        try:
            context, question, texts = _given(row)
        except (ValueError, RecursionError) as error:
            raise DataError(str(error), place, line) from None
        if story is None or context != last:
            story, last = engine.read(context), context
        (judged,) = judged_answers(story, [engine.support(story, question, texts)])
        verdict = judged.to_dict().items()
        yield {**row, **{name: value for name, value in verdict if name.startswith("support")}}


def rows_of_file(path: str) -> tuple[Iterator[Row | Problem], str]:
    """Return the rows of a file, or of standard input for ``-``, line by line; and what errors call it."""
    if path != "-":
        files = sources(path)
        return chain.from_iterable(map(read_rows, files)), files[0].place if len(files) == 1 else path
    stream: Any = sys.stdin.buffer
    source = DataFile("standard input", "-", lambda: stream, start=stream.peek())
    return read_rows(source), source.place


def _given(row: Any) -> tuple[str, str, tuple[str, ...]]:
    """Return the text, the question and the answer of a row, or raise Malformed, which says what lacks."""
    story, question = text(row, *_STORIES), text(row, *QUESTIONS)
    read = {next(name for name in names if row.get(name) is not None) for names in (_STORIES, QUESTIONS)}
    texts = texts_of({name: value for name, value in row.items() if name not in read})
    if texts is None or not (story.strip() and question.strip()):
        lacks = f"an answer: one of {', '.join(EXPECTED)}" if texts is None else "a text and a question"
        raise Malformed(f"the row lacks {lacks}")
    check_answer(texts)
    return story, question, texts


def summarize(
    main: ScoreTable,
    place: int,
    system: System,
    asked: Sequence[GoldQuestion],
    show: Callable[..., Markup],
    most: int,
) -> SystemSupport:
    """Summarize the verdicts on the answers of the system at a place of the main metric's table.

    The `most` confident disagreements get their story, marked by `show` (see `Views`).
    """
    rows = [i for i, one in enumerate(main.questions) if one.id in system.judged]
    statistics = main.statistics[place][rows]
    points = main.metric.scores(statistics)
    answers = []
    for question, own in zip((main.questions[i] for i in rows), points.tolist(), strict=True):
        references = tuple(", ".join(one) for one in question.references)
        answers.append(replace(system.judged[question.id], points=own, references=references))
    confidence = np.array([one.support.confidence for one in answers], np.float64)
    verdicts = np.array([one.support.verdict for one in answers], object)

    def share(name: str, kept: NDArray[np.bool_]) -> SupportShare:
        count = int(kept.sum())
        score = main.metric.score(statistics[kept]) if count else 0.0
        return SupportShare(name, count, 100.0 * count / max(len(rows), 1), score)

    shares = (
        share("all", np.ones(len(rows), np.bool_)),
        *(share(name, verdicts == name) for name in VERDICTS),
        *(share(f"confidence >= {least}", confidence >= least) for least in THRESHOLDS),
    )
    found = SystemSupport(system.name, shares, roc_area(confidence, points >= RIGHT), tuple(answers))
    by_id = {one.question.id: one for one in asked}
    for one in found.disagreements[:most]:
        gold, given = by_id[one.id], {system.name: system.answers[one.id]}
        html = show(gold.record, gold.question, given, one.support.sentences)
        answers[answers.index(one)] = replace(one, story_html=html)
    return replace(found, answers=tuple(answers))


def answers_page(answers: Sequence[JudgedAnswer], title: str, summary: str = "") -> str:
    """Return a page of verdicts on answers, and on the statements of a summary, marked in it."""
    marks, at = [], 0
    for one in (judged.support for judged in answers if not judged.support.question):
        if (start := summary.find(one.answer, at)) >= 0:
            at = start + len(one.answer)
            for part in (one, *one.parts):
                place, kind = summary.find(part.answer, start, at), part.verdict.replace(" ", "-")
                marks.append(Mark(place, place + len(part.answer), kind, part.verdict, part.reason))
    return render("support.html", title=title, c=None, answers=answers, text=marked(summary, marks))
