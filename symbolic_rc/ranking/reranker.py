"""The second look: the best few candidates as a list, each seen beside the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.ranking.entity_evidence import ENTITY_COLUMNS
from symbolic_rc.ranking.feature_names import DENSE, DENSE_NAMES

#: Candidates that are looked at again.
LISTED = 24

#: Names of the features of the second look.
LIST_NAMES = (
    *DENSE_NAMES,
    "linear score",
    "behind the best",
    "position",
    "chance",
    "expected overlap",
    "chance of same answer",
    "chance of same head",
    "chance of same sentence",
    "chance of same entity",
    "inside the best",
    "around the best",
    "same head as the best",
    "same sentence as the best",
    "expected length",
    "longer than expected",
    "kind",
    "question word",
    "asked relation",
    "plural",
    "form",
    "head score",
    "span score",
    "shape score",
    "class score",
    "mention kind",
    "head part",
    "head relation",
    "answers listed",
    "margin",
    "mean behind",
    "rule score",
    "first rule",
    "rules",
    "nearest mention",
    "best cover of mentions",
    "best agreement of mentions",
    "best score of mentions",
    "entity type",
    "entity gender",
    "capitals",
    "first part",
    "part before",
    "part after",
    "last part",
    "same sense as focus",
    "style",
    "entity cover",
    "entity best cover",
    "entity predicate",
    "entity sentences",
    "entity share",
    "entity described",
    "entity named",
    "entity predicate alike",
    "gender agrees",
    "kind of focus",
    "predicate alike",
    "alike to focus",
)
LIST = len(LIST_NAMES)


#: The linear scores are surer of themselves than they should be on stories that they were not fitted to.
_COOL = 0.4


#: The kinds of data sets that the second look tells apart; any other is "".
STYLES = ("", "narrativeqa", "quoref", "fairytaleqa", "duorc", "squad")


def style_code(style: str) -> int:
    """Return the number of a style, 0 for an unknown one."""
    return STYLES.index(style) if style in STYLES else 0


@kernel
def overlap(tok: NDArray[np.int32], a0: int, a1: int, b0: int, b1: int) -> float:
    """Return the F1 of the longest common subsequence of two spans' words, marks left out."""
    row = np.zeros(b1 - b0 + 1, np.int32)
    first, second = 0, 0
    for j in range(b0, b1):
        second += tok[C.POS, j] != C.P_PUNCT
    for i in range(a0, a1):
        if tok[C.POS, i] == C.P_PUNCT:
            continue
        first += 1
        diagonal = 0
        for j in range(b0, b1):
            keep = row[j - b0 + 1]
            if tok[C.POS, j] != C.P_PUNCT and tok[C.LOWER, i] == tok[C.LOWER, j]:
                row[j - b0 + 1] = diagonal + 1
            else:
                row[j - b0 + 1] = max(row[j - b0 + 1], row[j - b0])
            diagonal = keep
    if first + second == 0:
        return 0.0
    return 2.0 * row[b1 - b0] / (first + second)


@kernel
def likeness(
    tok: NDArray[np.int32], cand: NDArray[np.int32], chosen: NDArray[np.int32]
) -> NDArray[np.float32]:
    """Return how much each two of the chosen candidates' answers have in common, see `overlap`; float32."""
    m = chosen.shape[0]
    alike = np.eye(m).astype(np.float32)
    for i in range(m):
        a = chosen[i]
        for j in range(i + 1, m):
            b = chosen[j]
            value = overlap(tok, cand[a, C.A_START], cand[a, C.A_END], cand[b, C.A_START], cand[b, C.A_END])
            alike[i, j] = value
            alike[j, i] = value
    return alike


