"""All that is open: one object that every page uses; rulebooks as a part of an address, and their effect."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import JudgedAnswer
from symbolic_rc.compare.statistics import RIGHT, Interval, difference
from symbolic_rc.compare.support import judged_answers
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.engine import Engine
from symbolic_rc.explore.data import Data
from symbolic_rc.explore.jobs import Job, Jobs, Report
from symbolic_rc.explore.page import State, page
from symbolic_rc.explore.stories import Stories
from symbolic_rc.readers.symbolic import profile_of
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.rulebook import Rulebook, default_rulebook
from symbolic_rc.story import Story
from symbolic_rc.story.corrections import Correction, parse_corrections

#: Number of questions whose cases are kept in memory; those of others are opened at every run.
KEPT = 4000
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class RulebookAnswers:
    """The answers of one rulebook to every question of the data set, and the rule that decided each.

    Their statistics are float64 of shape (questions, k), their points of shape (questions,).
    """

    texts: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    statistics: NDArray[np.float64]
    points: NDArray[np.float64]

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which answers are right."""
        return np.asarray(self.points >= RIGHT)


@dataclass(frozen=True, slots=True)
class RuleChange:
    """The effect of a change on the questions that one rule decides before or after it.

    How many it decided, and how many right, before and after; how many turned right and wrong of those that
    it decides after; what these contribute to the change of the metric, None if no answer changed.
    """

    rule: str
    decided: tuple[int, int]
    right: tuple[int, int]
    turned_right: int
    turned_wrong: int
    difference: Interval | None


@dataclass(frozen=True, slots=True)
class Effect:
    """The answers of two rulebooks side by side, with the data set's metric before and after.

    The rules that gain or lose a question are in the order of the rulebook; then the indices of questions
    that turned right and wrong, and the number of other changed answers.
    """

    before: RulebookAnswers
    after: RulebookAnswers
    figures: tuple[float, float]
    difference: Interval
    rules: tuple[RuleChange, ...]
    turned_right: tuple[int, ...]
    turned_wrong: tuple[int, ...]
    otherwise: int


class CaseCache:
    """The cases of the open data set, opened once by an engine."""

    def __init__(self, data: Data, stories: Stories, engine: Engine) -> None:
        self._data, self._stories, self._engine = data, stories, engine
        self._cases: dict[str, list[Case]] = {}

    def answers(self, engine: Engine, report: Report) -> RulebookAnswers:
        """Answer every question with an engine of the same weights and profile."""
        asked, given = self._data.asked, list[Answer]()
        for cases in self._by_story(report):
            with self._stories.lock:
                given += engine.answer_cases(cases)
            report(len(given), len(asked), "answering")
        metric = self._data.metric
        rows = [
            metric.statistics(answer.texts, one.question) for answer, one in zip(given, asked, strict=True)
        ]
        statistics = np.array(rows, np.float64)
        return RulebookAnswers(
            tuple(answer.texts for answer in given),
            tuple(answer.rule for answer in given),
            statistics,
            np.asarray(metric.scores(statistics), np.float64),
        )

    def _by_story(self, report: Report) -> Iterator[Sequence[Case]]:
        done, kept = 0, sum(map(len, self._cases.values()))
        for key, group in groupby(self._data.asked, lambda one: one.record.id):
            asked = list(group)
            if (cases := self._cases.get(key)) is None:
                report(done, len(self._data.asked), "reading stories and questions")
                with self._stories.lock:
                    story = self._stories.read(self._stories.record(key))
                    cases = list(self._engine.cases(story, [one.question for one in asked]))
                if kept + len(cases) <= KEPT:
                    self._cases[key] = cases
                    kept += len(cases)
            yield cases
            done += len(asked)


def effect(data: Data, before: RulebookAnswers, after: RulebookAnswers, order: Sequence[str]) -> Effect:
    """Compare the answers of two rulebooks; `order` has the names of the rules of the later one."""
    right, wrong = after.right & ~before.right, before.right & ~after.right
    other = np.array([one != two for one, two in zip(before.texts, after.texts, strict=True)], np.bool_)
    was, now = np.array(before.rules), np.array(after.rules)
    moved = (was != now) | other
    names = [*order, *sorted({*before.rules, *after.rules} - {*order})]
    changes = []
    for name in names:
        if not (moved & ((was == name) | (now == name))).any():
            continue
        mine = now == name
        own = np.where(mine[:, None], after.statistics, before.statistics)
        changes.append(
            RuleChange(
                name,
                (int((was == name).sum()), int(mine.sum())),
                (int((before.right & (was == name)).sum()), int((after.right & mine).sum())),
                int((right & mine).sum()),
                int((wrong & mine).sum()),
                _difference(data, own, before.statistics) if (other & mine).any() else None,
            )
        )
    return Effect(
        before,
        after,
        (data.metric.score(before.statistics), data.metric.score(after.statistics)),
        _difference(data, after.statistics, before.statistics),
        tuple(changes),
        tuple(np.flatnonzero(right).tolist()),
        tuple(np.flatnonzero(wrong).tolist()),
        int((other & ~right & ~wrong).sum()),
    )


def _difference(data: Data, one: NDArray[np.float64], two: NDArray[np.float64]) -> Interval:
    return difference(one, two, data.metric.scores, resamples=_RESAMPLES, seed=0)


#: Maximum number of characters of a rulebook as TOML.
_LONGEST = 400_000


def encode_toml(toml: str) -> str:
    """Return TOML, of a rulebook or of corrections, as a part of an address.

    Examples
    --------
    >>> decode_toml(encode_toml("[[rule]]"))
    '[[rule]]'
    """
    return base64.urlsafe_b64encode(zlib.compress(toml.encode(), 9)).decode().rstrip("=")


