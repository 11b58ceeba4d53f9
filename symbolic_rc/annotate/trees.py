"""What else the trees of a document may be: kept with it by the pipeline that reads twice."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

#: The key in the document's user data.
_KEY = "trees"


def write_trees(doc: Doc, trees: NDArray[np.int64], shares: NDArray[np.float32]) -> None:
    """Keep several trees with a document.

    Parameters
    ----------
    doc : Doc
    trees : ndarray of int64, shape (trees, tokens, 2)
        The way to the head, in tokens, and the relation's string id; the first are those of the document.
    shares : ndarray of float32, shape (trees, tokens)
        How likely the tree is that a token's sentence has.
    """
    doc.user_data[_KEY] = {"trees": trees, "shares": shares}


def read_trees(doc: Doc) -> Iterator[tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.float32]]]:
    """Yield each token's head, relation and share, for every tree that was kept; the first is the document's.

    Nothing is yielded for a document without other trees, or one that was made of another's part.
    """
    kept = doc.user_data.get(_KEY)
    if kept is None or kept["trees"].shape[1] != len(doc):
        return
    own = np.arange(len(doc))
    for tree, shares in zip(kept["trees"], kept["shares"], strict=True):
        yield (own + tree[:, 0]).astype(np.int32), tree[:, 1].astype(np.uint64), shares
