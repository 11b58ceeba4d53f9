"""Lists of answers of which one is meant: n-best lists, by whatever says how likely each is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

#: What says how likely an answer is, more telling ones first.
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
#: What is summed to say so.
_SUMMED = (("start_logit", "end_logit"), ("start_score", "end_score"), ("start_prob", "end_prob"))
#: Lists of numbers beside a list of texts.
_LISTS = ("scores", "probabilities", "probs", "confidences", "logits", "logprobs", "log_probs")


def likelihood(value: Any) -> tuple[str, float] | None:
    """Return what says how likely an answer is, and how likely; None where nothing does.

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
    """Return the likeliest of answers and what says so, the first of equals; None if they are no n-best list.

    Candidates are objects that say how likely each is, or pairs of a text and a number.
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
    """Return the likeliest of a list of texts by the list of numbers beside it; None where there is none."""
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