def decode_toml(text: str) -> str:
    """Return what `encode_toml` encoded; anything else raises SymbolicRCError."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        engine = zlib.decompressobj()
        found = engine.decompress(data, _LONGEST)
        if engine.unconsumed_tail:
            raise ValueError("too long")
        return found.decode()
    except (ValueError, binascii.Error, zlib.error) as error:
        raise SymbolicRCError(
            f"the address has no valid rulebook or corrections ({error}); open Rules again"
        ) from None


@lru_cache(maxsize=64)
def decode_rulebook(packed_book: str) -> Rulebook:
    """Return the rulebook of an address, the default one for an empty text; shared, do not change it.

    Raises SymbolicRCError if it, or one of its rules, cannot be read.
    """
    if not packed_book:
        return default_rulebook()
    return default_rulebook().parse(decode_toml(packed_book), "the rulebook")


def encode_rulebook(book: Rulebook) -> str:
    """Return a rulebook as a part of an address: empty for the default one."""
    toml = book.to_toml()
    return "" if toml == default_rulebook().to_toml() else encode_toml(toml)


#: The readers of the workbench: the engine, and its unfitted rules.
READERS = ("symbolic", "symbolic:rules")


class Workbench:
    """What is open, and what is computed from it; read stories are kept in a folder, if one is named."""

    def __init__(self, data: Data, cache: str = "") -> None:
        self.data = data
        self.stories = Stories(data.records, cache)
        self.jobs = Jobs()
        self._engine = lru_cache(maxsize=16)(self._make_engine)
        self._kept: dict[str, CaseCache] = {}
        self._own: dict[str, RulebookAnswers] = {}

    @property
    def reader(self) -> str:
        """The reader that made the open run, if it is one of these; else the rules alone."""
        named = str(self.data.options.get("reader", ""))
        return named if named in READERS else READERS[1]

    @cached_property
    def own_book(self) -> str:
        """The rulebook that the open run was made with, as a part of an address."""
        path = str(self.data.options.get("rulebook", ""))
        try:
            return encode_rulebook(default_rulebook().read(path)) if path else ""
        except SymbolicRCError:
            return ""

    def named(self, state: Mapping[str, str]) -> tuple[str, str]:
        """Return the reader and the encoded rulebook of an address."""
        return state["reader"] or self.reader, state["book"]

    def engine(self, reader: str = "", book: str = "") -> Engine:
        """Return the engine of a reader with an encoded rulebook; shared, do not change it."""
        return self._engine(reader if reader in READERS else self.reader, book)

    def _make_engine(self, reader: str, book: str) -> Engine:
        options = self.data.options
        profile = str(options.get("profile", ""))
        weights = str(options.get("weights", "")) if reader == READERS[0] else None
        engine = Engine(weights=weights, profile=profile if weights is not None else "")
        if weights is not None and not profile:
            engine.profile = profile_of(self.data.format)
        engine.refuse_below = float(options.get("refuse_below", 0.0) or 0.0)
        engine.rules = decode_rulebook(book)
        return engine

    def corrections(self, state: Mapping[str, str]) -> tuple[Correction, ...]:
        """Return the corrections in an address."""
        return parse_corrections(decode_toml(state["fix"])) if state["fix"] else ()

    def story(self, state: Mapping[str, str]) -> Story:
        """Return the story of an address, read, with its corrections."""
        return self.stories.story(state["story"], decode_toml(state["fix"]) if state["fix"] else "")

    def explain(
        self, read: Story, question: Question, reader: str = "", book: str = "", why_not: str = ""
    ) -> Answer:
        """Answer a question about a story, with its trace, and why another answer was not given."""
        engine = self.engine(reader, book)
        with self.stories.lock:
            answer = engine.answer(read, question)
            return replace(answer, trace=engine.explain(read, question, why_not)) if why_not else answer

    def judge(
        self, read: Story, question: Question, answers: Sequence[str], reader: str = "", book: str = ""
    ) -> list[JudgedAnswer]:
        """Judge given answers to a question: does the story support them?"""
        engine = self.engine(reader, book)
        with self.stories.lock:
            return judged_answers(read, engine.support_all(read, [(question, one) for one in answers]))

    def rerun(self, reader: str, book: str) -> Job:
        """Answer the whole data set by a rulebook, and compare with the rulebook of the open run."""
        reader = reader if reader in READERS else self.reader
        order = decode_rulebook(book).names

        def work(report: Report) -> Effect:
            before = self._given(reader, self.own_book, report)
            after = self._given(reader, book, report)
            report(len(self.data.asked), len(self.data.asked), "comparing")
            return effect(self.data, before, after, order)

        return self.jobs.start(("effect", reader, book), work)

    def _given(self, reader: str, book: str, report: Report) -> RulebookAnswers:
        """Return the answers of a rulebook to every question; those of the open run's are kept."""
        if book == self.own_book and reader in self._own:
            return self._own[reader]
        if reader not in self._kept:
            self._kept[reader] = CaseCache(self.data, self.stories, self.engine(reader))
        given = self._kept[reader].answers(self.engine(reader, book), report)
        if book == self.own_book:
            self._own[reader] = given
        return given


def view(place: str, bench: Workbench, state: State, template: str = "", **context: Any) -> str:
    """Return the page of a place, with what all pages show."""
    shared = {"place": place, "title": place.capitalize(), "bench": bench, "state": state}
    choice = {"readers": READERS, "reader": bench.named(state)[0]}
    return page(template or f"{place}.html", **shared, **choice, **context)
