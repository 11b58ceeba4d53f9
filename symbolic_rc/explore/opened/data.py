"""The data set and the runs that are open, question by question."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.build import GoldQuestion, ScoreTable, compared_on, gold_questions, main_metric
from symbolic_rc.compare.comparison import LEAVE_OUT, verdict
from symbolic_rc.compare.fields import describe
from symbolic_rc.compare.report import distinct
from symbolic_rc.compare.slices import group
from symbolic_rc.compare.statistics import RIGHT
from symbolic_rc.compare.systems import System, read_system
from symbolic_rc.compare.traces import Traces
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Record
from symbolic_rc.core.trace import Trace
from symbolic_rc.datasets import read, recognised
from symbolic_rc.examples import folder
from symbolic_rc.metrics import metrics_for
from symbolic_rc.metrics.metric import Metric
from symbolic_rc.story import Story

_LOG = logging.getLogger(__name__)
#: What a data set is called that was not named.
EXAMPLES = "examples"


@dataclass(frozen=True, eq=False)
class Data:
    """A data set with the runs on it.

    Attributes
    ----------
    name, format : str
    metric : Metric
        The data set's main one, by which answers are judged.
    asked : tuple of GoldQuestion
        The questions that every run has a prediction for.
    of : int
        How many questions with a gold answer the data set has.
    systems : tuple of System
    table : ScoreTable
        The statistics of every run's answers.
    options : mapping
        What the manifest of the first run says of how it was made.
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
        """The stories that are asked about, by id."""
        return {one.record.id: one.record for one in self.asked}

    @cached_property
    def row(self) -> dict[str, int]:
        """The place of each question in `asked`, by its id."""
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
        """The rule that decided each question in the first run that names rules."""
        named = next((system.rules for system in self.systems if system.rules), {})
        return tuple(named.get(one.question.id, "") for one in self.asked)

    @property
    def ruled(self) -> int:
        """The place of the run whose rules these are, or -1."""
        return next((k for k, system in enumerate(self.systems) if system.rules), -1)

    @cached_property
    def lowered(self) -> tuple[str, ...]:
        """What is searched of each question: its text, its references, all answers, in lower case."""
        found = []
        for one in self.asked:
            texts = [one.question.text, *(text for each in one.question.references for text in each)]
            texts += [text for system in self.systems for text in system.answers[one.question.id]]
            found.append("\n".join([*texts, one.question.id, one.record.id]).lower())
        return tuple(found)

    def fields(self) -> list[dict[str, Any]]:
        """Return what is known of each question, by `compare.fields.FIELDS`; described at the first call."""
        with self._lock:
            if not self._fields:
                of: dict[str, dict[str, Any]] = {}
                for record in self.records.values():
                    described = describe(Story(record), record.questions)
                    of |= {one.id: values for one, values in zip(record.questions, described, strict=True)}
                self._fields.extend(of[one.question.id] for one in self.asked)
            return self._fields

    @property
    def described(self) -> bool:
        """Whether `slices` are there already."""
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
        """Return what a run's answer to a question is: ``right``, ``partly right`` or ``wrong``."""
        return verdict(float(self.points[system, row]))

    def trace(self, system: int, question: str) -> Trace | str | None:
        """Return how a run came to an answer, where it wrote traces: text if it is of another program."""
        traces = self.traces[system]
        if traces is None or question not in traces:
            return None
        return traces.trace(question)


def open_data(runs: Sequence[str | Path], gold: str | Path = "", format: str = "auto") -> Data:
    """Open runs with the data set that they answer.

    Parameters
    ----------
    runs : sequence of path
        Runs' folders, or files of other systems; none to look at the data set alone.
    gold : path
        The data set; by default what the first run names, else the bundled examples.
    format : str
        Its format, or ``auto``.

    Raises
    ------
    SymbolicRCError
        If a file does not have the form it should have, or holds no answer to any of the questions.
    """
    systems = distinct([read_system(path) for path in runs])
    options = next((said for path in runs if (said := _manifest(Path(path)))), {})
    where = str(gold) or str(options.get("timing", {}).get("input", ""))
    if runs and not where:
        raise SymbolicRCError(f"{runs[0]} does not say what it answers: name the data set with --gold")
    if where in ("", EXAMPLES) and not Path(where or EXAMPLES).exists():
        where = str(folder())
    if not Path(where).exists():
        raise SymbolicRCError(f"the data set {where} is not there: name it with --gold")
    records: list[Record] = []
    for found in read(where, format):
        if isinstance(found, Record):
            records.append(found)
        else:
            _LOG.warning("left out: %s", found)
    names = recognised(where, format)
    kind = names[0] if len(names) == 1 else "jsonl"
    metrics = metrics_for(kind)
    every = gold_questions(records, metrics)
    asked = compared_on(every, systems, LEAVE_OUT)
    if not asked:
        raise SymbolicRCError(f"{where}: no question with a gold answer")
    metric = main_metric(metrics, [one.question for one in asked])
    asked = [one for one in asked if metric.applies(one.question)]
    table = ScoreTable(metric, systems, [one.question for one in asked])
    name = EXAMPLES if where == str(folder()) else Path(where).name
    return Data(
        name, kind, metric, tuple(asked), len(every), tuple(systems), table, options.get("options", {})
    )


def _manifest(path: Path) -> dict[str, Any]:
    try:
        found = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
