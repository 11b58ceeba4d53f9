"""The verdict on a given answer: supported, contradicted, or not found, with what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["supported", "contradicted", "not found"]


@dataclass(frozen=True, slots=True)
class Support:
    """Whether a text supports an answer to a question.

    Attributes
    ----------
    question, answer : str
    verdict : {"supported", "contradicted", "not found"}
    confidence : float
        The calibrated probability that the answer is right, 0 to 1.
    proof : tuple of str
        The facts and links that support the answer, or those that contradict it, in plain lines; empty where
        the verdict rests on weaker evidence.
    sentences : tuple of int
        The sentences of the story that the verdict rests on, from 0; the best first.
    missing : tuple of str
        The words of the question and of the answer that nothing in the text matches.
    instead : str
        The answer that the text states instead; empty where it states none.
    reason : str
        The verdict in one plain sentence.
    parts : tuple of Support
        The verdicts on the sentences of an answer, or the clauses of a statement, where it has several.
    """

    question: str
    answer: str
    verdict: Verdict
    confidence: float
    proof: tuple[str, ...] = ()
    sentences: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    instead: str = ""
    reason: str = ""
    parts: tuple[Support, ...] = ()
