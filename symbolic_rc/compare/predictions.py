"""What systems predict, in whatever form they write it: texts, spans, objects, n-best lists."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symbolic_rc.core.errors import DataError

#: Fields that score an answer, in order of preference.
_LIKELIHOODS = (
    "probability",
    "prob",
    "confidence",
    "score",
    "prediction_score",
    "logprob",
    "log_prob",
    "logit",
)
#: Pairs of fields whose sum scores an answer.
_SUMMED = (("start_logit", "end_logit"), ("start_score", "end_score"), ("start_prob", "end_prob"))
#: Lists of numbers beside a list of texts.
_LISTS = ("scores", "probabilities", "probs", "confidences", "logits", "logprobs", "log_probs")


def likelihood(value: Any) -> tuple[str, float] | None:
    """Return the name and value of an answer's score; None without one.

    Parameters
    ----------
    value : Any
        An object with a probability, a score, logits or a rank, of which the first is the best.

    Examples
    --------
    >>> likelihood({"text": "Bo", "start_logit": 2.0, "end_logit": 1.5})
    ('start_logit + end_logit', 3.5)
    """
    if not isinstance(value, Mapping):
        return None
    for name in _LIKELIHOODS:
        if (number := _number(value.get(name))) is not None:
            return name, number
    for first, second in _SUMMED:
        start, end = _number(value.get(first)), _number(value.get(second))
        if start is not None and end is not None:
            return f"{first} + {second}", start + end
    rank = _number(value.get("rank"))
    return None if rank is None else ("rank", -rank)


def best_of(candidates: Sequence[Any]) -> tuple[Any, str] | None:
    """Return the best answer and the name of its score; of equals the first; None if this is no n-best list.

    Candidates are objects with a score, or pairs of a text and a number.
    """
    pairs = [one for one in candidates if _is_pair(one)]
    if pairs and len(pairs) == len(candidates):
        return max(pairs, key=lambda one: float(one[1]))[0], "the number beside each"
    likely = [likelihood(one) for one in candidates]
    if not likely or any(one is None for one in likely):
        return None
    names = {one[0] for one in likely if one}
    if len(names) > 1:
        return None
    best = max(range(len(likely)), key=lambda i: likely[i][1])  # type: ignore[index]
    return candidates[best], names.pop()


def best_beside(texts: Any, owner: Mapping[str, Any]) -> tuple[Any, str] | None:
    """Return the best of a list of texts by a parallel list of numbers; None without one."""
    if not isinstance(texts, list) or len(texts) <= 1:
        return None
    for name in _LISTS:
        numbers = owner.get(name)
        if isinstance(numbers, list) and len(numbers) == len(texts):
            known = [_number(one) for one in numbers]
            if all(one is not None for one in known):
                return texts[max(range(len(known)), key=lambda i: known[i] or 0.0)], name
    return None


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2  # noqa: PLR2004  (a pair)
        and isinstance(value[0], str)
        and isinstance(value[1], float)
    )


def _number(value: Any) -> float | None:
    """Return a number, which a table holds as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


#: Fields that hold an answer where nothing is called a prediction; the gold's have some of these names.
PLAIN = ("answers", "answer", "value", "spans", "text")
#: Fields of a system's output, which may occur beside the gold's `PLAIN`.
_WRITTEN = (
    "output",
    "response",
    "completion",
    "generation",
    "generated_text",
    "generated_answer",
    "hypothesis",
    "model_answer",
    "system_answer",
)
_NBEST = ("nbest", "n_best", "nbest_predictions", "candidates")
#: What an error says is expected.
EXPECTED = (*PLAIN, "prediction", "prediction_text", "best_span_str")
#: Words that say that a prediction is an answer; with others it is something about one (`predicted_ability`).
_AN_ANSWER = frozenset(
    "answer answers ans text texts span spans value values str string output response best final top option"
    " choice letter entity".split()
)
_PARTS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")


class Ambiguous(ValueError):
    """A prediction of which more than one field may be meant."""


def is_predicted(name: str) -> bool:
    """Return whether a field's name says that it is what a system predicts: ``prediction``, ``pred_answer``.

    Parameters
    ----------
    name : str
        Not so: ``pred_start``, ``prediction_score``, ``predicted_ability``, which are about a prediction.
    """
    parts = [part.lower() for part in _PARTS.split(name.strip())]
    said = all(part in _AN_ANSWER or part.isdigit() for part in parts[1:])
    return name == "best_span_str" or (parts[0].startswith("pred") and said)


