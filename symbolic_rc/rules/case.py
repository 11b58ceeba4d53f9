"""The case: one question about one story, with the candidates so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from symbolic_rc.core.question import Question
from symbolic_rc.core.tokens import Tokens
from symbolic_rc.rules.question import Understanding


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span proposed as answer: tokens ``start`` to ``end`` (exclusive), and its `shape`.

    `shape` is ``name``, ``number`` or ``phrase``.
    """

    start: int
    end: int
    shape: str


@dataclass(slots=True)
class Case:
    """What a rule looks at.

    Attributes
    ----------
    question : Question
    understanding : Understanding
    text : str
        The story's text.
    tokens : Tokens
    lower : sequence of str
        The story's tokens in lower case.
    candidates : sequence of Candidate
    matches : list of (int, list of int)
        For each content word of the question, its index and the story tokens that match it.
    scores : dict of int to float
        Sum of what the rules gave to each candidate.
    """

    question: Question
    understanding: Understanding
    text: str
    tokens: Tokens
    lower: Sequence[str]
    candidates: Sequence[Candidate]
    matches: list[tuple[int, list[int]]] = field(default_factory=list)
    scores: dict[int, float] = field(default_factory=dict)

    def span_text(self, candidate: int) -> str:
        """Return a candidate's text as it stands in the story."""
        found = self.candidates[candidate]
        return self.text[self.tokens.starts[found.start] : self.tokens.ends[found.end - 1]]
