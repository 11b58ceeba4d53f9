"""Who *you* is where nobody speaks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.attributes import KIND, PRO, PRONOUN, QUOTE
from symbolic_rc.coref.mentions.pronouns import ME, YOU

#: A text whose narrator says *you* so many times for each *I* speaks to its reader.
MORE = 4


def readers(table: NDArray[np.int32]) -> list[int]:
    """Return the mentions of the reader: every *you* of instructions, guides and textbooks, or none.

    Parameters
    ----------
    table : ndarray of int32, shape (m, COLUMNS)
        See `attributes`.
    """
    telling = (table[:, KIND] == PRONOUN) & (table[:, QUOTE] < 0)
    told = np.flatnonzero(telling & (table[:, PRO] == YOU))
    tellers = int((telling & (table[:, PRO] == ME)).sum())
    return told.tolist() if len(told) >= MORE * max(tellers, 1) else []
