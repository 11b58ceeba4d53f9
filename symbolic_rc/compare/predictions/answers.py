"""The answer in one prediction: a text, several spans, or an object with a field that holds it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from symbolic_rc.compare.predictions.ranked import best_beside, best_of

#: Fields that hold an answer where nothing is called a prediction; the gold's have some of these names.
PLAIN = ("answers", "answer", "value", "spans", "text")
#: Fields of what a system has written, which may stand beside the gold's `PLAIN`.
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
    """Tell whether a field's name says that it is what a system predicts: ``prediction``, ``pred_answer``.

    Parameters
    ----------
    name : str
        Not so: ``pred_start``, ``prediction_score``, ``predicted_ability``, which are about a prediction.
    """
    parts = [part.lower() for part in _PARTS.split(name.strip())]
    said = all(part in _AN_ANSWER or part.isdigit() for part in parts[1:])
    return name == "best_span_str" or (parts[0].startswith("pred") and said)


def texts_of(value: Any, told: set[str] | None = None) -> tuple[str, ...] | None:
    """Return the answer's spans in whatever holds them; None if nothing does.

    Parameters
    ----------
    value : Any
        A text; a list of spans; an n-best list, of which the likeliest counts; an object that holds one.
    told : set of str, optional
        Gets what n-best lists were read by.

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
        return _of_list(list(value), told)
    if isinstance(value, Mapping):
        return _of_object(value, told)
    return None


def _of_list(values: list[Any], told: set[str] | None) -> tuple[str, ...] | None:
    if (best := best_of(values)) is not None:
        if told is not None and len(values) > 1:
            told.add(best[1])
        return texts_of(best[0], told)
    if len(values) > 1 and all(isinstance(piece, int | float) for piece in values):
        return None  # places, or odds
    found = [texts_of(piece, told) for piece in values]
    if any(piece is None for piece in found):
        return None
    return tuple(text for piece in found for text in piece or ())


def _of_object(value: Mapping[str, Any], told: set[str] | None) -> tuple[str, ...] | None:
    named = [name for name in value if isinstance(name, str)]
    predicted = [name for name in named if is_predicted(name) and not isinstance(value[name], bool)]
    written = [name for name in named if name.lower() in _WRITTEN]
    plain = [name for name in PLAIN if name in value]
    plain = [name for name in plain[:2] if name in PLAIN[:2]] or plain[:1]
    for names in (predicted, [*plain, *written], [name for name in _NBEST if name in value]):
        read = {name: _of_field(name, value, told) for name in names}
        found = [one for one in read.values() if one is not None]
        if found:
            _check_alike(read)
            return found[0]
    return None


def _of_field(name: str, owner: Mapping[str, Any], told: set[str] | None) -> tuple[str, ...] | None:
    if (best := best_beside(owner[name], owner)) is not None:
        if told is not None:
            told.add(best[1])
        return texts_of(best[0], told)
    return texts_of(owner[name], told)


def _check_alike(read: Mapping[str, tuple[str, ...] | None]) -> None:
    """Raise `Ambiguous` if fields that may be meant do not say the same."""
    if len({_joined(one) for one in read.values() if one is not None}) > 1:
        shown = ", ".join(f"{name!r} ({_joined(one or ())[:30]!r})" for name, one in read.items())
        raise Ambiguous(
            f"each of the fields {shown} may be what was predicted: "
            "call that one 'prediction', and leave out the others that begin with 'pred'"
        )


def _joined(texts: Iterable[str]) -> str:
    return ", ".join(texts).strip()
