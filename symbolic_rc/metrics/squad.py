"""SQuAD's exact match and F1, and DuoRC's use of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from symbolic_rc.core.question import Question
from symbolic_rc.metrics.metric import Mean, joined, wordings
from symbolic_rc.metrics.normalise import squad_normalised


def exact_match(prediction: str, reference: str) -> float:
    """Return 1 if both are equal once normalised, else 0."""
    return float(squad_normalised(prediction) == squad_normalised(reference))


def token_f1(prediction: str, reference: str, empty: bool = False) -> float:
    """Return the harmonic mean of precision and recall over the bags of normalised tokens.

    Parameters
    ----------
    prediction, reference : str
    empty : bool
        SQuAD 2.0's rule: where either has no token left, 1 if neither has, else 0. Under 1.1 it is 0.
    """
    found, wanted = squad_normalised(prediction).split(), squad_normalised(reference).split()
    if empty and not (found and wanted):
        return float(found == wanted)
    same = sum((Counter(found) & Counter(wanted)).values())
    if not same:
        return 0.0
    precision, recall = 1.0 * same / len(found), 1.0 * same / len(wanted)
    return (2 * precision * recall) / (precision + recall)


def _best(texts: tuple[str, ...], question: Question, measure: Callable[..., float]) -> float:
    second = question.tags.get("version") == "2.0"
    references = wordings(question)
    if second:
        references = [one for one in references if squad_normalised(one)] or [""]
    if measure is token_f1:
        return max(token_f1(joined(texts), one, empty=second) for one in references)
    return max(measure(joined(texts), one) for one in references)


@dataclass(frozen=True, slots=True)
class SquadEM(Mean):
    """Exact match of Rajpurkar et al. 2016 and 2018: the best over the references.

    Version 2.0's rules hold for questions of a file that marks what is not answerable.
    """

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        return "em"

    @property
    def signature(self) -> str:
        """What is computed."""
        return "EM|scorer:squad|version:1.1+2.0|best-reference"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return 1 or 0."""
        return _best(texts, question, exact_match)


@dataclass(frozen=True, slots=True)
class SquadF1(Mean):
    """F1 over bags of tokens of Rajpurkar et al. 2016 and 2018: the best over the references."""

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        return "f1"

    @property
    def signature(self) -> str:
        """What is computed."""
        return "F1|scorer:squad|version:1.1+2.0|best-reference"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the F1, 0 to 1."""
        return _best(texts, question, token_f1)


_NOT_ANSWERABLE = "NA"


@dataclass(frozen=True, slots=True)
class DuoRC(Mean):
    """DuoRC's accuracy or F1 (Saha et al. 2018): SQuAD 1.1's, with ``NA`` for ``not answerable``.

    Attributes
    ----------
    measure : {"accuracy", "f1"}
    spans_only : bool
        Whether only questions count of which an answer stands in the plot (the span test).
    """

    measure: str = "accuracy"
    spans_only: bool = False

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        return f"span_{self.measure}" if self.spans_only else self.measure

    @property
    def signature(self) -> str:
        """What is computed."""
        asked = "span" if self.spans_only else "all"
        title = "Accuracy" if self.measure == "accuracy" else "F1"
        return f"{title}|scorer:duorc|norm:squad-1.1|questions:{asked}|best-reference"

    def applies(self, question: Question) -> bool:
        """Tell whether the question is of the part that is scored."""
        return duorc_applies(question, self.spans_only)

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the measure, 0 to 1."""
        measure = exact_match if self.measure == "accuracy" else token_f1
        prediction = joined(texts) if texts else _NOT_ANSWERABLE
        return max(measure(prediction, one) for one in duorc_references(question))


def duorc_applies(question: Question, spans_only: bool) -> bool:
    """Tell whether a question with known references belongs to all, or to the span test."""
    return bool(question.references) and (not spans_only or question.tags.get("span") == "yes")


def duorc_references(question: Question) -> list[str]:
    """Return the references with ``NA`` for ``not answerable``."""
    return [joined(one) if one else _NOT_ANSWERABLE for one in question.references]
