"""The overlap of a data set with training data, so that no figure on training questions passes for held out.

Weights files carry two sorted arrays of 64-bit hashes of what they were trained on: of each (story,
question), and of each (question, answers), which finds a question again beside another version of its
story. Only letters and digits count, without case, so that copies in another layout or tokenisation are
found. Files without these arrays are from before there were any: what they were trained on is not known.

The layers below the engine (annotation, word vectors, coreference) were trained on text without questions. Of
that text `seen.lex` keeps a sample of hashes of eight words in a row, by which a story, or a part of one, is
found again. Its header names the data of each layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import read_container, write_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.safetensors import is_safetensors, read_safetensors
from symbolic_rc.core.record import Question, Record

Hashes = NDArray[np.uint64]

_PAIRS, _ANSWERS = "learned.pairs", "learned.answers"
_NO_LETTER = re.compile(r"[\W_]+")
#: Markers of anonymised data, whose numbers `--permute` changes.
_MARKER = re.compile(r"@entity\d+")

#: The samples of the layers' training text that ship.
_SHIPPED = "seen.lex"
_REBUILD = "python -m lexicons.build.seen --data DATA"
#: Words in a row.
_ROW = 8
#: One hash in `_FEW` is kept of texts of up to `_SHORT` words, one in `_MANY` of longer ones (a multiple, so
#: that the sample of a long text is part of what would be kept of its pieces).
_SHORT, _FEW, _MANY = 20_000, 32, 1024
#: The least share and number of a story's sampled rows that make it overlap; it may quote a sentence.
_SHARE, _LEAST = 0.2, 2
#: Maximum number of stories of a run that are checked.
MOST = 1000
_WORD = re.compile(r"[^\W_]+")
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


def normalize(text: str) -> str:
    """Return the letters and digits of a text, without case."""
    return _NO_LETTER.sub("", _MARKER.sub("@entity", text)).casefold()


def hash_of(*parts: str) -> int:
    """Return the 64-bit hash of normalized texts, in their order."""
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(digest.digest(), "little")


def hash_of_answers(question: Question) -> int:
    """Return the 64-bit hash of a question with its reference answers, in any order."""
    references = sorted({normalize(" ".join(one)) for one in question.references})
    return hash_of(normalize(question.text), *references)


@dataclass(frozen=True, slots=True)
class TrainedOn:
    """The questions that weights were trained on: sorted hashes of each with its story, with its answers."""

    pairs: Hashes
    answers: Hashes

    @classmethod
    def of(cls, asked: Iterable[tuple[str, Question]]) -> TrainedOn:
        """Return the hashes of questions, each with the text of its story."""
        pairs, answers, texts = set[int](), set[int](), dict[str, str]()
        for story, question in asked:
            texts = texts if story in texts else {story: normalize(story)}
            pairs.add(hash_of(texts[story], normalize(question.text)))
            answers.add(hash_of_answers(question))
        return cls(*(np.array(sorted(found), np.uint64) for found in (pairs, answers)))

    def __or__(self, other: TrainedOn) -> TrainedOn:
        return TrainedOn(np.union1d(self.pairs, other.pairs), np.union1d(self.answers, other.answers))


def read_trained_on(path: str | Path) -> TrainedOn | None:
    """Return what a weights file was trained on; None if it does not say. `LexiconError` if it is damaged."""
    if is_safetensors(path):
        arrays = read_safetensors(path, _PAIRS, _ANSWERS)[1]
    else:
        arrays = read_container(path).arrays
    if _PAIRS not in arrays or _ANSWERS not in arrays:
        return None
    return TrainedOn(arrays[_PAIRS].view(np.uint64), arrays[_ANSWERS].view(np.uint64))


def add_trained_on(path: str | Path, trained_on: TrainedOn) -> None:
    """Write into a weights file what it was trained on; nothing else of it changes."""
    found = read_container(path)
    others = {name: array for name, array in found.arrays.items() if name not in (_PAIRS, _ANSWERS)}
    write_container(path, found.about, {**others, _PAIRS: trained_on.pairs, _ANSWERS: trained_on.answers})


@dataclass(slots=True)
class QuestionOverlap:
    """Counts, as stories pass by, how many of their questions weights (by their files' names) know."""

    weights: Sequence[tuple[str, TrainedOn | None]]
    _ids: list[str] = field(default_factory=list)
    _pairs: list[int] = field(default_factory=list)
    _answers: list[int] = field(default_factory=list)

    def watch(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records as they are."""
        for record in records:
            if any(trained_on is not None for _, trained_on in self.weights):
                text = normalize(record.text)
                for question in record.questions:
                    self._ids.append(question.id)
                    self._pairs.append(hash_of(text, normalize(question.text)))
                    self._answers.append(hash_of_answers(question) if question.references else 0)
            yield record

    def summary(self) -> dict[str, Any] | None:
        """Return what a manifest says; None for a reader without weights.

        ``known``: whether the weights say what they were trained on; ``questions`` of ``of`` were among it,
        ``which``: all, none, or their ids; ``elsewhere``: ids of further questions that were among it with
        the same answers and another text.
        """
        if not self.weights:
            return None
        names = [name for name, _ in self.weights]
        known = [trained_on for _, trained_on in self.weights if trained_on is not None]
        if len(known) < len(names):
            return {"weights": names, "known": False}
        pairs, answers = np.array(self._pairs, np.uint64), np.array(self._answers, np.uint64)
        pair, answer = np.zeros(len(pairs), np.bool_), np.zeros(len(pairs), np.bool_)
        for trained_on in known:
            pair |= np.isin(pairs, trained_on.pairs)
            answer |= np.isin(answers, trained_on.answers)
        count = int(pair.sum())
        ids = [self._ids[i] for i in np.flatnonzero(pair)]
        return {
            "weights": names,
            "known": True,
            "questions": count,
            "of": len(self._ids),
            "which": "none" if not count else "all" if count == len(self._ids) else ids,
            "elsewhere": [self._ids[i] for i in np.flatnonzero(answer & ~pair)],
        }


def describe_questions(found: dict[str, Any] | None, ids: Sequence[str] | None = None) -> str:
    """Describe a manifest's summary of overlapping questions in a line; of some questions, or of all."""
    if not found:
        return ""
    if not found.get("known"):
        names = ", ".join(map(str, found.get("weights", ()))) or "the weights"
        return f"Overlap with the training data is unknown (no hashes in {names})"
    total, count, elsewhere = found["of"], found["questions"], len(found["elsewhere"])
    if ids is not None:
        total, some = len(ids), frozenset(ids)
        which = found["which"]
        count = total if which == "all" else 0 if which == "none" else len(some.intersection(which))
        elsewhere = len(some.intersection(found["elsewhere"]))
    more = f"; {elsewhere} more with the same answers to another text" if elsewhere else ""
    if not count:
        return f"No overlap with the training data (0 of {total:,} questions{more})"
    return f"Overlap with the training data: {count:,} of {total:,} questions{more}"


_hash_of_word = lru_cache(maxsize=1 << 15)(hash_of)


def sample(text: str) -> Hashes:
    """Return the hashes of a text that are kept: of rows of eight words, letters and digits without case."""
    words = _WORD.findall(text.casefold())
    if len(words) < _ROW:
        return np.zeros(0, np.uint64)
    codes = np.array(list(map(_hash_of_word, words)), np.uint64)
    rows = np.zeros(len(codes) - _ROW + 1, np.uint64)
    for place in range(_ROW):
        rows = rows * _STEP + codes[place : place + len(rows)]
    rows = (rows ^ (rows >> np.uint64(31))) * _MIX
    rows ^= rows >> np.uint64(29)
    kept = _FEW if len(words) <= _SHORT else _MANY
    return np.unique(rows[rows % np.uint64(kept) == 0])


@dataclass(frozen=True, slots=True)
class TextSamples:
    """Samples of the text that each layer was trained on (sorted hashes), and the names of the data."""

    samples: dict[str, Hashes]
    data: dict[str, list[str]]

    def of(self, text: str) -> list[str]:
        """Return the layers whose training text a text overlaps with."""
        rows = sample(text)
        enough = max(min(_LEAST, len(rows)), _SHARE * len(rows))
        return [name for name, known in self.samples.items() if len(rows) and _shared(rows, known) >= enough]


def _shared(rows: Hashes, known: Hashes) -> int:
    """Return how many hashes are among sorted ones."""
    places = np.searchsorted(known, rows)
    places[places == len(known)] = 0
    return int((known[places] == rows).sum()) if len(known) else 0


def load_samples(path: str | Path = "") -> TextSamples:
    """Read the samples of the layers' training text, of the shipped models when no path is given."""
    found = read_container(path or lexicon_path(_SHIPPED), _REBUILD)
    return TextSamples(dict(found.arrays), {str(k): list(v) for k, v in found.about["layers"].items()})


@dataclass(slots=True)
class TextOverlap:
    """Counts, as the first stories of a run pass by, how many overlap with each layer's training text."""

    layers: TextSamples
    stories: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    def watch(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records as they are."""
        for record in records:
            if self.stories < MOST:
                self.stories += 1
                for name in self.layers.of(record.text):
                    self.counts[name] = self.counts.get(name, 0) + 1
            yield record

    def summary(self) -> dict[str, Any]:
        """Return what a manifest says: how many stories were looked up, and how many overlap, by layer."""
        return {
            "stories": self.stories,
            "seen": {name: self.counts.get(name, 0) for name in self.layers.data},
        }


def describe_text(found: dict[str, Any] | None) -> str:
    """Describe a manifest's summary of overlapping text in a line; empty where there is none."""
    counts = {name: count for name, count in (found or {}).get("seen", {}).items() if count}
    if not found or not counts:
        return ""
    (first, count), *others = counts.items()
    rest = "".join(f"; of {name}: {other:,}" for name, other in others)
    return (
        f"Text (without questions) in the training data of {first}: {count:,} of {found['stories']:,}"
        f" stories{rest}"
    )
