"""What weights learned from, as hashes, so that no figure on training questions passes for a held-out one.

A weights file carries two sorted arrays of 64-bit hashes: of each (story, question) that it learned from, and
of each (question, answers), which finds the question again before another version of its story. Of a text
only letters and digits count, without case, so that copies in another layout or tokenisation are still found.
Files without these arrays are from before there were any: what they learned from is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import read_container, write_container
from symbolic_rc.core.files.safetensors import is_safetensors, read_safetensors
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record

Hashes = NDArray[np.uint64]

_PAIRS, _ANSWERS = "learned.pairs", "learned.answers"
_NO_LETTER = re.compile(r"[\W_]+")
#: Markers of anonymised data, whose numbers `--permute` changes.
_MARKER = re.compile(r"@entity\d+")


def normal(text: str) -> str:
    """Return what counts of a text: its letters and digits, without case.

    Examples
    --------
    >>> normal("Did n't  @entity12 say: `Yes' ?") == normal("Didn't @entity7 say: 'yes'?")
    True
    """
    return _NO_LETTER.sub("", _MARKER.sub("@entity", text)).casefold()


def hash_of(*parts: str) -> int:
    """Return the 64-bit hash of normalised texts, in their order."""
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(digest.digest(), "little")


def _pair(story: str, question: Question) -> int:
    return hash_of(normal(story), normal(question.text))


def _answers(question: Question) -> int:
    wordings = sorted({normal(" ".join(one)) for one in question.references})
    return hash_of(normal(question.text), *wordings)


@dataclass(frozen=True, slots=True)
class Learned:
    """The questions that weights learned from.

    Attributes
    ----------
    pairs : ndarray of uint64
        Hashes of story and question, sorted.
    answers : ndarray of uint64
        Hashes of question and answers, sorted.
    """

    pairs: Hashes
    answers: Hashes

    @classmethod
    def of(cls, asked: Iterable[tuple[str, Question]]) -> Learned:
        """Return the hashes of questions, each with the text of its story."""
        pairs, answers, texts = set[int](), set[int](), dict[str, str]()
        for story, question in asked:
            texts = texts if story in texts else {story: normal(story)}
            pairs.add(hash_of(texts[story], normal(question.text)))
            answers.add(_answers(question))
        return cls(*(np.array(sorted(found), np.uint64) for found in (pairs, answers)))

    def __or__(self, other: Learned) -> Learned:
        return Learned(np.union1d(self.pairs, other.pairs), np.union1d(self.answers, other.answers))

    def has_pair(self, hashes: Sequence[int]) -> NDArray[np.bool_]:
        """Tell for each hash of story and question whether it was learned from."""
        return np.isin(np.array(hashes, np.uint64), self.pairs)

    def has_answers(self, hashes: Sequence[int]) -> NDArray[np.bool_]:
        """Tell for each hash of question and answers whether it was learned from."""
        return np.isin(np.array(hashes, np.uint64), self.answers)


def read_learned(path: str | Path) -> Learned | None:
    """Return what a weights file learned from; None if it does not say.

    Raises
    ------
    LexiconError
        If the file is missing or damaged.
    """
    if is_safetensors(path):
        arrays = read_safetensors(path, _PAIRS, _ANSWERS)[1]
    else:
        arrays = read_container(path).arrays
    if _PAIRS not in arrays or _ANSWERS not in arrays:
        return None
    return Learned(arrays[_PAIRS].view(np.uint64), arrays[_ANSWERS].view(np.uint64))


def add_learned(path: str | Path, learned: Learned) -> None:
    """Write into a weights file what it learned from; nothing else of it changes."""
    found = read_container(path)
    others = {name: array for name, array in found.arrays.items() if name not in (_PAIRS, _ANSWERS)}
    write_container(path, found.about, {**others, _PAIRS: learned.pairs, _ANSWERS: learned.answers})


@dataclass(slots=True)
class Tally:
    """Counts, as stories pass by, how many of their questions weights learned from.

    Attributes
    ----------
    weights : sequence of (str, Learned or None)
        The weights files that a reader rests on, by name.
    """

    weights: Sequence[tuple[str, Learned | None]]
    _ids: list[str] = field(default_factory=list)
    _pairs: list[int] = field(default_factory=list)
    _answers: list[int] = field(default_factory=list)

    def watch(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records as they are."""
        for record in records:
            if any(learned is not None for _, learned in self.weights):
                text = normal(record.text)
                for question in record.questions:
                    self._ids.append(question.id)
                    self._pairs.append(hash_of(text, normal(question.text)))
                    self._answers.append(_answers(question) if question.references else 0)
            yield record

    def summary(self) -> dict[str, Any] | None:
        """Return what a manifest says; None for a reader without weights.

        ``known``: whether the weights say what they learned from; ``questions`` of ``of`` were learned from,
        ``which``: all, none, or their ids; ``elsewhere``: ids of further questions that were learned from
        with the same answers before another text.
        """
        if not self.weights:
            return None
        names = [name for name, _ in self.weights]
        known = [learned for _, learned in self.weights if learned is not None]
        if len(known) < len(names):
            return {"weights": names, "known": False}
        pair, answers = np.zeros(len(self._ids), np.bool_), np.zeros(len(self._ids), np.bool_)
        for learned in known:
            pair |= learned.has_pair(self._pairs)
            answers |= learned.has_answers(self._answers)
        count = int(pair.sum())
        ids = [self._ids[i] for i in np.flatnonzero(pair)]
        return {
            "weights": names,
            "known": True,
            "questions": count,
            "of": len(self._ids),
            "which": "none" if not count else "all" if count == len(self._ids) else ids,
            "elsewhere": [self._ids[i] for i in np.flatnonzero(answers & ~pair)],
        }


def told(found: dict[str, Any] | None, ids: Sequence[str] | None = None) -> str:
    """Say in a line what a manifest's summary means for some questions, or for all that it is about.

    Examples
    --------
    >>> told({"weights": ["w.lex"], "known": True, "questions": 1, "of": 2, "which": ["a"], "elsewhere": []})
    '1 of 2 questions were learned from by these weights'
    >>> told({"weights": ["w.lex"], "known": False})
    'not known whether these weights learned from these questions (no hashes in w.lex)'
    >>> told(None)
    ''
    """
    if not found:
        return ""
    if not found.get("known"):
        names = ", ".join(map(str, found.get("weights", ()))) or "the weights"
        return f"not known whether these weights learned from these questions (no hashes in {names})"
    total, count, elsewhere = found["of"], found["questions"], len(found["elsewhere"])
    if ids is not None:
        total, some = len(ids), frozenset(ids)
        which = found["which"]
        count = total if which == "all" else 0 if which == "none" else len(some.intersection(which))
        elsewhere = len(some.intersection(found["elsewhere"]))
    more = f"; {elsewhere} more with the same answers before another text" if elsewhere else ""
    return f"{count:,} of {total:,} questions were learned from by these weights{more}"
