"""Retrieval by topics: LDA and symmetric Kullback-Leibler divergence (Kocisky et al. 2018, section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.retrieve.chunks import Chunks

#: Topics of one story.
TOPICS = 20
#: Passes over the chunks.
_PASSES = 10


def lda(chunks: Chunks, questions: Sequence[Question]) -> NDArray[np.float64]:
    """Return minus the symmetric divergence of the question's topics from each chunk's.

    Topics are fitted to the story's chunks alone, with a fixed seed.
    """
    from sklearn.decomposition import LatentDirichletAllocation

    if not len(chunks.vocabulary) or not questions:
        return np.zeros((len(questions), len(chunks)))
    model = LatentDirichletAllocation(
        min(TOPICS, len(chunks)), max_iter=_PASSES, learning_method="batch", random_state=0
    )
    of_chunks = np.maximum(model.fit_transform(chunks.counts), 1e-9)
    asked = np.array([chunks.query(question.text) for question in questions])
    of_questions = np.maximum(model.transform(asked), 1e-9)
    difference = of_questions[:, None, :] - of_chunks[None, :, :]
    ratio = np.log(of_questions)[:, None, :] - np.log(of_chunks)[None, :, :]
    found: NDArray[np.float64] = -(difference * ratio).sum(axis=2)
    return found
