"""What every reader offers, and what its options are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Question
from symbolic_rc.story import Story

_WORD = re.compile(r"@?\w+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without marks."""
    return _WORD.findall(text.lower())


def folded(text: str) -> str:
    """Return the words of a text in lower case, single spaces between them."""
    return " ".join(words_of(text))


def span_answer(story: Story, start: int, end: int, score: float, rule: str) -> Answer:
    """Return the tokens `start` to `end` (exclusive) of the story as an answer."""
    left, right = int(story.tokens.starts[start]), int(story.tokens.ends[end - 1])
    return Answer((story.text[left:right],), ((left, right),), score, rule)


def among_choices(question: Question, answer: Answer) -> Answer:
    """Return an answer as one of the question's choices: that which shares most words with it, by F1.

    It is returned itself where the question has no choices, or it is one of them.
    """
    if not question.is_choice or answer.text in question.choices:
        return answer
    found = Counter(words_of(answer.text))
    shared = []
    for choice in question.choices:
        words = Counter(words_of(choice))
        shared.append(2 * (found & words).total() / max(1, found.total() + words.total()))
    return replace(answer, texts=(question.choices[int(np.argmax(shared))],), spans=())


def choice_answer(question: Question, scores: NDArray[np.float64], rule: str) -> Answer:
    """Return the choice with the highest score, the first of equals."""
    best = int(np.argmax(scores))
    return Answer((question.choices[best],), (), float(scores[best]), rule)


@runtime_checkable
class Reader(Protocol):
    """Anything that answers questions about stories."""

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question, in their order; one answer a question."""
        ...


@runtime_checkable
class RankingReader(Protocol):
    """A reader that can also rank a pool of answers."""

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score each answer of `pool`; higher is better; float64, as long as the pool."""
        ...


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """What a user may choose about a reader; each reader takes what concerns it.

    Attributes
    ----------
    seed : int
        For readers that choose at random.
    weights : str
        A weights file in place of the reader's own, or empty.
    pipeline : str
        ``classical``, ``classical:best``, ``classical:quick``, ``spacy:NAME`` or ``stanza:LANG``.
    chunks : int
        Number of chunks of the story to read, chosen for the question; 0 for the whole story.
    retriever : str
        What chooses them.
    whole : bool
        Read the whole story once, and look for answers in the chunks alone; for `symbolic`.
    prune : {"", "half", "duorc"}
        Read only the sentences that the question needs: the best half, or as DuoRC's authors choose them.
    sections : {"", "only", "ignored"}
        Of data that name a question's sections of the story: show a reader only these, or ignore them; empty
        for each reader's default (`symbolic` looks for answers there, the others read the whole story).
    format : str
        The data set's format, for readers whose answers take its form; empty when unknown.
    cache : str
        Folder where read stories are kept, or empty; changes no answer.
    entities : {"", "capitals", "coref"}
        Where the baselines take a story's entities from; empty for each reader's own way (`word-distance`
        aligns by coreference, the others count names).
    profile : str
        Of `symbolic`: whose form answers take, that of a data set or ``plain``; empty for the format's.
    rulebook : str
        Of `symbolic` and `symbolic:rules`: a file that names rules, their order and thresholds, or empty.
    allow_python : bool
        Whether modules that the rulebook names are imported, which runs their code.
    inference : str
        Of `symbolic` and `symbolic:rules`: a file of clauses, added to those of the package, or empty.
    refuse_below : float
        Of `symbolic`, `symbolic:rules` and `symbolic-book`: answers of a lower confidence are not given.
    """

    seed: int = 0
    weights: str = ""
    pipeline: str = "classical"
    chunks: int = 0
    retriever: str = "bm25"
    whole: bool = False
    prune: str = ""
    sections: str = ""
    entities: str = ""
    format: str = ""
    cache: str = ""
    profile: str = ""
    rulebook: str = ""
    allow_python: bool = False
    inference: str = ""
    refuse_below: float = 0.0
