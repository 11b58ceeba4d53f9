"""Metrics of plain predictions and references, in the manner of the library `evaluate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.core.record import Question
from symbolic_rc.metrics.by_format import FORMATS, metrics_for


class Evaluated(dict[str, float]):
    """Metric to value; `signatures` says what exactly each is."""

    signatures: dict[str, str]


def evaluate(
    predictions: Sequence[Any] | Mapping[str, Any],
    references: Sequence[Any] | Mapping[str, Any],
    format: str = "squad",
    meteor: str = "own",
) -> Evaluated:
    """Measure predictions by the official metrics of a data set.

    Parameters
    ----------
    predictions : sequence, or mapping by question id
        Each a text; a list of texts for an answer of several spans; None or an empty list for no answer; or
        an object of `evaluate`'s with ``prediction_text`` and ``id``.
    references : sequence, or mapping by question id
        Each a text; a list of alternatives, each a text or a list of texts; or an object of `evaluate`'s with
        ``answers`` and ``id``. An empty list says that the story does not hold the answer.
    format : str
        Whose metrics, such as ``quoref``, ``squad``, ``narrativeqa``, ``duorc``, ``fairytaleqa``.
    meteor : {"own", "jar"}
        Which METEOR, where it is measured.

    Raises
    ------
    DataError
        If predictions and references do not belong together, or there is no such format.

    Examples
    --------
    >>> from symbolic_rc import metrics
    >>> metrics.evaluate(["Ada Holm", "the wheel"], [["Ada Holm", "Ada"], ["a mill wheel"]], "quoref")
    {'em': 50.0, 'f1': 83.5}
    >>> metrics.evaluate([["Ada", "Bo"]], [[["Bo", "Ada"]]], "quoref")
    {'em': 100.0, 'f1': 100.0}
    """
    for one in format.split(","):
        check_name("format", one, FORMATS, error=DataError)
    given, gold = _by_id(predictions, "prediction_text"), _by_id(references, "answers")
    missing = next((key for key in gold if key not in given), None)
    unknown = next((key for key in given if key not in gold), None)
    if missing is not None or unknown is not None:
        what = f"no prediction for {missing!r}" if missing is not None else f"no reference for {unknown!r}"
        raise DataError(f"{what}: {len(given)} predictions, {len(gold)} references")
    questions = [_question(str(key), _references(one)) for key, one in gold.items()]
    answers = [_spans(given[key]) for key in gold]
    found = Evaluated()
    found.signatures = {}
    for metric in metrics_for(format, meteor):
        pairs = zip(answers, questions, strict=True)
        rows = [metric.statistics(texts, asked) for texts, asked in pairs if metric.applies(asked)]
        if rows:
            found[metric.name] = float(metric.score(np.sum(rows, axis=0)))
            found.signatures[metric.name] = metric.signature
    return found


def _by_id(given: Any, field: str) -> dict[Any, Any]:
    if isinstance(given, Mapping):
        return dict(given)
    rows = list(given)
    if rows and all(isinstance(row, Mapping) and "id" in row and field in row for row in rows):
        return {row["id"]: row[field] for row in rows}
    return dict(enumerate(rows))


def _question(key: str, references: tuple[tuple[str, ...], ...]) -> Question:
    """Return a question; for one that is not answerable, version 2.0 of SQuAD's scorer holds."""
    return Question(key, "", references, tags={"version": "2.0"} if references == ((),) else {})


def _references(given: Any) -> tuple[tuple[str, ...], ...]:
    """Return the alternatives; of nothing, that there is no answer."""
    if isinstance(given, Mapping):
        given = given.get("text", ())
    if isinstance(given, str):
        return ((given,),)
    return tuple(_spans(one) for one in given) or ((),)


def _spans(given: Any) -> tuple[str, ...]:
    """Return an answer's spans."""
    if given is None:
        return ()
    if isinstance(given, str):
        return (given,) if given else ()
    spans = tuple(given)
    if not all(isinstance(one, str) for one in spans):
        raise DataError(f"an answer is a text or a list of texts, not {given!r}")
    return spans
