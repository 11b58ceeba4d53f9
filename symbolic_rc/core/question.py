"""Questions, as every data set is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a story: free form, cloze, or multiple choice.

    Attributes
    ----------
    id : str
        The data set's own id, unique in a run.
    text : str
        The question; a cloze question holds its `placeholder`.
    references : tuple of tuple of str
        The gold answers: alternatives, each a set of one or more spans. ``()`` when unknown; an
        empty alternative ``((),)`` says that the story does not hold the answer.
    choices : tuple of str
        The choices of a multiple-choice question, else empty.
    placeholder : str
        The mark to fill in a cloze question (``"@placeholder"``), else empty.
    spans : tuple of tuple of (int, int)
        Character offsets of the references in the story, parallel to `references`, where the data
        set gives them.
    tags : mapping
        Whatever else the data set says of the question (kind, explicit or implicit, ...).
    """

    id: str
    text: str
    references: tuple[tuple[str, ...], ...] = ()
    choices: tuple[str, ...] = ()
    placeholder: str = ""
    spans: tuple[tuple[tuple[int, int], ...], ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_cloze(self) -> bool:
        """Whether a placeholder is to be filled."""
        return bool(self.placeholder)

    @property
    def is_choice(self) -> bool:
        """Whether the answer is one of `choices`."""
        return bool(self.choices)
