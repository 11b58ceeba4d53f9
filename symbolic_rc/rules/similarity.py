"""The kernel that says how well the terms of a story's facts meet a term of a query."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

#: A word is told in a term from here on, and then counts so much.
MET = np.float32(0.45)
_TOLD = 0.9
#: Heads that meet less than this differ, so that the other words say less.
_SAME_HEAD = np.float32(0.3)
#: What the head and the share of words count for, where heads are the same; the share alone, where they
#: differ, and where the query's head is no content word.
_HEAD, _SHARE, _OTHER_HEAD, _NO_HEAD = np.float32(0.6), np.float32(0.4), np.float32(0.5), np.float32(0.6)


class TermArrays(NamedTuple):
    """The terms (t) of a story's facts, as `FactArrays` has them, each int32 of shape (t,)."""

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    head: NDArray[np.int32]
    entity: NDArray[np.int32]


@kernel
def term_similarities(
    rows: NDArray[np.int64],
    head: int,
    best: NDArray[np.float32],
    entity: NDArray[np.float32],
    of_kind: NDArray[np.float32],
    terms: TermArrays,
    out: NDArray[np.float32],
) -> None:
    """Fill how well each term of a story meets a term of a query.

    Three fifths come from the head, which must be the same word or name the same entity, the rest from the
    share of the other words. Where the heads differ, the words alone say less.

    Parameters
    ----------
    rows : ndarray of int64
        The content words of the query's term, at least one.
    head : int
        That of its head, or -1.
    best : ndarray of float32, shape (w, n)
    entity : ndarray of float32, shape (w, e + 1)
    of_kind : ndarray of float32, shape (n,) or (0,)
        How well each token is of the kind that the head names; empty where it names none.
    terms : TermArrays
    out : ndarray of float32, shape (t,)
    """
    count = terms.head.shape[0]
    none = entity.shape[1] - 1
    for t in range(count):
        column = terms.entity[t] if terms.entity[t] >= 0 else none
        total = 0.0
        for r in rows:
            told = float(entity[r, column])
            for i in range(terms.start[t], terms.end[t]):
                if best[r, i] >= MET:
                    told = max(told, _TOLD)
                    break
            total += told
        share = np.float32(total / rows.shape[0])
        if head < 0:
            out[t] = _NO_HEAD * share
            continue
        same = max(best[head, terms.head[t]], entity[head, column])
        if of_kind.shape[0] and of_kind[terms.head[t]] > same:
            same = of_kind[terms.head[t]]
            share = max(share, same)
        out[t] = _HEAD * same + _SHARE * share if same > _SAME_HEAD else _OTHER_HEAD * share


def term_similarities_plain(
    rows: NDArray[np.int64],
    head: int,
    best: NDArray[np.float32],
    entity: NDArray[np.float32],
    of_kind: NDArray[np.float32],
    terms: TermArrays,
) -> NDArray[np.float32]:
    """Return the same, whole arrays at a time: the plain twin of `term_similarities`."""
    columns = np.where(terms.entity >= 0, terms.entity, entity.shape[1] - 1)
    told = [[(best[r, s:e] >= MET).any() for s, e in zip(terms.start, terms.end, strict=True)] for r in rows]
    share = np.maximum(_TOLD * np.array(told), entity[rows][:, columns]).mean(axis=0).astype(np.float32)
    if head < 0:
        alone: NDArray[np.float32] = (_NO_HEAD * share).astype(np.float32)
        return alone
    same = np.maximum(best[head][terms.head], entity[head][columns])
    if len(of_kind):
        kind = of_kind[terms.head]
        share = np.where(kind > same, np.maximum(share, kind), share)
        same = np.maximum(same, kind)
    found: NDArray[np.float32] = np.where(
        same > _SAME_HEAD, _HEAD * same + _SHARE * share, _OTHER_HEAD * share
    )
    return found.astype(np.float32)
