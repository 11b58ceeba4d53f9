"""Does the story hold the answer? Signs of it, and how the threshold is learned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.rules import layout as L
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.second import LIST_NAMES

#: Signs that an answer is there.
SIGNS = (
    "best score", "cover of its sentence", "words of the question in the story", "nearness in the tree",
    "expected overlap", "rules that proposed it", "chance", "content words", "cover of the best sentence",
    "names not in the story", "words not in the story", "predicate not in the story", "noun not in the story",
    "predicate match", "frame agreement", "other arguments", "clause cover", "siblings", "relation match",
    "noun of the question", "word distance", "cover after", "best linear score", "best predicate match",
    "best frame agreement", "margin", "predicate and nearness",
)  # fmt: skip
_OF_BEST = (
    "predicate match", "frame agreement", "frame others", "clause cover", "siblings", "relation match",
    "focus match", "word distance", "cover after",
)  # fmt: skip
_LIST = {name: i for i, name in enumerate(LIST_NAMES)}


def signs(case: Case) -> NDArray[np.float64]:
    """Return the signs of a case on which the scorers have worked; float64, one for each of `SIGNS`."""
    out = np.zeros(len(SIGNS))
    if not len(case.second):
        return out
    best = int(np.argmax(case.second))
    row = case.features[best]
    bounds, _, weights = case.relation
    found = [weights[a:b].max(initial=0.0) for a, b in pairwise(bounds.tolist())]
    out[0] = case.second[best]
    out[1] = row[_LIST["cover"]] + 0.5 * row[_LIST["cover before"]]
    out[2] = float(np.mean(found)) if found else 0.0
    out[3] = row[_LIST["tree nearness"]]
    out[4] = row[_LIST["expected overlap"]]
    out[5] = row[_LIST["rules"]] / 5.0
    out[6] = row[_LIST["chance"]]
    out[7] = len(found) / 10.0
    out[8] = row[_LIST["best cover"]]
    asked = case.asked
    named = [f for i, f in zip(asked.words.tolist(), found, strict=True) if asked.tok[L.POS, i] == L.P_PROPN]
    out[9] = float(sum(f == 0 for f in named))
    out[10] = float(sum(f == 0 for f in found))
    for sign, place in ((11, L.GAP_GOV), (12, L.FOCUS_WORD)):
        at = int(asked.info[place])
        words = asked.words.tolist()
        out[sign] = float(at in words and found[words.index(at)] < 0.5)
    for sign, name in enumerate(_OF_BEST, 13):
        out[sign] = row[_LIST[name]]
    listed = case.features
    out[22] = row[_LIST["linear score"]]
    out[23] = listed[:, _LIST["predicate match"]].max()
    out[24] = listed[:, _LIST["frame agreement"]].max()
    second = np.sort(case.second)
    out[25] = second[-1] - second[-2] if len(second) > 1 else 1.0
    out[26] = out[13] * out[3]
    return out


def doubt(case: Case, learned: dict[str, Any]) -> float:
    """Return the chance that the story does not hold the answer, 0 to 1."""
    weights = np.array(learned["weights"])
    value = float(signs(case)[: len(weights)] @ weights + learned["bias"])
    return 1.0 / (1.0 + float(np.exp(-value)))


def fit(
    there: NDArray[np.float64],
    gone: NDArray[np.float64],
    right: NDArray[np.bool_] | None = None,
    most_lost: float = 0.1,
) -> tuple[dict[str, Any], list[str]]:
    """Fit the doubt, and two thresholds above which an answer is refused.

    The first is for any text: it keeps right answers and refuses where there is none equally well (Youden
    1950). The second is for data whose questions can mostly be answered: it loses few right answers.

    Parameters
    ----------
    there, gone : ndarray of float64, shape (n, SIGNS)
        Signs of questions whose answer the story holds, and of the same where it is not there.
    right : ndarray of bool, shape (n,), optional
        Which of the first are answered right; all, if it is not given.
    most_lost : float
        The share of right answers that the second threshold refuses.

    Returns
    -------
    dict
        ``weights``, ``bias``, ``threshold``, ``careful threshold``.
    list of str
        The curve: threshold, share refused of those that can be answered, precision and recall of refusing.
    """
    from sklearn.linear_model import LogisticRegression

    rows = np.concatenate([there, gone])
    labels = np.repeat([0, 1], [len(there), len(gone)])
    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    model = LogisticRegression(C=1.0, max_iter=500).fit(rows / scale, labels)
    weights = model.coef_[0] / scale
    learned: dict[str, Any] = {"weights": [float(w) for w in weights], "bias": float(model.intercept_[0])}
    own = 1.0 / (1.0 + np.exp(-(there @ weights + model.intercept_[0])))
    other = 1.0 / (1.0 + np.exp(-(gone @ weights + model.intercept_[0])))
    kept = own if right is None or not right.any() else own[right]
    places = np.arange(0.3, 0.95, 0.01)
    gained = [(kept <= place).mean() + (other > place).mean() for place in places]
    learned["threshold"] = float(places[int(np.argmax(gained))])
    learned["careful threshold"] = float(np.quantile(kept, 1.0 - most_lost))
    return learned, curve(own, other)


def curve(own: NDArray[np.float64], other: NDArray[np.float64]) -> list[str]:
    """Return the precision and recall of refusing at several thresholds, a line each."""
    lines = ["threshold  refused though answerable  precision  recall"]
    for threshold in np.arange(0.3, 0.95, 0.05):
        wrong, right = float((own > threshold).mean()), float((other > threshold).mean())
        precision = right / (right + wrong) if right + wrong else 1.0
        lines.append(f"{threshold:9.2f}  {wrong:26.3f}  {precision:9.3f}  {right:6.3f}")
    return lines


def sample(count: int, most: int, seed: int) -> Sequence[int]:
    """Return at most so many of the numbers below `count`, drawn with a seed, rising."""
    if count <= most:
        return range(count)
    return sorted(np.random.default_rng(seed).choice(count, most, replace=False).tolist())
