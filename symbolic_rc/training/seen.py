"""Whose raw text the layers below an answer saw: annotation, word vectors, coreference.

They learned from text without any question, and so of stories that questions are asked about later. Of all
that text `seen.lex` keeps a sample of hashes of eight words in a row, by which a story, or a part of one, is
known again in whatever layout. Its header names the data of each layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Record

#: The file that ships.
SHIPPED = "seen.lex"
_REBUILD = "python -m lexicons.build.seen --data DATA"
#: Words in a row.
_ROW = 8
#: One hash of so many is kept: of texts up to so many words, and of longer ones (a multiple, so that a sample
#: of a long text is part of what would be kept of its pieces).
_SHORT, _FEW, _MANY = 20_000, 32, 1024
#: A story was seen when at least this share of its sampled rows was.
_ENOUGH = 0.2
#: ... and at least so many, since a story may quote a sentence.
_LEAST = 2
#: Of a run so many stories are looked up: enough to say what the data are.
MOST = 1000
_WORD = re.compile(r"[^\W_]+")
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)

Hashes = NDArray[np.uint64]


@lru_cache(maxsize=1 << 18)
def _word(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def sample(text: str) -> Hashes:
    """Return the hashes of a text that are kept: of rows of eight words, letters and digits without case.

    Examples
    --------
    >>> numbers = " ".join(map(str, range(100)))
    >>> sample(numbers).tolist() == sample(numbers.replace(" ", ";  ")).tolist() != []
    True
    """
    words = _WORD.findall(text.casefold())
    if len(words) < _ROW:
        return np.zeros(0, np.uint64)
    codes = np.array([_word(word) for word in words], np.uint64)
    rows = np.zeros(len(codes) - _ROW + 1, np.uint64)
    for place in range(_ROW):
        rows = rows * _STEP + codes[place : place + len(rows)]
    rows = (rows ^ (rows >> np.uint64(31))) * _MIX
    rows ^= rows >> np.uint64(29)
    kept = _FEW if len(words) <= _SHORT else _MANY
    found: Hashes = np.unique(rows[rows % np.uint64(kept) == 0])
    return found


@dataclass(frozen=True, slots=True)
class Layers:
    """The samples of what each layer saw, sorted, and the names of the data.

    Attributes
    ----------
    samples : dict of str to ndarray of uint64
    data : dict of str to list of str
    """

    samples: dict[str, Hashes]
    data: dict[str, list[str]]

    def of(self, text: str) -> list[str]:
        """Return the layers that saw a text."""
        rows = sample(text)
        if not len(rows):
            return []
        return [name for name, known in self.samples.items() if _known(rows, known)]


def _known(rows: Hashes, known: Hashes) -> bool:
    """Tell whether enough of a text's hashes are among sorted ones."""
    if not len(known):
        return False
    places = np.minimum(np.searchsorted(known, rows), len(known) - 1)
    found = int((known[places] == rows).sum())
    return found >= max(min(_LEAST, len(rows)), _ENOUGH * len(rows))


def load_layers(path: str | Path = "") -> Layers:
    """Read what the layers saw, of the shipped models when no path is given.

    Raises
    ------
    LexiconError
        If the file is missing or damaged.
    """
    found = read_container(path or lexicon_path(SHIPPED), _REBUILD)
    return Layers(dict(found.arrays), {str(k): list(v) for k, v in found.about["layers"].items()})


@dataclass(slots=True)
class RawText:
    """Counts, as the first stories of a run pass by, how many of their texts each layer saw."""

    layers: Layers
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
        """Return what a manifest says: how many stories were looked up, and how many each layer saw."""
        return {
            "stories": self.stories,
            "seen": {name: self.counts.get(name, 0) for name in self.layers.data},
        }


def told(found: dict[str, Any] | None) -> str:
    """Say in a line what a manifest's summary means; nothing where no layer saw a story.

    Examples
    --------
    >>> told({"stories": 4, "seen": {"annotation": 4, "vectors": 1, "coreference": 0}})
    'raw text, without questions, of 4 of 4 stories was seen by annotation, of 1 by vectors'
    """
    counts = {name: count for name, count in (found or {}).get("seen", {}).items() if count}
    if not found or not counts:
        return ""
    (first, count), *others = counts.items()
    said = f"raw text, without questions, of {count:,} of {found['stories']:,} stories was seen by {first}"
    return said + "".join(f", of {other:,} by {name}" for name, other in others)
