"""What trainings share: the stories to learn from, their questions, and cross-validation."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import read


def records_of(
    path: str | Path, form: str = "auto", part: str = "train", without: frozenset[str] = frozenset()
) -> Iterator[Record]:
    """Yield the stories of a data set that are learned from: of a part where they name theirs; "" for all."""
    for record in read(path, form):
        if not isinstance(record, Record) or record.id in without:
            continue
        if part in ("", record.tags.get("part", part)):
            yield record


def asked_in(records: Iterable[Record]) -> Iterator[tuple[str, Question]]:
    """Return the questions of some records, each with its story's text."""
    return ((record.text, question) for record in records for question in record.questions)


def leaving_out(
    parts: Sequence[int] | NDArray[np.integer], count: int
) -> Iterator[tuple[int, list[int], list[int]]]:
    """Yield each of `count` parts, with the places of what is in other parts, and of what is in it."""
    for part in range(count):
        others = np.asarray(parts) != part
        yield part, np.flatnonzero(others).tolist(), np.flatnonzero(~others).tolist()


#: What forked processes inherit.
_given: list[Any] = []


def each(function: Callable[[Any, Any], Any], given: Any, tasks: Iterable[Any], jobs: int) -> Iterator[Any]:
    """Yield ``function(given, task)`` of each task, on several processes, to which `given` is not copied."""
    if jobs == 1:
        yield from (function(given, task) for task in tasks)
        return
    _given[:] = [given]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool:
        yield from pool.map(partial(_with_given, function), tasks)
    _given.clear()


def _with_given(function: Callable[[Any, Any], Any], task: Any) -> Any:
    return function(_given[0], task)