def texts_of(value: Any, read_by: set[str] | None = None) -> tuple[str, ...] | None:
    """Return the answer's spans in whatever holds them; None if nothing does.

    Parameters
    ----------
    value : Any
        A text; a list of spans; an n-best list, of which the best counts; an object that holds one.
    read_by : set of str, optional
        Receives the scores by which n-best lists were read.

    Raises
    ------
    Ambiguous
        If two fields of an object may be meant, and do not say the same.

    Examples
    --------
    >>> texts_of([{"text": "Ann", "probability": 0.1}, {"text": "Bo", "probability": 0.9}])
    ('Bo',)
    >>> texts_of({"answer": "Ann", "prediction": "Bo"})
    ('Bo',)
    """
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,) if value.strip() else ()
    if isinstance(value, int | float):
        return (str(value),)
    if isinstance(value, list | tuple):
        return _of_list(list(value), read_by)
    if isinstance(value, Mapping):
        return _of_object(value, read_by)
    return None


def _of_list(values: list[Any], read_by: set[str] | None) -> tuple[str, ...] | None:
    if (best := best_of(values)) is not None:
        if read_by is not None and len(values) > 1:
            read_by.add(best[1])
        return texts_of(best[0], read_by)
    if len(values) > 1 and all(isinstance(piece, int | float) for piece in values):
        return None  # places, or odds
    found = [texts_of(piece, read_by) for piece in values]
    if any(piece is None for piece in found):
        return None
    return tuple(text for piece in found for text in piece or ())


def _of_object(value: Mapping[str, Any], read_by: set[str] | None) -> tuple[str, ...] | None:
    named = [name for name in value if isinstance(name, str)]
    predicted = [name for name in named if is_predicted(name) and not isinstance(value[name], bool)]
    written = [name for name in named if name.lower() in _WRITTEN]
    for names in (predicted, [*_plain_fields(value), *written], [name for name in _NBEST if name in value]):
        read = {name: _of_field(name, value, read_by) for name in names}
        if any(one is not None for one in read.values()):
            return _agreed(read)
    return None


def _plain_fields(value: Mapping[str, Any]) -> list[str]:
    """Return the fields of `PLAIN` that may be meant: ``answers`` and ``answer``, else the first other."""
    plain = [name for name in PLAIN if name in value]
    return [name for name in plain if name in PLAIN[:2]] or plain[:1]


def _of_field(name: str, owner: Mapping[str, Any], read_by: set[str] | None) -> tuple[str, ...] | None:
    if (best := best_beside(owner[name], owner)) is not None:
        if read_by is not None:
            read_by.add(best[1])
        return texts_of(best[0], read_by)
    return texts_of(owner[name], read_by)


def _agreed(read: Mapping[str, tuple[str, ...] | None]) -> tuple[str, ...]:
    """Return what fields that may be meant have in common; raise `Ambiguous` if they differ."""
    found = [one for one in read.values() if one is not None]
    if len(set(map(_joined, found))) > 1:
        shown = ", ".join(f"{name!r} ({_joined(one or ())[:30]!r})" for name, one in read.items())
        raise Ambiguous(
            f"each of the fields {shown} may be what was predicted: "
            "call that one 'prediction', and leave out the others that begin with 'pred'"
        )
    return found[0]


def _joined(texts: Iterable[str]) -> str:
    return ", ".join(texts).strip()


_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Predictions:
    """Answers, rules and scores by question id."""

    answers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)

    def note(self, key: str, value: Mapping[str, Any]) -> None:
        """Keep the rule and the score of an answer, where an object has them."""
        if isinstance(value.get("rule"), str):
            self.rules[key] = value["rule"]
        if isinstance(value.get("score"), int | float):
            self.scores[key] = float(value["score"])


def gather(entries: Iterable[tuple[int | None, str, Any]], path: str | Path) -> Predictions:
    """Return the answers of predictions; of several for one question, the one with the best score.

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
    found, read_by, numbers, last = Predictions(), set[str](), 0, ""
    likely: dict[str, tuple[str, float] | None] = {}
    for line, key, value in entries:
        try:
            texts = texts_of(value, read_by)
            if texts is None:
                raise DataError(
                    f"no answer in the prediction for {key!r}; expected one of: {', '.join(EXPECTED)}",
                    path,
                    line,
                )
        except Ambiguous as error:
            raise DataError(f"the prediction for {key!r}: {error}", path, line) from None
        numbers, last, before_it = numbers + isinstance(value, float), key, last
        now = likelihood(value)
        if key in found.answers:
            before = likely[key] if key == before_it else None
            if now is None or before is None or now[0] != before[0]:
                raise DataError(f"a second prediction for {key!r}", path, line)
            read_by.add(now[0])
            if now[1] <= before[1]:
                continue
        found.answers[key], likely[key] = texts, now
        if isinstance(value, Mapping):
            found.note(key, value)
    if not found.answers:
        raise DataError("no predictions in it", path)
    if numbers == len(found.answers):
        raise DataError(
            "holds nothing but numbers, as SQuAD's odds of no answer; give the file of predictions", path
        )
    if read_by:
        names = ", ".join(sorted(read_by))
        _LOG.warning("%s: n-best lists: of each, the answer that is best by %s is taken", path, names)
    return found
