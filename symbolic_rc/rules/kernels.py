"""The kernels of the rules: what the words of a query match, what terms meet, how far words reach."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.graph.facts.store import MentionHeads
from symbolic_rc.ranker.arrays import WordMatches

#: A word occurs in a term from this match on, and what it then counts.
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
def spread_matches(
    found: WordMatches,
    kind_of: NDArray[np.uint8],
    mentions: MentionHeads,
    allowed: NDArray[np.bool_],
    best: NDArray[np.float32],
    kinds: NDArray[np.uint8],
    entity: NDArray[np.float32],
) -> None:
    """Fill how well each word of a query matches each token and entity.

    Parameters
    ----------
    found : WordMatches
    kind_of : ndarray of uint8, shape (matches,)
    mentions : MentionHeads
    allowed : ndarray of bool, shape (n,)
        The tokens that count; entities count everywhere.
    best, kinds : ndarrays of float32 and uint8, shape (w, n)
    entity : ndarray of float32, shape (w, e + 1)
        All are 0.
    """
    for w in range(best.shape[0]):
        for k in range(found.bounds[w], found.bounds[w + 1]):
            best[w, found.tokens[k]] = found.weights[k]
            kinds[w, found.tokens[k]] = kind_of[k]
        for k in range(mentions.named.shape[0]):
            of = mentions.of_named[k]
            entity[w, of] = max(entity[w, of], best[w, mentions.named[k]])
        for k in range(found.bounds[w], found.bounds[w + 1]):
            if not allowed[found.tokens[k]]:
                best[w, found.tokens[k]] = 0.0


@kernel
def refer(
    mentions: MentionHeads,
    allowed: NDArray[np.bool_],
    sentences: NDArray[np.int32],
    best: NDArray[np.float32],
    entity: NDArray[np.float32],
    worth: np.float32,
    referred: NDArray[np.float32],
    by_sentence: NDArray[np.float32],
) -> None:
    """Fill how well each word matches each token, or what it refers to, and at best each sentence.

    Parameters
    ----------
    mentions : MentionHeads
    allowed : ndarray of bool, shape (n,)
    sentences : ndarray of int32, shape (n,)
    best, entity : ndarrays of float32
        As `spread_matches` fills them.
    worth : float32
        How well a mention meets a word that names its entity elsewhere.
    referred : ndarray of float32, shape (w, n)
    by_sentence : ndarray of float32, shape (w, sentences)
        All 0.
    """
    for w in range(best.shape[0]):
        referred[w] = best[w]
        for k in range(mentions.every.shape[0]):
            token = mentions.every[k]
            if allowed[token]:
                meant = worth * entity[w, mentions.of_every[k]]
                referred[w, token] = max(best[w, token], meant)
        for i in range(sentences.shape[0]):
            s = sentences[i]
            by_sentence[w, s] = max(by_sentence[w, s], referred[w, i])


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
    n = best.shape[1]
    none = entity.shape[1] - 1
    following = np.empty((rows.shape[0], n + 1), np.int32)  # where each word is met next, from each token on
    for k in range(rows.shape[0]):
        following[k, n] = n
        for i in range(n - 1, -1, -1):
            following[k, i] = i if best[rows[k], i] >= MET else following[k, i + 1]
    for t in range(terms.head.shape[0]):
        column = terms.entity[t] if terms.entity[t] >= 0 else none
        total = 0.0
        for k in range(rows.shape[0]):
            told = float(entity[rows[k], column])
            if following[k, terms.start[t]] < terms.end[t]:
                told = max(told, _TOLD)
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


@kernel
def reach(
    found: NDArray[np.float32], sentences: NDArray[np.int32], fade: np.float32, across: np.float32
) -> None:
    """Let each word reach the tokens around its matches, faded by the way to them.

    Parameters
    ----------
    found : ndarray of float32, shape (w, n)
        How well each word matches each token; then how strongly it reaches it.
    sentences : ndarray of int32, shape (n,)
    fade, across : float32
        What is left after one token, and besides after the end of a sentence.
    """
    words, n = found.shape
    for i in range(1, n):  # words inside: one's reach hangs on its neighbour's, so that no step waits for it
        step = fade if sentences[i] == sentences[i - 1] else fade * across
        for w in range(words):
            found[w, i] = max(found[w, i], found[w, i - 1] * step)
    for i in range(n - 2, -1, -1):
        step = fade if sentences[i] == sentences[i + 1] else fade * across
        for w in range(words):
            found[w, i] = max(found[w, i], found[w, i + 1] * step)
