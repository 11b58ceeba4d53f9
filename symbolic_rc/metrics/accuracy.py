"""Accuracy for multiple choice and cloze."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.core.question import Question
from symbolic_rc.metrics.metric import Mean, joined, wordings


@dataclass(frozen=True, slots=True)
class Accuracy(Mean):
    """The share of questions whose answer is a reference, but for case and white space.

    Attributes
    ----------
    kind : {"all", "choice", "cloze"}
        The questions that count.
    """

    kind: str = "all"

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        return "accuracy" if self.kind == "all" else f"{self.kind}_accuracy"

    @property
    def signature(self) -> str:
        """What is computed."""
        return f"Accuracy|questions:{self.kind}|equal:no-case"

    def applies(self, question: Question) -> bool:
        """Tell whether the question is of the kind."""
        chosen = {"all": True, "choice": question.is_choice, "cloze": question.is_cloze}
        return bool(question.references) and chosen[self.kind]

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return 1 or 0."""
        return float(_plain(joined(texts)) in map(_plain, wordings(question)))


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
