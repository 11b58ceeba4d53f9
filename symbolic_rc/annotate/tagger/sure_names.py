"""Names that syntax has no say in: capitals within a sentence on words that no dictionary has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.view import View
from symbolic_rc.annotate.words import CASE, IN_WORDNET, PARTS, TITLED


def sure_names(view: View, labels: NDArray[np.int32], names: Sequence[str]) -> NDArray[np.bool_]:
    """Return which words are names whatever their trees say: "The Harlings were not rich".

    Parameters
    ----------
    view : View
    labels : ndarray of int32, shape (words,)
    names : sequence of str
        The labels' names.
    """
    codes, inside = view.codes, np.ones(len(labels), bool)
    inside[view.bounds[:-1]] = False
    unknown = (codes[:, CASE] == TITLED) & (codes[:, PARTS] & IN_WORDNET == 0)
    found: NDArray[np.bool_] = inside & unknown & _proper(tuple(names))[labels]
    return found


@lru_cache(maxsize=4)
def _proper(names: tuple[str, ...]) -> NDArray[np.bool_]:
    return np.array([name.endswith("|PROPN") for name in names])
