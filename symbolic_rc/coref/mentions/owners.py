"""Whose a phrase is: *Tom's mother* and *the mother of Ben* are two."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.attributes import COORDINATED, FIRST, HEAD, KIND, LAST, LEMMA, NAME, NOMINAL
from symbolic_rc.coref.mentions.syntax import Syntax


def owners_of(syntax: Syntax, table: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return, for each noun phrase that belongs to a name, its head word and the name's first and last word.

    Parameters
    ----------
    syntax : Syntax
    table : ndarray of int32, shape (m, COLUMNS)
        See `attributes`.

    Returns
    -------
    ndarray of int32, shape (m, 3)
        -1 where a phrase is nobody's, or whose it is is not told by a name.
    """
    out = np.full((len(table), 3), -1, np.int32)
    alone = table[:, COORDINATED] == 0
    named = {int(table[m, HEAD]): m for m in np.flatnonzero((table[:, KIND] == NAME) & alone).tolist()}
    for m in np.flatnonzero((table[:, KIND] == NOMINAL) & alone).tolist():
        for child in syntax.children_of(int(table[m, HEAD])):
            if child in named and _owns(syntax, child):
                out[m] = table[m, LEMMA], table[named[child], FIRST], table[named[child], LAST]
    return out


def _owns(syntax: Syntax, token: int) -> bool:
    """Whether a word stands in the genitive, or after *of*."""
    if syntax.deps[token] == "nmod:poss":
        return True
    cases = [syntax.lowers[j] for j in syntax.children_of(token) if syntax.deps[j] == "case"]
    return syntax.deps[token] == "nmod" and cases == ["of"]
