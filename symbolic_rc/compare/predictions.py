"""What systems predict, in whatever form they write it: texts, spans, objects, n-best lists."""

from __future__ import annotations

import logging
import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symbolic_rc.core.errors import DataError, check_size
from symbolic_rc.datasets.fields import Malformed, clean

#: Fields that score an answer, in order of preference.
_LIKELIHOODS = tuple("probability prob confidence score prediction_score logprob log_prob logit".split())
#: Pairs of fields whose sum scores an answer.
_SUMMED = (("start_logit", "end_logit"), ("start_score", "end_score"), ("start_prob", "end_prob"))
#: Lists of numbers beside a list of texts.
_LISTS = ("scores", "probabilities", "probs", "confidences", "logits", "logprobs", "log_probs")


def likelihood(value: Any) -> tuple[str, float] | None:
    """Return the name and value of the score of an answer, an object; None without one.

    Examples
    --------
    >>> likelihood({"text": "Bo", "start_logit": 2.0, "end_logit": 1.5})
    ('start_logit + end_logit', 3.5)
    """
    if not isinstance(value, Mapping):
        return None
    named = [name for name in _LIKELIHOODS if name in value]
    for name in named:
        if (number := _number(value[name])) is not None:
            return name, number
    for first, second in _SUMMED:
        if first in value and second in value:
            both = [_WORST if value[name] is None else _number(value[name]) for name in (first, second)]
            if None not in both:
                return f"{first} + {second}", sum(both)  # type: ignore[arg-type]
    if (rank := _number(value.get("rank"))) is not None:
        return "rank", -rank
    return next(((name, _WORST) for name in named if value[name] is None), None)


def best_of(candidates: Sequence[Any]) -> tuple[Any, str] | None:
    """Return the best answer and the name of its score; of equals the first; None if this is no n-best list.

    Candidates are objects with a score, or pairs of a text and a number.
    """
    pairs = [found for one in candidates if (found := _pair(one))]
    if pairs and len(pairs) == len(candidates):
        return max(pairs, key=lambda one: one[1])[0], "the number beside each"
    likely = [found for one in candidates if (found := likelihood(one))]
    names = {name for name, _ in likely}
    if len(likely) < len(candidates) or len(names) != 1:
        return None
    best = max(range(len(likely)), key=lambda i: likely[i][1])
    return candidates[best], names.pop()


def best_beside(texts: Any, owner: Mapping[str, Any]) -> tuple[Any, str] | None:
    """Return the best of a list of texts by a parallel list of numbers; None without one."""
    if not isinstance(texts, list) or len(texts) <= 1:
        return None
    for name in _LISTS:
        numbers = owner.get(name)
        if isinstance(numbers, list) and len(numbers) == len(texts):
            known = [_WORST if one is None else _number(one) for one in numbers]
            if None not in known:
                return texts[known.index(max(known))], name  # type: ignore[type-var]
    return None


def _pair(value: Any) -> tuple[str, float] | None:
    """Return the text and the number of a list of both, in either order."""
    if not isinstance(value, list | tuple) or len(value) != 2:  # noqa: PLR2004  (a pair)
        return None
    text, number = value if isinstance(value[0], str) else reversed(value)
    if not isinstance(text, str) or isinstance(number, bool | str):
        return None
    known = _WORST if number is None else _number(number)
    return None if known is None else (text, known)


#: The score of what has none (null, NaN), and the opposite of what is larger than any number.
_WORST = -sys.float_info.max


def _number(value: Any) -> float | None:
    """Return a number, which a table holds as text; a finite one, whatever its size."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    except OverflowError:  # an integer of more than 308 digits
        number = math.inf if int(value) > 0 else -math.inf
    return _WORST if math.isnan(number) else min(max(number, _WORST), -_WORST)


#: Fields that hold an answer where nothing is called a prediction; the gold's have some of these names.
PLAIN = ("answers", "answer", "value", "spans", "text")
#: Fields of a system's output, which may occur beside the gold's `PLAIN`.
_WRITTEN = frozenset(
    "output response completion generation generated_text generated_answer hypothesis model_answer "
    "system_answer".split()
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

    Others are about a prediction: ``pred_start``, ``prediction_score``, ``predicted_ability``.
    """
    parts = [part.lower() for part in _PARTS.split(name.strip())]
    said = all(part in _AN_ANSWER or part.isdigit() for part in parts[1:])
    return name == "best_span_str" or (parts[0].startswith("pred") and said)


