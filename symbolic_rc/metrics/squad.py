"""SQuAD's exact match and F1, and DuoRC's use of them."""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import partial

from symbolic_rc.core.record import Question
from symbolic_rc.metrics.metric import Mean, harmonic_f1, joined, of_version_2, wordings

PUNCTUATION = str.maketrans("", "", string.punctuation)
ARTICLES = re.compile(r"\b(a|an|the)\b")
_NOT_ANSWERABLE = "NA"


def squad_normalised(text: str) -> str:
    """Lower case, no punctuation (ASCII), no articles, single spaces: SQuAD's ``normalize_answer``."""
    return " ".join(ARTICLES.sub(" ", text.lower().translate(PUNCTUATION)).split())


def exact_match(prediction: str, reference: str) -> float:
    """Return 1 if both are equal once normalised, else 0."""
    return float(squad_normalised(prediction) == squad_normalised(reference))


def token_f1(prediction: str, reference: str, empty: bool = False) -> float:
    """Return the harmonic mean of precision and recall over the bags of normalised tokens.

    With `empty`, SQuAD 2.0's rule holds: where either has no token left, 1 if neither has, else 0.
    """
    found, wanted = squad_normalised(prediction).split(), squad_normalised(reference).split()
    if empty and not (found and wanted):
        return float(found == wanted)
    return harmonic_f1((Counter(found) & Counter(wanted)).total(), len(found), len(wanted))


class Squad(Mean):
    """SQuAD's exact match or F1 (Rajpurkar et al. 2016 and 2018): the best over the references.

    The rules of version 2.0 hold for questions of a file that marks unanswerable ones. A part of them counts:
    all (and those of version 1.1), those of ``has_answer``, or of ``no_answer``.
    """

    def __init__(self, measure: str, part: str = "") -> None:
        self._em, self.part = measure == "em", part or "all"
        self.name = f"{part}_{measure}" if part else measure
        questions = f"|questions:{part}" if part else ""
        self.signature = f"{measure.upper()}|scorer:squad|version:1.1+2.0|best-reference{questions}"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the measure, 0 to 1."""
        references, second = wordings(question), of_version_2(question)
        if second:
            references = [one for one in references if squad_normalised(one)] or [""]
        if self._em:
            return max(exact_match(joined(texts), one) for one in references)
        return max(token_f1(joined(texts), one, empty=second) for one in references)


class HotpotQA(Squad):
    """HotpotQA's exact match or F1 (Yang et al. 2018): SQuAD's; ``yes`` and ``no`` only whole."""

    def __init__(self, measure: str) -> None:
        super().__init__(measure)
        self.signature = f"{measure.upper()}|scorer:hotpotqa|norm:squad-1.1|yes-no:whole"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the measure, 0 to 1."""
        found = squad_normalised(joined(texts))
        wanted = {squad_normalised(one) for one in wordings(question)}
        if found not in wanted and not {found, *wanted}.isdisjoint(("yes", "no", "noanswer")):
            return 0.0
        return super().value(texts, question)


class CoQA(Squad):
    """CoQA's exact match or F1 (Reddy et al. 2019): the best reference but one, the mean over that one."""

    def __init__(self, measure: str) -> None:
        super().__init__(measure)
        self.signature = f"{measure.upper()}|scorer:coqa|norm:squad-1.1|references:leave-one-out"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the measure, 0 to 1."""
        measure = exact_match if self._em else partial(token_f1, empty=True)
        scores = [measure(joined(texts), one) for one in wordings(question)]
        if len(scores) == 1:
            return scores[0]
        return sum(max(scores[:i] + scores[i + 1 :]) for i in range(len(scores))) / len(scores)


class DuoRC(Mean):
    """DuoRC's accuracy or F1 (Saha et al. 2018): SQuAD 1.1's, with ``NA`` for ``not answerable``.

    With `spans_only`, only questions count of which an answer occurs in the plot (the span test).
    """

    def __init__(self, measure: str = "accuracy", spans_only: bool = False) -> None:
        self._measure = exact_match if measure == "accuracy" else token_f1
        self.part = "span" if spans_only else "all"
        self.name = f"span_{measure}" if spans_only else measure
        title = "Accuracy" if measure == "accuracy" else "F1"
        self.signature = f"{title}|scorer:duorc|norm:squad-1.1|questions:{self.part}|best-reference"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the measure, 0 to 1."""
        prediction = joined(texts) if texts else _NOT_ANSWERABLE
        return max(self._measure(prediction, one) for one in duorc_references(question))


def duorc_references(question: Question) -> list[str]:
    """Return the references with ``NA`` for ``not answerable``."""
    return [joined(one) if one else _NOT_ANSWERABLE for one in question.references]
