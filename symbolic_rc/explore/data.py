"""The data set and the runs that are open, question by question."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from symbolic_rc.compare.build import (
    GoldQuestion,
    ScoreTable,
    compared_on,
    fields_of,
    gold_questions,
    main_metric,
)
from symbolic_rc.compare.comparison import LEAVE_OUT, verdict
from symbolic_rc.compare.report import distinct, one_format, read_gold
from symbolic_rc.compare.slices import group
from symbolic_rc.compare.statistics import RIGHT
from symbolic_rc.compare.systems import System, Traces, read_manifest, read_system
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Record
from symbolic_rc.core.trace import Trace
from symbolic_rc.datasets.reading import resolved
from symbolic_rc.examples import folder
from symbolic_rc.metrics import metrics_for
from symbolic_rc.metrics.metric import Metric


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some answers are right, with Wilson's interval of the share at 95 %, in percent."""

    count: int
    right: int
    low: float
    high: float

    @property
    def percent(self) -> float:
        """The share in percent; 0 of none."""
        return 100.0 * self.right / self.count if self.count else 0.0


def share(right: Sequence[bool]) -> Share:
    """Return how many of some answers are right (interval: Wilson 1927).

    Examples
    --------
    >>> one = share([True, True, False, True])
    >>> one.count, one.right, round(one.low), round(one.high)
    (4, 3, 30, 95)
    """
    n, k = len(right), sum(right)
    if not n:
        return Share(0, 0, 0.0, 100.0)
    interval = binomtest(k, n).proportion_ci(method="wilson")
    return Share(n, k, 100.0 * float(interval.low), 100.0 * float(interval.high))


#: The name of the default data set.
EXAMPLES = "examples"


@dataclass(frozen=True, eq=False)
class Data:
    """A data set with the runs on it.

    Its main metric decides what is right; `asked` are the questions that all runs have a prediction for, `of`
    is the number of those with a gold answer, `options` are those in the manifest of the first run.
    """

    name: str
    format: str
    metric: Metric
    asked: tuple[GoldQuestion, ...]
    of: int
    systems: tuple[System, ...]
    table: ScoreTable
    options: dict[str, Any]
    _lock: Lock = field(default_factory=Lock, repr=False)
    _fields: list[dict[str, Any]] = field(default_factory=list, repr=False)

    @cached_property
    def records(self) -> dict[str, Record]:
        """The stories by id."""
        return {one.record.id: one.record for one in self.asked}

    @cached_property
    def row(self) -> dict[str, int]:
        """The index of each question in `asked`, by its id."""
        return {one.question.id: i for i, one in enumerate(self.asked)}

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """Each answer's points; float64, shape (runs, questions)."""
        return np.array(self.table.points()).reshape(len(self.systems), len(self.asked))

    @cached_property
    def right(self) -> NDArray[np.bool_]:
        """Which answers are right; bool, shape (runs, questions)."""
        return np.asarray(self.points >= RIGHT)

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rule that decided each question in the first run with rules."""
        named = next((system.rules for system in self.systems if system.rules), {})
        return tuple(named.get(one.question.id, "") for one in self.asked)

    @property
    def ruled(self) -> int:
        """The index of the run whose rules these are, or -1."""
        return next((k for k, system in enumerate(self.systems) if system.rules), -1)

    @cached_property
    def lowered(self) -> tuple[str, ...]:
        """The searchable text of each question: question, references, all answers, lower-case."""
        found = []
        for one in self.asked:
            texts = [one.question.text, *(text for each in one.question.references for text in each)]
            texts += [text for system in self.systems for text in system.answers[one.question.id]]
            found.append("\n".join([*texts, one.question.id, one.record.id]).lower())
        return tuple(found)

    def fields(self) -> list[dict[str, Any]]:
        """Return the `compare.fields.FIELDS` of each question, computed at the first call."""
        with self._lock:
            if not self._fields:
                self._fields.extend(fields_of(self.asked))
            return self._fields

    @property
    def described(self) -> bool:
        """Whether `slices` have been computed."""
        return "slices" in self.__dict__

    @cached_property
    def slices(self) -> dict[tuple[str, str], list[int]]:
        """The questions of each slice, by field and value."""
        found = group(self.fields(), self.rules)
        return {key: rows for key, rows in found.items() if key[0] != "rule"}

    @cached_property
    def traces(self) -> tuple[Traces | None, ...]:
        """The traces that each run wrote."""
        files = [system.path / "traces.jsonl" for system in self.systems]
        return tuple(Traces(file) if file.is_file() else None for file in files)

    def verdict(self, system: int, row: int) -> str:
        """Return the verdict on a run's answer: ``right``, ``partly right`` or ``wrong``."""
        return verdict(float(self.points[system, row]))

    def trace(self, system: int, question: str) -> Trace | str | None:
        """Return the trace of a run's answer, if it wrote any; text if it is of another program."""
        traces = self.traces[system]
        if traces is None or question not in traces:
            return None
        return traces.trace(question)


def open_data(runs: Sequence[str | Path], gold: str | Path = "") -> Data:
    """Open runs, folders or files of other systems, with the data set that they answer.

    By default that is the one of the first run, else the bundled examples. Raises SymbolicRCError if a file
    is malformed, or has no answer to any of the questions.
    """
    systems = distinct([read_system(path) for path in runs])
    options = next((manifest for path in runs if (manifest := read_manifest(Path(path)))), {})
    named = str(gold) or str(options.get("timing", {}).get("input", ""))
    if runs and not named:
        raise SymbolicRCError(f"{runs[0]} does not name its data set: give it with --gold")
    if not os.path.exists(where := str(resolved(named or EXAMPLES))):
        raise SymbolicRCError(f"the data set {named} does not exist: give it with --gold")
    records, names = read_gold(where)
    kind = one_format(names)
    metrics = metrics_for(kind)
    every = gold_questions(records, metrics)
    if not (asked := compared_on(every, systems, LEAVE_OUT)):
        raise SymbolicRCError(f"{where}: no question with a gold answer")
    metric = main_metric(metrics, [one.question for one in asked])
    asked = [one for one in asked if metric.applies(one.question)]
    table = ScoreTable(metric, systems, [one.question for one in asked])
    name = EXAMPLES if where == str(folder()) else Path(where).name
    options = options.get("options", {})
    return Data(name, kind, metric, tuple(asked), len(every), tuple(systems), table, options)
