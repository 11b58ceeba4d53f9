"""Sentence vectors without a neural network: smooth inverse frequency (Arora et al. 2017)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.lexicon.vectors import vectors

#: The paper's a: a word of probability p counts ``a / (a + p)``.
_WEIGHT = 1e-3


def sentence_vectors(sentences: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """Return the weighted mean of each sentence's word vectors, less their first principal component.

    Parameters
    ----------
    sentences : sequence of sequences of str
        At least two for a component to be taken out.

    Returns
    -------
    ndarray of float64, shape (sentences, dimensions)

    Notes
    -----
    Source: Arora, Liang and Ma (2017), "A Simple but Tough-to-Beat Baseline for Sentence Embeddings",
    algorithm 1.
    """
    known = vectors()
    found = np.zeros((len(sentences), known.dimensions))
    for i, sentence in enumerate(sentences):
        seen = [word for word in sentence if word in known]
        for word in seen:
            probability = known.count(word) / known.total
            found[i] += _WEIGHT / (_WEIGHT + probability) * known.vector(word)
        found[i] /= max(1, len(seen))
    if len(sentences) > 1:
        _, _, directions = np.linalg.svd(found, full_matrices=False)
        found -= found @ directions[:1].T @ directions[:1]
    return found


def similarity(sentences: Sequence[Sequence[str]], question: Sequence[str]) -> NDArray[np.float64]:
    """Return the cosine of each sentence with the question, both as SIF vectors of one story.

    Returns
    -------
    ndarray of float64, shape (sentences,)
    """
    found = sentence_vectors([*sentences, question])
    lengths = np.maximum(np.linalg.norm(found, axis=1), 1e-12)
    return np.asarray(found[:-1] @ found[-1] / lengths[:-1] / lengths[-1])
