"""Accuracy for multiple choice and cloze."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.record import Question
from symbolic_rc.metrics.metric import Mean, Metric, Statistics, joined, wordings


class Accuracy(Mean):
    """The share of questions, all or of one kind, answered with a reference, but for case and white space."""

    def __init__(self, kind: str = "all") -> None:
        self.part = kind
        self.name = "accuracy" if kind == "all" else f"{kind}_accuracy"
        self.signature = f"Accuracy|questions:{kind}|equal:no-case"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return 1 or 0."""
        return float(_plain(joined(texts)) in map(_plain, wordings(question)))


class BalancedAccuracy(Metric):
    """The mean over answers of the accuracy on questions with that answer, ``yes`` or ``no``.

    Its statistics are (right, all) for ``yes``, then for ``no``.
    """

    name = "balanced_accuracy"
    signature = "Accuracy|questions:yes-no|mean-over:answers|equal:no-case"

    def applies(self, question: Question) -> bool:
        """Return whether the reference is ``yes`` or ``no``."""
        return bool(question.references) and _plain(wordings(question)[0]) in ("yes", "no")

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return which answer was wanted, and whether it was given."""
        wanted = _plain(wordings(question)[0])
        counted = [float(_plain(joined(texts)) == wanted), 1.0]
        return np.array([*counted, 0.0, 0.0] if wanted == "yes" else [0.0, 0.0, *counted])

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the balanced accuracy of many sums, in percent, over the answers that occur."""
        array = np.asarray(sums, dtype=np.float64)
        right, counts = array[..., 0::2], array[..., 1::2]
        shares = np.where(counts > 0, right / np.maximum(counts, 1.0), 0.0)
        return 100.0 * shares.sum(axis=-1) / np.maximum((counts > 0).sum(axis=-1), 1)


class SeveralChoices(Metric):
    """MultiRC's measures of questions with any number of right choices (Khashabi et al. 2018).

    ``f1a`` is the F1 over all choices of all questions, ``f1m`` the harmonic mean of the questions' mean
    precision and mean recall, ``em`` the share of questions with all right choices and no other, ``p1`` of
    those whose first answer is right (the engine gives the one that it supports best first).
    """

    part = "choice"

    def __init__(self, measure: str) -> None:
        self.name, self.signature = measure, f"{measure.upper()}|scorer:multirc|choices:several"

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return right, given and wanted choices (f1a); precision, recall and 1 (f1m); or the value and 1."""
        given, wanted = set(map(_plain, texts)), set(map(_plain, question.references[0]))
        right = float(len(given & wanted))
        if self.name == "f1a":
            return np.array([right, float(len(given)), float(len(wanted))])
        if self.name in ("em", "p1"):
            is_right = given == wanted if self.name == "em" else _plain("".join(texts[:1])) in wanted
            return np.array([float(is_right), 1.0])
        return np.array([right / len(given) if given else 1.0, right / len(wanted) if wanted else 1.0, 1.0])

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the measure of many sums, in percent."""
        array = np.asarray(sums, dtype=np.float64)
        if self.name == "f1m":
            precision, recall = array[..., 0], array[..., 1]
            parts = 2.0 * precision * recall, (precision + recall) * np.maximum(array[..., 2], 1.0)
        else:
            parts = array[..., 0] * (2.0 if self.name == "f1a" else 1.0), array[..., 1:].sum(axis=-1)
        return 100.0 * parts[0] / np.where(parts[1] > 0, parts[1], 1.0)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
