"""The retrievers by name, and the choice of the best chunks."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.question import Question
from symbolic_rc.retrieve.chunks import Chunks

#: Scores every chunk of a story for every question, higher is better; float64, shape (questions, chunks).
Retriever = Callable[[Chunks, Sequence[Question]], NDArray[np.float64]]

#: Where each retriever is, by its name on the command line.
RETRIEVERS = {
    "tfidf": "symbolic_rc.retrieve.lexical:tf_idf",
    "bm25": "symbolic_rc.retrieve.lexical:bm25",
    "bleu1": "symbolic_rc.retrieve.lexical:bleu1",
    "rougel": "symbolic_rc.retrieve.lexical:rouge_l",
    "bleu1-whole": "symbolic_rc.retrieve.lexical:bleu1_whole",
    "rougel-whole": "symbolic_rc.retrieve.lexical:rouge_l_whole",
    "lda": "symbolic_rc.retrieve.lexical:lda",
    "vectors": "symbolic_rc.retrieve.lexical:vectors",
    "paraphrase": "symbolic_rc.retrieve.lexical:paraphrase",
    "graph": "symbolic_rc.retrieve.by_graph:graph",
    "oracle": "symbolic_rc.retrieve.lexical:oracle",
}


def load_retriever(name: str) -> Retriever:
    """Return the retriever of that name.

    Parameters
    ----------
    name : str
        As `retrievers` lists it.

    Raises
    ------
    SymbolicRCError
        If there is none.
    """
    check_name("retriever", name, RETRIEVERS)
    module, function = RETRIEVERS[name].split(":")
    found: Retriever = getattr(importlib.import_module(module), function)
    return found


def top_chunks(scores: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    """Return the places of the best chunks of one question in the story's order; of equals the first.

    Parameters
    ----------
    scores : ndarray of float64, shape (chunks,)
    count : int
    """
    best = np.argsort(-scores, kind="stable")[:count]
    return np.sort(best)