def texts_of(value: Any, read_by: set[str] | None = None) -> tuple[str, ...] | None:
    """Return the answer's spans in whatever holds them; None if nothing does.

    That is a text; a list of spans; an n-best list, of which the best counts; an object that holds one, or
    two that say the same, else it is `Ambiguous`. `read_by` receives the scores by which lists were read.
    """
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ()
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, str | int | float):
        return (str(value),) if str(value).strip() else ()
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
    if (pair := _pair(values)) is not None:
        if not any(isinstance(piece, float) for piece in values):  # a whole number may be a span, too
            raise Ambiguous(f"{pair[0][:30]!r} and {pair[1]:g} may be two spans, or an answer and its score")
        return texts_of(pair[0])
    _check_spans(values)
    found = [texts_of(piece, read_by) for piece in values]
    if None in found:
        return None
    return tuple(text for piece in found for text in piece or ())


def _check_spans(values: Sequence[Any]) -> None:
    """Raise `Ambiguous` where the second text of a pair may be a score: where it is a decimal number."""
    for text, *scores in (piece for piece in values if isinstance(piece, list | tuple) and piece):
        if len(scores) == 1 and "." in str(scores[0]) and _number(scores[0]) is not None:
            raise Ambiguous(f"{str(scores[0])[:30]!r} may be a span, or the score of {str(text)[:30]!r}")


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
    value, score = best_beside(owner[name], owner) or (owner[name], "")
    if score and read_by is not None:
        read_by.add(score)
    return texts_of(value, read_by)


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

#: Characters and spans of one predicted answer, at most.
LONGEST_ANSWER, MOST_SPANS = 100_000, 1_000


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
        if not isinstance(value.get("score"), str) and (score := _number(value.get("score"))) is not None:
            self.scores[key] = score


def check_answer(texts: Sequence[str], *beside: str) -> None:
    """Raise Malformed where an answer is too large, or it or a text beside it cannot be written."""
    for text in (*beside, *texts):
        clean(text, "prediction")
    check_size("it", len(texts), MOST_SPANS, "spans", Malformed)
    check_size("it", sum(map(len, texts)), LONGEST_ANSWER, error=Malformed)


def _read(key: str, value: Any, read_by: set[str], where: tuple[str | Path, int | None]) -> tuple[str, ...]:
    """Return the texts of one prediction, or raise DataError."""
    told = f"the prediction for {key[:80]!r}"
    try:
        if (texts := texts_of(value, read_by)) is not None:
            rule = value.get("rule") if isinstance(value, Mapping) else ""
            check_answer(texts, key, rule if isinstance(rule, str) else "")
            return texts
    except RecursionError:
        raise DataError(f"{told} is nested too deep", *where) from None
    except ValueError as error:  # also a number of too many digits
        raise DataError(f"{told}: {error}", *where) from None
    raise DataError(f"no answer in {told}; expected one of: {', '.join(EXPECTED)}", *where)


def gather(entries: Iterable[tuple[int | None, str, Any]], path: str | Path) -> Predictions:
    """Return the answers of predictions: of several for one question, the one with the best score.

    Entries are line, question id and prediction. A DataError, which names the `path`, says that one has no
    answer, or that it is not clear which is meant.
    """
    found, read_by, numbers, odds, last = Predictions(), set[str](), 0, False, ""
    likely: dict[str, tuple[str, float] | None] = {}
    for line, key, value in entries:
        texts = _read(key, value, read_by, (path, line))
        if isinstance(value, int | float):
            numbers, odds = numbers + 1, odds or value // 1 != abs(value)  # no whole number from 0
        last, before_it = key, last
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
    if odds and numbers == len(found.answers):
        raise DataError(
            "holds nothing but numbers, as SQuAD's odds of no answer; give the file of predictions", path
        )
    if read_by:
        names = ", ".join(sorted(read_by))
        _LOG.warning("%s: n-best lists: of each, the answer that is best by %s is taken", path, names)
    return found
