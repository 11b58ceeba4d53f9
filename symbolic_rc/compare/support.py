"""Whether texts support given answers: verdicts on systems' answers beside right and wrong, and on rows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import JudgedAnswer, SupportShare, SystemSupport
from symbolic_rc.compare.predictions import EXPECTED, Ambiguous, texts_of
from symbolic_rc.compare.statistics import RIGHT, roc_area
from symbolic_rc.compare.systems import System
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.archive import sources
from symbolic_rc.datasets.by_format.hf import CONTEXTS, QUESTIONS, Row, read_rows
from symbolic_rc.datasets.fields import Malformed
from symbolic_rc.datasets.source import DataFile, Problem
from symbolic_rc.layout import readable
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.show.page import render
from symbolic_rc.story import Story
from symbolic_rc.support.verdict import Support, Verdict

if TYPE_CHECKING:
    from symbolic_rc.compare.build import GoldQuestion, ScoreTable
    from symbolic_rc.engine import Engine

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
#: Confidences from which on answers are kept, in tables.
KEPT = (0.1, 0.3, 0.5, 0.7, 0.9)
#: What a row's story is called where it is no context.
_STORIES = (*CONTEXTS, "story", "document", "text")
#: Gives systems with the verdicts on their answers, see `judge`.
Judge = Callable[[Sequence[Record], Sequence[System]], list[System]]


def judge(
    engine: Engine,
    records: Sequence[Record],
    systems: Sequence[System],
    advance: Callable[[int], None] = lambda count: None,
) -> list[System]:
    """Return systems with the verdicts on their answers; each story is read once.

    Parameters
    ----------
    engine : Engine
        It judges.
    records : sequence of Record
    systems : sequence of System
    advance : callable
        Is told of each story how many answers were judged.
    """
    judged: list[dict[str, JudgedAnswer]] = [{} for _ in systems]
    for record in records:
        given = {
            (question.id, system.answers[question.id]): question
            for question in record.questions
            for system in systems
            if question.id in system.answers
        }
        if given:
            story = engine.read(readable(record)[0])
            found = engine.support_all(story, [(question, texts) for (_, texts), question in given.items()])
            for (key, texts), support in zip(given, found, strict=True):
                one = JudgedAnswer(support, sentences(story, support), key, record.id)
                for system, own in zip(systems, judged, strict=True):
                    if system.answers.get(key) == texts:
                        own[key] = one
        advance(len(given))
    return [replace(system, judged=own) for system, own in zip(systems, judged, strict=True)]


def sentences(story: Story, support: Support) -> tuple[str, ...]:
    """Return the texts of the sentences that a verdict rests on."""
    spans = list(story.doc.sents) if support.sentences else []
    return tuple(spans[number].text.strip() for number in support.sentences)


def judge_rows(engine: Engine, rows: Iterable[Row | Problem], place: str) -> Iterator[dict[str, Any]]:
    """Yield rows with the verdict on the answer that each holds, one at a time, as they come.

    Parameters
    ----------
    engine : Engine
    rows : iterable of (int or None, mapping) or Problem
        Their numbers, counted from 1, and their fields: a text (``context``, ``story``, ...), a ``question``,
        and an answer as files of predictions have it.
    place : str
        What errors call their source.

    Raises
    ------
    DataError
        If a row has not got these fields; says which is missing.
    """
    story, last = None, ""
    for found in rows:
        if isinstance(found, Problem):
            raise DataError(found.reason, found.path, found.line)
        line, row = found
        try:
            context, question, texts = _given(row)
        except (Ambiguous, Malformed, RecursionError) as error:
            raise DataError(str(error), place, line) from None
        if story is None or context != last:
            story, last = engine.read(context), context
        support = engine.support(story, question, texts)
        told = JudgedAnswer(support, sentences(story, support)).to_dict()
        yield {**row, **{name: value for name, value in told.items() if name.startswith("support")}}


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
    if not isinstance(row, Mapping):
        raise Malformed(f"a row is of type {type(row).__name__}; expected an object with a context, ...")
    story, question = (
        next((name for name in names if isinstance(row.get(name), str)), "")
        for names in (_STORIES, QUESTIONS)
    )
    texts = texts_of({name: value for name, value in row.items() if name not in (story, question)})
    for found, what, names in ((story, "text", _STORIES), (question, "question", QUESTIONS)):
        if not found or not row[found].strip():
            raise Malformed(f"a row without a {what}; expected one of: {', '.join(names)}")
    if texts is None:
        raise Malformed(f"a row without an answer; expected one of: {', '.join(EXPECTED)}")
    return row[story], row[question], texts


def summarize(
    main: ScoreTable,
    place: int,
    system: System,
    asked: Sequence[GoldQuestion],
    show: Callable[..., Markup],
    most: int,
) -> SystemSupport:
    """Summarize the verdicts on a system's answers.

    Parameters
    ----------
    main : ScoreTable
        The main metric's, on the questions `asked`.
    place : int
        Which of its systems this one is.
    system : System
        With verdicts.
    show : callable
        From a record, a question, answers and numbers of sentences to the marked story.
    most : int
        How many of the disagreements are shown with their story.
    """
    rows = [i for i, one in enumerate(main.questions) if one.id in system.judged]
    statistics = main.statistics[place][rows]
    points = main.metric.scores(statistics)
    answers = [
        replace(
            system.judged[main.questions[i].id],
            points=float(own),
            references=tuple(", ".join(one) for one in main.questions[i].references),
        )
        for i, own in zip(rows, points, strict=True)
    ]
    confidence = np.array([one.support.confidence for one in answers], np.float64)
    verdicts = np.array([one.support.verdict for one in answers], object)

    def share(name: str, kept: NDArray[np.bool_]) -> SupportShare:
        count = int(kept.sum())
        score = main.metric.score(statistics[kept]) if count else 0.0
        return SupportShare(name, count, 100.0 * count / max(len(rows), 1), score)

    shares = (
        share("all", np.ones(len(rows), np.bool_)),
        *(share(name, verdicts == name) for name in VERDICTS),
        *(share(f"confidence from {least}", confidence >= least) for least in KEPT),
    )
    found = SystemSupport(system.name, shares, roc_area(confidence, points >= RIGHT), tuple(answers))
    by_id = {one.question.id: one for one in asked}
    for one in found.disagreements[:most]:
        gold, given = by_id[one.id], {system.name: system.answers[one.id]}
        html = show(gold.record, gold.question, given, one.support.sentences)
        answers[answers.index(one)] = replace(one, story_html=html)
    return replace(found, answers=tuple(answers))


def judge_given(
    engine: Engine, text: str, pairs: Sequence[tuple[str, str]], told: str = ""
) -> list[JudgedAnswer]:
    """Return the verdicts on answers to questions about a text, and on each statement of another, `told`."""
    story = engine.read(text)
    found = [*engine.support_all(story, pairs), *(engine.support_text(story, told) if told else ())]
    return [JudgedAnswer(one, sentences(story, one)) for one in found]


def answers_page(answers: Sequence[JudgedAnswer], title: str, told: str = "") -> str:
    """Return a page of what `judge_given` returns; the statements are marked in their text."""
    marks, at = [], 0
    for one in (judged.support for judged in answers if not judged.support.question):
        start = told.find(one.answer, at)
        if start >= 0:
            at = start + len(one.answer)
            marks.append(Mark(start, at, one.verdict.replace(" ", "-"), one.verdict, one.reason))
    return render("support.html", title=title, c=None, answers=answers, text=marked(told, marks))
