"""Which words of a story match which words of a question, and how well."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Relation:
    """A sparse relation between question words (rows) and tokens of a story (columns).

    Exact, inflected, paraphrase and coreference matches are all entries of it; only their weights differ.

    Attributes
    ----------
    indptr : ndarray of int32, shape (words + 1,)
        Row i holds entries ``indptr[i]`` to ``indptr[i + 1]``.
    positions : ndarray of int32, shape (entries,)
        Tokens of the story; rising within a row.
    weights : ndarray of float32, shape (entries,)
        From 0 (no match) to 1 (the same word).
    n_tokens : int
        Length of the story in tokens.

    Examples
    --------
    >>> import numpy as np
    >>> relation = Relation(
    ...     np.array([0, 2, 3], np.int32), np.array([1, 5, 4], np.int32), np.ones(3, np.float32), 8
    ... )
    >>> relation.row(0)[0].tolist(), len(relation)
    ([1, 5], 2)
    """

    indptr: NDArray[np.int32]
    positions: NDArray[np.int32]
    weights: NDArray[np.float32]
    n_tokens: int

    def __len__(self) -> int:
        return self.indptr.size - 1

    def row(self, word: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return the positions and weights of one question word's matches."""
        part = slice(self.indptr[word], self.indptr[word + 1])
        return self.positions[part], self.weights[part]
