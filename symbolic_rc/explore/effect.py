"""The effect of a changed rulebook on the open data set: which answers become right or wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.build import GoldQuestion
from symbolic_rc.compare.statistics import RIGHT, Interval, difference
from symbolic_rc.core.record import Answer
from symbolic_rc.engine import Engine
from symbolic_rc.explore.data import Data
from symbolic_rc.explore.jobs import Report
from symbolic_rc.explore.stories import Stories
from symbolic_rc.rules.case import Case

#: Number of questions whose cases are kept in memory; those of others are opened at every run.
KEPT = 4000
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class RulebookAnswers:
    """The answers of one rulebook to every question of the data set.

    Attributes
    ----------
    rules : tuple of str
        The rule that decided each; empty for none.
    statistics : ndarray of float64, shape (questions, k)
    points : ndarray of float64, shape (questions,)
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

    Attributes
    ----------
    decided, right : tuple of (int, int)
        Before and after.
    turned_right, turned_wrong : int
        Of the questions that it decides after the change.
    difference : Interval or None
        Their contribution to the change of the metric; None if none of their answers changed.
    """

    rule: str
    decided: tuple[int, int]
    right: tuple[int, int]
    turned_right: int
    turned_wrong: int
    difference: Interval | None


@dataclass(frozen=True, slots=True)
class Effect:
    """The answers of two rulebooks side by side.

    Attributes
    ----------
    figures : tuple of (float, float)
        The data set's metric before and after.
    rules : tuple of RuleChange
        Rules that gain or lose a question, in the order of the rulebook.
    turned_right, turned_wrong : tuple of int
        Indices of questions.
    otherwise : int
        Number of changed answers that are neither.
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
    """The cases of the open data set, opened once.

    Parameters
    ----------
    data : Data
    stories : Stories
    engine : Engine
        Opens the cases.
    """

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
                cases = self._open(asked)
                if kept + len(cases) <= KEPT:
                    self._cases[key] = cases
                    kept += len(cases)
            yield cases
            done += len(asked)

    def _open(self, asked: Sequence[GoldQuestion]) -> list[Case]:
        with self._stories.lock:
            story = self._stories.read(self._stories.record(asked[0].record.id))
            return list(self._engine.cases(story, [one.question for one in asked]))


def effect(data: Data, before: RulebookAnswers, after: RulebookAnswers, order: Sequence[str]) -> Effect:
    """Compare the answers of two rulebooks.

    Parameters
    ----------
    data : Data
    before, after : RulebookAnswers
    order : sequence of str
        The names of the rules, in the order of the later book.
    """
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
