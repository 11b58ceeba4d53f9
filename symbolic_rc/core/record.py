"""Records: the stories of a data set as text, with their questions; what readers answer."""

from __future__ import annotations

import html
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symbolic_rc.core.errors import SymbolicRCError, check_size, check_text

if TYPE_CHECKING:
    from symbolic_rc.core.trace import Trace


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What a reader answers to one question.

    Attributes
    ----------
    texts : tuple of str
        The answer's spans as text; several for a list, one for most, none if the reader finds
        the question unanswerable.
    spans : tuple of (int, int)
        Character offsets of `texts` in the story, if they are spans of it.
    score : float
        The reader's own score; comparable within one reader only.
    rule : str
        The rule, or the reader's step, that decided.
    trace : Trace or None
        How it was found, from readers with traces.
    confidence : float
        The probability that it is right, from readers that estimate it.
    """

    texts: tuple[str, ...]
    spans: tuple[tuple[int, int], ...] = ()
    score: float = 0.0
    rule: str = ""
    trace: Trace | None = None
    confidence: float = 0.0

    @property
    def text(self) -> str:
        """The answer as one string; several spans are joined by a comma."""
        return ", ".join(self.texts)

    def __repr__(self) -> str:
        shown = "".join(f", {text!r}" for text in self.texts)[2:] or "no answer"
        confidence = f", confidence={self.confidence:.2f}" if self.confidence else ""
        return f"Answer({shown}, rule={self.rule!r}{confidence})"

    def _repr_html_(self) -> str:
        if self.trace is not None:
            return self.trace._repr_html_()
        return f"<p><b>{html.escape(self.text or 'no answer')}</b> by rule {html.escape(self.rule)}</p>"


def _check_texts(what: str, *texts: object) -> None:
    """Raise DataError where one of some texts cannot be encoded."""
    check_text(what, " ".join(text for text in texts if isinstance(text, str)))


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
            answers = itertools.chain.from_iterable(self.references)
            _check_texts("its id, answers or tags", self.id, *answers, *self.tags, *self.tags.values())
        except SymbolicRCError as error:
            return str(error)
        return ""

    @property
    def is_cloze(self) -> bool:
        """Whether a placeholder is to be filled."""
        return bool(self.placeholder)

    @property
    def may_refuse(self) -> bool:
        """Whether it may be unanswerable: some questions of its data set are, or refusal was asked for."""
        return "unanswerable" in self.tags or self.tags.get("version") == "2.0"

    @property
    def some_refused(self) -> bool:
        """Whether some questions of its data set have no answer, not only refusal was asked for."""
        return self.tags.get("version") == "2.0" or self.tags.get("unanswerable", "perhaps") != "perhaps"

    @property
    def takes_several(self) -> bool:
        """Whether any number of choices may be right."""
        return "several" in self.tags

    @property
    def is_choice(self) -> bool:
        """Whether the answer is one of `choices`."""
        return bool(self.choices)


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

    @property
    def refused(self) -> str:
        """Why the story is not taken: what cannot be encoded; empty if it is taken."""
        try:
            _check_texts("it", self.id, self.title, self.text, *self.tags, *self.tags.values())
        except SymbolicRCError as error:
            return str(error)
        return ""
