"""From pieces to rows: figures with intervals, differences from the engine, costs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eval.neural.classifier import about_classifier
from eval.neural.pieces import Piece, answers_path, model_path
from eval.neural.sets import DataSet, data_set, test_records
from eval.tables.measure import Place
from symbolic_rc.compare.statistics import Interval, interval, permutation_test
from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.record import Question
from symbolic_rc.metrics import Metric, metrics_for
from symbolic_rc.neural.training import read_about

Floats = NDArray[np.float64]
#: What a question's metric must reach for its answer to count as right.
RIGHT = 0.5


@dataclass(slots=True)
class Answers:
    """A row's answers to all questions of a data set.

    Attributes
    ----------
    answers : dict
        Question id to texts.
    confidence : dict
        Question id to the reader's own probability.
    ranks : list of float
        The reciprocal rank of each question's answer, if the reader ranked.
    seconds : float
        Processor seconds of answering a thousand questions; -1: not known.
    about : list of dict
        What the models say of themselves.
    megabytes : float
        On disk, of one model.
    """

    answers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confidence: dict[str, float] = field(default_factory=dict)
    ranks: list[float] = field(default_factory=list)
    seconds: float = -1.0
    about: list[dict[str, Any]] = field(default_factory=list)
    megabytes: float = 0.0

    @property
    def training_seconds(self) -> float:
        """Processor seconds of training one model, the mean over folds."""
        return float(np.mean([float(one.get("seconds", 0)) for one in self.about])) if self.about else 0.0

    @property
    def questions(self) -> int:
        """The training questions of one model, the mean over folds."""
        return int(np.mean([int(one["questions"]) for one in self.about])) if self.about else 0

    @property
    def memory(self) -> int:
        """The most memory of training, in MB; 0 if it is not known."""
        return max((int(one.get("megabytes", 0)) for one in self.about), default=0)


def answers_of(pieces: Sequence[Piece], place: Place) -> Answers | None:
    """Return the answers of a row's pieces together; None if one is not done yet."""
    found, seconds, count = Answers(), 0.0, 0
    for piece in pieces:
        path = answers_path(piece, place)
        if not path.exists():
            return None
        cost, *lines = path.read_text(encoding="utf-8").splitlines()
        seconds += json.loads(cost)["seconds"]
        count += json.loads(cost)["questions"]
        for line in lines:
            one = json.loads(line)
            found.answers[one["id"]] = tuple(one["answers"])
            found.confidence[one["id"]] = one["confidence"]
            found.ranks += [one["rank"]] if "rank" in one else []
        if piece.trained:
            model = model_path(piece, place)
            cloze = model.suffix == ".lex"
            found.about.append(dict(about_classifier(model)) if cloze else read_about(model))
            found.megabytes = model.stat().st_size / 1e6
    found.seconds = 1000 * seconds / max(count, 1)
    return found


def row_pieces(
    data: str, reader: str, trained: bool = True, share: float = 1.0, seed: int = 0
) -> list[Piece]:
    """Return the pieces of a row: one, or one a fold."""
    folds = range(max(1, data_set(data).folds) if trained else 1)
    return [Piece(data, reader, share if trained else 1.0, seed, fold, trained) for fold in folds]


def of_run(folder: Path) -> Answers:
    """Return the answers of a run, such as the engine's cross-validated ones."""
    system = read_system(folder)
    return Answers(dict(system.answers), dict(system.scores))


class Measure:
    """A data set's questions under its main metric.

    Parameters
    ----------
    one : DataSet
    place : Place
    """

    def __init__(self, one: DataSet, place: Place) -> None:
        self.metric: Metric = next(metric for metric in metrics_for(one.format) if metric.name == one.metric)
        asked = (question for record in test_records(place, one.name) for question in record.questions)
        self.questions: list[Question] = [question for question in asked if self.metric.applies(question)]

    def rows(self, answers: Answers) -> Floats:
        """Return the statistics of each question; a missing answer is an empty one."""
        found = [self.metric.statistics(answers.answers.get(q.id, ()), q) for q in self.questions]
        return np.array(found, np.float64)

    def interval(self, rows: Floats) -> Interval:
        """Return the figure with its interval."""
        return interval(rows, self.metric.scores)

    def p(self, rows: Floats, others: Floats) -> float:
        """Return how often chance alone would make two rows differ as much."""
        return permutation_test(rows, others, self.metric.scores, resamples=2000)

    def right(self, rows: Floats) -> NDArray[np.bool_]:
        """Return which questions are answered right: the metric reaches `RIGHT` of its best."""
        points = self.metric.scores(rows)
        scale = 100.0 if float(points.max(initial=0.0)) > 1 else 1.0
        found: NDArray[np.bool_] = points >= RIGHT * scale
        return found


def together(measure: Measure, engine: Answers, other: Answers) -> Answers:
    """Return the ensemble's answers: of the two, that of the higher confidence; the other's at a tie."""
    found = Answers()
    for question in measure.questions:
        mine, theirs = (one.confidence.get(question.id, 0.0) for one in (engine, other))
        chosen = engine if mine > theirs else other
        found.answers[question.id] = chosen.answers.get(question.id, ())
    return found


def oracle(measure: Measure, systems: Iterable[Floats]) -> Floats:
    """Return for each question the statistics of the system that does best on it."""
    tables = list(systems)
    points = np.stack([measure.metric.scores(table) for table in tables])
    best = np.argmax(points, axis=0)
    return np.stack(tables)[best, np.arange(len(best))]
