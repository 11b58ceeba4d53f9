"""The work on one story: read it, answer its questions, compute the statistics."""

from __future__ import annotations

import gc
import json
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from symbolic_rc.batch.scoring import Outcome, Scoring, prediction_line
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.processes import peak_megabytes
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.layout import readable
from symbolic_rc.readers import RankingReader, Reader, ReaderOptions, load_reader
from symbolic_rc.story import Story
from symbolic_rc.story.disk import StoryCache

if TYPE_CHECKING:
    from spacy.language import Language

_log = logging.getLogger(__name__)

#: The reason given for a story whose workers died.
CRASHED = "every worker that read it ended"


@dataclass(frozen=True, slots=True)
class Setup:
    """What every worker of a run needs to know; the data set's format says what is measured."""

    reader: str
    options: ReaderOptions = field(default_factory=ReaderOptions)
    format: str = "jsonl"
    trace: bool = False
    meteor: str = "own"


class Worker:
    """Answer the questions of stories; the reader is loaded at the first story."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._cache = StoryCache(setup.options.cache, setup.options.pipeline)
        self._loaded = False

    @cached_property
    def _reader(self) -> Reader:
        return load_reader(self._setup.reader, replace(self._setup.options, format=self._setup.format))

    @cached_property
    def _pipeline(self) -> Language | None:
        if (name := self._setup.options.pipeline) == "classical":
            return None  # the default, loaded only if the reader needs the annotated text
        from symbolic_rc.annotate import pipeline

        return pipeline(name)

    @cached_property
    def _scoring(self) -> Scoring:
        return Scoring(self._setup.format, self._setup.meteor)

    def work(self, record: Record) -> Outcome:
        """Return one story's outcome; errors of the story alone are recorded in it.

        A SymbolicRCError says that the run cannot go on: a lexicon or an optional package is missing.
        """
        began = time.process_time()
        try:
            outcome = self._work(record)
        except SymbolicRCError:
            raise
        except Exception as error:
            _log.debug("story %s failed", record.id, exc_info=True)
            outcome = failed(record, self._setup, f"{type(error).__name__}: {error}")
        seconds = time.process_time() - began if self._loaded else None
        self._loaded = True
        return replace(outcome, seconds=seconds, megabytes=peak_megabytes())

    def _work(self, record: Record) -> Outcome:
        reader, questions = self._reader, record.questions
        body, part = readable(record)
        story = self._cache.open(body, self._pipeline)
        answers, reasons = _answers(reader, story, questions)
        self._cache.store(story)
        if len(answers) != len(questions):
            raise ValueError(f"the reader gave {len(answers)} answers to {len(questions)} questions")
        pool = self._scoring.pool(record) if isinstance(reader, RankingReader) else None
        rankings = []
        if isinstance(reader, RankingReader) and pool is not None and pool.texts:
            rankings = [reader.rank(story, question, pool.texts) for question in questions]
        if part is not None:
            answers = [part.back(answer) for answer in answers]
        sums = self._scoring.sums(record, answers, pool, rankings)
        reason = f"{len(reasons)} of {len(questions)} questions: {reasons[0]}" if reasons else ""
        lines = _lines(record, answers, self._setup.trace)
        return Outcome(record.id, *lines, sums, len(story.tokens), reason, len(reasons))


def _answers(
    reader: Reader, story: Story, questions: Sequence[Question]
) -> tuple[Sequence[Answer], list[str]]:
    """Return answers, and why some could not be given: where all fail together, each is asked alone."""
    try:
        return reader.answer_all(story, questions), []
    except SymbolicRCError:
        raise
    except Exception as error:
        together = error
    answers, reasons = list[Answer](), list[str]()
    for question in questions if len(questions) > 1 else ():
        try:
            answers += reader.answer_all(story, [question])
        except SymbolicRCError:
            raise
        except Exception as error:
            _log.debug("question %s failed", question.id, exc_info=True)
            answers.append(Answer((), rule="failed"))
            reasons.append(f"{question.id[:80]}: {type(error).__name__}: {error}")
    if len(reasons) == len(answers):
        raise together
    return answers, reasons


def each(records: Iterable[Record], setup: Setup) -> Iterator[Outcome]:
    """Work on stories one after the other in this process.

    What the first story loads stays to the end: lexicons and weights are excluded from garbage collection,
    which would otherwise traverse them repeatedly.
    """
    worker, first = Worker(setup), True
    try:
        for record in records:
            yield worker.work(record)
            if first:
                gc.freeze()
                first = False
    finally:
        gc.unfreeze()


def failed(record: Record, setup: Setup, reason: str) -> Outcome:
    """Return the outcome of a story that could not be answered: every answer empty, the reason kept."""
    answers = [Answer((), rule="failed")] * len(record.questions)
    sums = Scoring(setup.format, setup.meteor).sums(record, answers)
    return Outcome(record.id, *_lines(record, answers, setup.trace), sums, 0, reason, len(answers))


def _lines(record: Record, answers: Sequence[Answer], trace: bool) -> tuple[list[str], list[str]]:
    """Return the lines of predictions, and of traces where they are wanted."""
    pairs = list(zip(record.questions, answers, strict=True))
    traces = [trace_line(*pair) for pair in pairs] if trace else []
    return [prediction_line(record.id, *pair) for pair in pairs], traces


def trace_line(question: Question, answer: Answer) -> str:
    """Return the line of ``traces.jsonl`` for one question."""
    trace = None if answer.trace is None else answer.trace.to_dict()
    return json.dumps({"id": question.id, "answer": answer.text, "trace": trace}, ensure_ascii=False)
