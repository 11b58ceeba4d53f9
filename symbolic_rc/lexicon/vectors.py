"""Word vectors: the project's own GloVe, quantised, with the nearest neighbours of each word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import Column, Container, Part, Table
from symbolic_rc.lexicon.files import once, open_lexicon
from symbolic_rc.lexicon.strings import StringTable, pack_table

#: How many neighbours are stored for each word.
NEIGHBOURS = 50


def nearest(quantised: NDArray[np.int8], count: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return the `count` nearest words of each word by cosine, nearest first, ties to the lower number.

    The vectors have shape (n, d), neighbours and cosines (n, count). With d up to 1,000, inner products are
    whole numbers that float32 holds exactly, so that the result is the same on every machine.
    """
    size = len(quantised)
    count = min(count, size - 1)
    whole = quantised.astype(np.float32)
    lengths = np.sqrt(np.maximum((whole.astype(np.float64) ** 2).sum(axis=1), 1.0)).astype(np.float32)
    neighbours = np.empty((size, count), np.int32)
    cosines = np.empty((size, count), np.float32)
    for start in range(0, size, 512):
        block = whole[start : start + 512] @ whole.T
        block /= lengths
        block /= lengths[start : start + 512, None]
        rows = np.arange(len(block))
        block[rows, start + rows] = -2.0
        top = np.sort(np.argpartition(-block, count - 1, axis=1)[:, :count], axis=1)
        values = np.take_along_axis(block, top, axis=1)
        order = np.argsort(-values, axis=1, kind="stable")
        neighbours[start : start + 512] = np.take_along_axis(top, order, axis=1)
        cosines[start : start + 512] = np.take_along_axis(values, order, axis=1)
    return neighbours, cosines


def pack_vectors(
    words: Sequence[str], counts: NDArray[np.int64], vectors: NDArray[np.float32]
) -> dict[str, NDArray[Any]]:
    """Return the arrays of a vector lexicon: int8 with one scale a word, neighbours, cosines in 1/255.

    `counts`, of shape (n,), is how often each word was seen; `vectors` has shape (n, d).
    """
    largest = np.maximum(np.abs(vectors).max(axis=1), 1e-12)
    quantised = np.rint(vectors / largest[:, None] * 127).astype(np.int8)
    # neighbours are those of the vectors as they are stored, so that both always agree
    neighbours, cosines = nearest(quantised, NEIGHBOURS)
    return {
        **pack_table("word", list(words)),
        "count": counts.astype(np.uint32),
        "vector": quantised,
        "scale": (largest / 127).astype(np.float32),
        "neighbour": neighbours.astype(np.uint16 if len(words) <= 65536 else np.uint32),
        "cosine": np.rint(np.clip(cosines, 0, 1) * 255).astype(np.uint8),
    }


def _neighbours(file: Container) -> Iterator[str]:
    """Every neighbour has its cosine."""
    if file.arrays["neighbour"].shape != file.arrays["cosine"].shape:
        yield "'cosine' and 'neighbour' differ in shape"


_SCHEMA: tuple[Part, ...] = (
    Table("word"),
    Column("count", "u", like="word"),
    Column("vector", "i", like="word", dims=2),
    Column("scale", "f", like="word"),
    Column("neighbour", "u", like="word", into="word", dims=2),
    Column("cosine", "u", dims=2),
    _neighbours,
)


class Vectors:
    """Words with their vectors, frequencies and nearest neighbours. Words are lower-cased.

    Examples
    --------
    >>> found = vectors()                                                # doctest: +SKIP
    >>> found.similarity("king", "queen") > found.similarity("king", "mill")  # doctest: +SKIP
    True
    """

    def __init__(self, container: Container) -> None:
        self.words = StringTable(container, "word")
        self._vector, self._scale = container.arrays["vector"], container.arrays["scale"]
        self._neighbour, self._cosine = container.arrays["neighbour"], container.arrays["cosine"]
        self._counts = container.arrays["count"]
        self.total = int(self._counts.sum(dtype=np.int64))
        self.about = container.about

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return self.words.find(word.lower()) >= 0

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._vector.shape[1])

    def find(self, word: str) -> int:
        """Return the word's integer, or -1."""
        return self.words.find(word.lower())

    def word(self, number: int) -> str:
        """Return a word by its integer."""
        return self.words[number]

    def count(self, word: str) -> int:
        """Return how often the word was seen in training; 0 if it is unknown."""
        number = self.find(word)
        return int(self._counts[number]) if number >= 0 else 0

    def vector(self, word: str) -> NDArray[np.float32]:
        """Return the word's vector, zeros if it is unknown; float32, shape (dimensions,)."""
        if (number := self.find(word)) < 0:
            return np.zeros(self.dimensions, np.float32)
        return self._vector[number].astype(np.float32) * self._scale[number]

    def similarity(self, first: str, second: str) -> float:
        """Return the cosine of two words' vectors; 0 if either is unknown."""
        a, b = self.vector(first), self.vector(second)
        length = float(np.linalg.norm(a) * np.linalg.norm(b))
        return float(a @ b) / length if length else 0.0

    def neighbours(self, word: str, count: int = NEIGHBOURS) -> list[tuple[str, float]]:
        """Return the nearest words with their cosines, nearest first."""
        if (number := self.find(word)) < 0:
            return []
        row = zip(
            self._neighbour[number, :count].tolist(), self._cosine[number, :count].tolist(), strict=True
        )
        return [(self.words[other], cosine / 255) for other, cosine in row]

    @property
    def neighbourhood(self) -> tuple[NDArray[Any], NDArray[np.uint8], NDArray[np.int64], NDArray[np.int32]]:
        """Each word's neighbours and their cosines times 255; bounds and places of it in that table."""
        flat = self._neighbour.ravel()
        bounds = np.zeros(len(self) + 1, np.int64)
        np.cumsum(np.bincount(flat, minlength=len(self)), out=bounds[1:])
        return self._neighbour, self._cosine, bounds, np.argsort(flat, kind="stable").astype(np.int32)


@once
def vectors() -> Vectors:
    """Return the embedded word vectors, loaded at first use."""
    return Vectors(open_lexicon("glove", _SCHEMA))
