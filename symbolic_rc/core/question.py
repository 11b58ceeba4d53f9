"""Questions, as every data set is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    def too_large(self) -> str:
        """Which limit the question exceeds, in words; empty if none."""
        longest = max((self.text, *self.choices), key=len)
        if len(longest) > LONGEST:
            what = "the question" if longest is self.text else "a choice"
            return f"{what} has {len(longest):,} characters; at most {LONGEST:,} are taken"
        if len(self.choices) > MOST_CHOICES:
            return f"the question has {len(self.choices):,} choices; at most {MOST_CHOICES:,} are taken"
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
