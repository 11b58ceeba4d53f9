"""The retrievers by name, and the choice of the best chunks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.record import Question
from symbolic_rc.retrieve.chunks import Chunks

#: Scores every chunk of a story for every question, higher is better; float64, shape (questions, chunks).
Retriever = Callable[[Chunks, Sequence[Question]], NDArray[np.float64]]

#: The functions of `lexical` by their names on the command line.
RETRIEVERS = {
    "tfidf": "tf_idf",
    "bm25": "bm25",
    "bleu1": "bleu1",
    "rougel": "rouge_l",
    "bleu1-whole": "bleu1_whole",
    "rougel-whole": "rouge_l_whole",
    "lda": "lda",
    "vectors": "vectors",
    "paraphrase": "paraphrase",
    "graph": "graph",
    "oracle": "oracle",
}


def load_retriever(name: str) -> Retriever:
    """Return the retriever of that name.

    Parameters
    ----------
    name : str
        One of `RETRIEVERS`.

    Raises
    ------
    SymbolicRCError
        If there is none.
    """
    from symbolic_rc.retrieve import lexical

    return getattr(lexical, RETRIEVERS[check_name("retriever", name, RETRIEVERS)])


def top_chunks(scores: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    """Return the places of the best chunks of one question in the story's order; of equals the first.

    Parameters
    ----------
    scores : ndarray of float64, shape (chunks,)
    count : int
    """
    best = np.argsort(-scores, kind="stable")[:count]
    return np.sort(best)
