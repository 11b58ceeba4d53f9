"""Names that syntax has no say in: capitals within a sentence where no other word would have one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.view import View
from symbolic_rc.annotate.words import CAPITAL, CASE, IN_WORDNET, PARTS, SMALL, TITLED

#: Up to this, column CAPITAL is of words that raw text hardly ever has with a capital, or does not have.
SELDOM = 1


def sure_names(view: View, labels: NDArray[np.int32], names: Sequence[str]) -> NDArray[np.bool_]:
    """Return which words are names whatever their trees say: "The Harlings were not rich", "warned Odd".

    They have a capital within a sentence, and no dictionary has them; or they stand behind small letters and
    seldom have a capital elsewhere.

    Parameters
    ----------
    view : View
    labels : ndarray of int32, shape (words,)
    names : sequence of str
        The labels' names.
    """
    codes, inside = view.codes, np.ones(len(labels), bool)
    inside[view.bounds[:-1]] = False
    unknown = codes[:, PARTS] & IN_WORDNET == 0
    behind_small = np.append(False, codes[:-1, CASE] == SMALL) & (codes[:, CAPITAL] <= SELDOM)
    titled = inside & (codes[:, CASE] == TITLED) & (unknown | behind_small)
    found: NDArray[np.bool_] = titled & _proper(tuple(names))[labels]
    return found


@lru_cache(maxsize=4)
def _proper(names: tuple[str, ...]) -> NDArray[np.bool_]:
    return np.array([name.endswith("|PROPN") for name in names])
