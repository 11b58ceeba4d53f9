"""From predictions one by one to a system's answers, with its rules and scores."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symbolic_rc.compare.predictions.answers import EXPECTED, Ambiguous, texts_of
from symbolic_rc.compare.predictions.ranked import likelihood
from symbolic_rc.core.errors import DataError

_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Gathered:
    """Answers, rules and scores by question id."""

    answers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)


def gather(entries: Iterable[tuple[int | None, str, Any]], path: str | Path) -> Gathered:
    """Return the answers of predictions; of several for one question, the likeliest where they say so.

    Parameters
    ----------
    entries : iterable of (int or None, str, Any)
        Line, question id, prediction.
    path : str or Path
        What errors call their source.

    Raises
    ------
    DataError
        If a prediction has no answer, or it is not clear which is meant.
    """
    found, told, numbers, last = Gathered(), set[str](), 0, ""
    likely: dict[str, tuple[str, float] | None] = {}
    for line, key, value in entries:
        try:
            texts = texts_of(value, told)
        except Ambiguous as error:
            raise DataError(f"the prediction for {key!r}: {error}", path, line) from None
        if texts is None:
            expected = ", ".join(EXPECTED)
            raise DataError(
                f"no answer in the prediction for {key!r}; expected one of: {expected}", path, line
            )
        numbers, last, before_it = numbers + isinstance(value, float), key, last
        now = likelihood(value)
        if key in found.answers:
            before = likely[key]
            if key != before_it or now is None or before is None or now[0] != before[0]:
                raise DataError(f"a second prediction for {key!r}", path, line)
            told.add(now[0])
            if now[1] <= before[1]:
                continue
        found.answers[key], likely[key] = texts, now
        if isinstance(value, Mapping):
            if isinstance(value.get("rule"), str):
                found.rules[key] = value["rule"]
            if isinstance(value.get("score"), int | float):
                found.scores[key] = float(value["score"])
    if not found.answers:
        raise DataError("no predictions in it", path)
    if numbers == len(found.answers):
        raise DataError(
            "holds nothing but numbers, as SQuAD's odds of no answer; give the file of predictions", path
        )
    if told:
        names = ", ".join(sorted(told))
        _LOG.warning("%s: n-best lists: of each, the answer that is best by %s is taken", path, names)
    return found
