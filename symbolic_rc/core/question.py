"""Questions, as every data set is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symbolic_rc.core.errors import SymbolicRCError, check_size, check_text

#: Maximum number of characters of a question, and of its choices.
LONGEST, MOST_CHOICES = 4_000, 1_000


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a story: free form, cloze, or multiple choice.

    Attributes
    ----------
    id : str
        The data set's own id, unique in a run.
    text : str
        The question; a cloze question contains its `placeholder`.
    references : tuple of tuple of str
        The gold answers: alternatives, each a set of one or more spans. ``()`` when unknown; an
        empty alternative ``((),)`` means that the question is unanswerable.
    choices : tuple of str
        The choices of a multiple-choice question, else empty.
    placeholder : str
        The mark to fill in a cloze question (``"@placeholder"``), else empty.
    spans : tuple of tuple of (int, int)
        Character offsets of the references in the story, parallel to `references`, if the data
        set has them.
    tags : mapping
        Other annotation of the question (kind, explicit or implicit, ...). ``unanswerable`` means that it may
        be unanswerable, ``several`` that any number of choices may be right.
    """

    id: str
    text: str
    references: tuple[tuple[str, ...], ...] = ()
    choices: tuple[str, ...] = ()
    placeholder: str = ""
    spans: tuple[tuple[tuple[int, int], ...], ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def refused(self) -> str:
        """Why the question is not taken: its limit, or what cannot be encoded; empty if it is taken."""
        try:
            for what, text in (("the question", self.text), *(("a choice", one) for one in self.choices)):
                check_size(what, len(text), LONGEST)
                check_text(what, text)
            check_size("the question", len(self.choices), MOST_CHOICES, "choices")
        except SymbolicRCError as error:
            return str(error)
        return ""

    @property
    def is_cloze(self) -> bool:
        """Whether a placeholder is to be filled."""
        return bool(self.placeholder)

    @property
    def may_refuse(self) -> bool:
        """Whether it may be unanswerable: some questions of its data set are."""
        return "unanswerable" in self.tags or self.tags.get("version") == "2.0"

    @property
    def takes_several(self) -> bool:
        """Whether any number of choices may be right."""
        return "several" in self.tags

    @property
    def is_choice(self) -> bool:
        """Whether the answer is one of `choices`."""
        return bool(self.choices)