def hopes(scores: NDArray[np.float64], alike: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return what each candidate of a list can be expected to have in common with the right answer.

    The answer with the least expected loss need not be the likeliest one: of many alike none may be likely by
    itself (minimum Bayes risk, Kumar & Byrne 2004).

    Parameters
    ----------
    scores : ndarray of float64, shape (m,)
        Of the second look; the candidates' chances are their softmax.
    alike : ndarray of float32, shape (m, m)
        What `likeness` returned for the candidates.

    Examples
    --------
    >>> import numpy as np
    >>> alike = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.8], [0.0, 0.8, 1.0]], np.float32)
    >>> hopes(np.log([0.4, 0.3, 0.3]), alike).round(2).tolist()
    [0.4, 0.54, 0.54]
    """
    chances = np.exp(scores - scores.max())
    found: NDArray[np.float64] = alike @ (chances / chances.sum())
    return found


@kernel
def shortlist(
    cand: NDArray[np.int32], selected: NDArray[np.int32], scores: NDArray[np.float32], most: int
) -> NDArray[np.int32]:
    """Return the rows of the best candidates, best first, one for each distinct answer; ties to the first."""
    order = np.argsort(-scores, kind="mergesort")
    kept = np.empty(most, np.int32)
    count = 0
    for k in range(order.shape[0]):
        if count == most:
            break
        row = order[k]
        c = selected[row]
        length = cand[c, C.A_END] - cand[c, C.A_START]
        known = False
        for j in range(count):
            other = selected[kept[j]]
            if (
                cand[other, C.SAME] == cand[c, C.SAME]
                and cand[other, C.A_END] - cand[other, C.A_START] == length
            ):
                known = True
                break
        if not known:
            kept[count] = row
            count += 1
    return kept[:count].copy()


@kernel
def _of_mentions(
    cand: NDArray[np.int32],
    selected: NDArray[np.int32],
    scores: NDArray[np.float32],
    dense: NDArray[np.float32],
    shares: NDArray[np.float32],
    c: int,
    out: NDArray[np.float32],
) -> tuple[float, float]:
    """Fill the best of what is known of any candidate with the same entity or the same answer.

    Returns the sums of the `shares` of all candidates with the same answer, and with the same entity.
    """
    out[0], out[1], out[2], out[3] = 0.0, 0.0, 0.0, -99.0
    answer, entity = 0.0, 0.0
    for k in range(selected.shape[0]):
        o = selected[k]
        alike = cand[o, C.SAME] == cand[c, C.SAME]
        one = cand[c, C.C_ENTITY] >= 0 and cand[o, C.C_ENTITY] == cand[c, C.C_ENTITY]
        if alike:
            answer += shares[k]
        if one:
            entity += shares[k]
        if alike or one:
            out[0] = max(out[0], dense[k, 5])
            out[1] = max(out[1], dense[k, 1])
            out[2] = max(out[2], dense[k, 19])
            out[3] = max(out[3], scores[k])
    return answer, entity


@kernel
def list_features(
    tok: NDArray[np.int32],
    bounds: NDArray[np.int32],
    cand: NDArray[np.int32],
    ent: NDArray[np.int32],
    info: NDArray[np.int32],
    selected: NDArray[np.int32],
    scores: NDArray[np.float32],
    parts: NDArray[np.float32],
    dense: NDArray[np.float32],
    fired: NDArray[np.bool_],
    rows: NDArray[np.int32],
    alike: NDArray[np.float32],
    style: int,
    entities: NDArray[np.float32],
    fits: NDArray[np.bool_],
    likeness: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Return the features of the listed candidates, float32 of shape (rows, LIST).

    Parameters
    ----------
    tok, bounds, cand, ent : ndarray
        Of the story.
    info : ndarray of int32, shape (INFO,)
    selected, scores, dense : ndarray
        Of the scene.
    parts : ndarray of float32, shape (m, PARTS)
        The linear score in parts: of the head, the span, the shape by kind, the shape by class, the rules.
    fired : ndarray of bool, shape (m, rules)
    rows : ndarray of int32
        What `shortlist` returned.
    alike : ndarray of float32, shape (rows, rows)
        What `likeness` returned for them.
    style : int
        The kind of data set, as `style_code` numbers it.
    entities, fits, likeness : ndarray
        Of the scene.
    """
    m = rows.shape[0]
    out = np.zeros((m, LIST), np.float32)
    if m == 0:
        return out
    top = scores[rows[0]]
    chance = np.empty(m, np.float32)
    mean = np.float32(0.0)
    for i in range(m):
        chance[i] = np.exp(_COOL * (scores[rows[i]] - top))
        mean += scores[rows[i]] - top
    chance /= chance.sum()
    mean /= m
    shares = np.exp(np.float32(_COOL) * (scores - scores.max()))
    shares /= shares.sum()
    expected = np.float32(0.0)
    for i in range(m):
        c = selected[rows[i]]
        expected += chance[i] * (cand[c, C.A_END] - cand[c, C.A_START])
    best = selected[rows[0]]
    for i in range(m):
        c = selected[rows[i]]
        for f in range(DENSE):
            out[i, f] = dense[rows[i], f]
        head, sentence, hope = chance[i], chance[i], np.float32(0.0)
        for j in range(m):
            hope += chance[j] * alike[i, j]
            o = selected[rows[j]]
            if j == i:
                continue
            if cand[o, C.TOP] == cand[c, C.TOP]:
                head += chance[j]
            if cand[o, C.C_SENT] == cand[c, C.C_SENT]:
                sentence += chance[j]
        f = DENSE
        out[i, f] = scores[rows[i]]
        out[i, f + 1] = top - scores[rows[i]]
        out[i, f + 2] = i
        out[i, f + 3] = chance[i]
        out[i, f + 4] = hope
        out[i, f + 6] = head
        out[i, f + 7] = sentence
        out[i, f + 9] = cand[c, C.START] >= cand[best, C.START] and cand[c, C.END] <= cand[best, C.END]
        out[i, f + 10] = cand[c, C.START] <= cand[best, C.START] and cand[c, C.END] >= cand[best, C.END]
        out[i, f + 11] = cand[c, C.TOP] == cand[best, C.TOP]
        out[i, f + 12] = cand[c, C.C_SENT] == cand[best, C.C_SENT]
        out[i, f + 13] = expected
        out[i, f + 14] = cand[c, C.A_END] - cand[c, C.A_START] - expected
        out[i, f + 15] = info[C.KIND]
        out[i, f + 16] = info[C.WH]
        out[i, f + 17] = info[C.GAP_REL]
        out[i, f + 18] = info[C.PLURAL]
        out[i, f + 19] = info[C.FORM]
        for p in range(4):
            out[i, f + 20 + p] = parts[rows[i], p]
        out[i, f + 24] = tok[C.MENTION, cand[c, C.TOP]]
        out[i, f + 25] = tok[C.POS, cand[c, C.TOP]]
        out[i, f + 26] = tok[C.DEP, cand[c, C.TOP]]
        out[i, f + 27] = m
        out[i, f + 28] = top - scores[rows[1]] if m > 1 else 9.0
        out[i, f + 29] = mean
        out[i, f + 30] = parts[rows[i], 4]
        first, number = fired.shape[1], 0
        for r in range(fired.shape[1] - 1, -1, -1):
            if fired[rows[i], r]:
                first = r
                number += 1
        out[i, f + 31], out[i, f + 32] = first, number
        same, entity = _of_mentions(cand, selected, scores, dense, shares, c, out[i, f + 33 : f + 37])
        out[i, f + 5], out[i, f + 8] = same, entity
        who = cand[c, C.C_ENTITY]
        if who >= 0:
            out[i, f + 37], out[i, f + 38] = ent[who, 0], ent[who, 1]
            for j in range(ENTITY_COLUMNS):
                out[i, f + 46 + j] = entities[who, j]
            if info[C.GENDER] > 0 and ent[who, 1] > 0:
                out[i, f + 46 + ENTITY_COLUMNS] = 1.0 if info[C.GENDER] == ent[who, 1] else -1.0
        else:
            for j in range(ENTITY_COLUMNS):
                out[i, f + 46 + j] = -1.0
        out[i, f + 47 + ENTITY_COLUMNS] = fits[cand[c, C.TOP]]
        out[i, f + 48 + ENTITY_COLUMNS] = likeness[0, cand[c, C.TOP]]
        out[i, f + 49 + ENTITY_COLUMNS] = likeness[1, cand[c, C.TOP]]
        a, b = cand[c, C.START], cand[c, C.END]
        capitals = 0
        for t in range(a, b):
            capitals += tok[C.NAMED, t]
        out[i, f + 39] = capitals / (b - a)
        base, stop = bounds[cand[c, C.C_SENT]], bounds[cand[c, C.C_SENT] + 1]
        out[i, f + 40] = tok[C.POS, a]
        out[i, f + 41] = tok[C.POS, a - 1] if a > base else -1
        out[i, f + 42] = tok[C.POS, b] if b < stop else -1
        out[i, f + 43] = tok[C.POS, b - 1]
        out[i, f + 45] = style
        out[i, f + 44] = info[C.FOCUS_SENSE] != 0 and tok[C.SENSE, cand[c, C.TOP]] == info[C.FOCUS_SENSE]
    return out
