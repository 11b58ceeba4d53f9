"""Records: the stories of a data set as text, with their questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symbolic_rc.core.question import Question


@dataclass(frozen=True, slots=True)
class Record:
    """One story of a data set, as text, with its questions.

    Attributes
    ----------
    id, text, title : str
        The story; character offsets everywhere refer to `text`.
    tokenised : bool
        Whether `text` is tokens joined by single spaces (NarrativeQA's summaries, CNN's files).
    tags : mapping
        Other annotation of the story.
    """

    id: str
    text: str
    questions: tuple[Question, ...] = ()
    title: str = ""
    tokenised: bool = False
    tags: Mapping[str, str] = field(default_factory=dict)
