"""The arrays of a story that kernels take."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class StoryArrays(NamedTuple):
    """What kernels read of a story; `columns` names the rows and columns.

    Attributes
    ----------
    tok : ndarray of int32, shape (TOKEN_ROWS, n)
    bounds : ndarray of int32, shape (sentences + 1,)
    cand : ndarray of int32, shape (m, CAND_COLUMNS)
        Candidates, ordered by sentence.
    cand_bounds : ndarray of int32, shape (sentences + 1,)
        Where each sentence's candidates start.
    shapes : ndarray of uint32, shape (m, SHAPES)
        The candidates' shape features.
    ent : ndarray of int32, shape (entities, ENTITY_COLUMNS)
    ent_bounds, ent_heads : ndarray of int32
        The heads of each entity's mentions.
    frames : ndarray of int32, shape (arguments, FRAME_COLUMNS)
        The arguments of frames, ordered by predicate.
    hypernym_bounds, hypernyms : ndarray of int32
        The WordNet synsets above each noun, by token.
    described_bounds, described : ndarray of int32
        The nouns that say what each entity is, by entity.
    vectors : ndarray of int8, shape (n, d)
        The content words' vectors, at length 127.
    """

    tok: NDArray[np.int32]
    bounds: NDArray[np.int32]
    cand: NDArray[np.int32]
    cand_bounds: NDArray[np.int32]
    shapes: NDArray[np.uint32]
    ent: NDArray[np.int32]
    ent_bounds: NDArray[np.int32]
    ent_heads: NDArray[np.int32]
    frames: NDArray[np.int32]
    hypernym_bounds: NDArray[np.int32]
    hypernyms: NDArray[np.int32]
    described_bounds: NDArray[np.int32]
    described: NDArray[np.int32]
    vectors: NDArray[np.int8]
