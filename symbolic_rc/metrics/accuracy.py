"""Accuracy for multiple choice and cloze."""

from __future__ import annotations

from symbolic_rc.core.question import Question
from symbolic_rc.metrics.metric import Mean, joined, wordings


class Accuracy(Mean):
    """The share of questions whose answer equals a reference, ignoring case and white space.

    Parameters
    ----------
    kind : {"all", "choice", "cloze"}
        The questions that count.
    """

    def __init__(self, kind: str = "all") -> None:
        self._kind = kind
        self.name = "accuracy" if kind == "all" else f"{kind}_accuracy"
        self.signature = f"Accuracy|questions:{kind}|equal:no-case"

    def applies(self, question: Question) -> bool:
        """Return whether the question is of the kind."""
        chosen = {"all": True, "choice": question.is_choice, "cloze": question.is_cloze}
        return bool(question.references) and chosen[self._kind]

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return 1 or 0."""
        return float(_plain(joined(texts)) in map(_plain, wordings(question)))


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
