"""The training step of the ranker: a gradient step on the likelihood of a mention's gold entity."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.ranker import candidates as P
from symbolic_rc.coref.ranker import entity_state as S
from symbolic_rc.coref.ranker.arrays import Floats, Ints, LinkWorkspace, TrainingInput
from symbolic_rc.coref.ranker.templates import NEW

#: Smaller gradients are ignored.
SMALLEST = 1e-3
#: Labels of candidates.
UNKNOWN, WRONG, RIGHT = 0, 1, 2


@kernel
def gold_labels(
    w: LinkWorkspace, state: Ints, training: TrainingInput, m: int, count: int, choosing: bool
) -> NDArray[np.int8]:
    """Return the label of each candidate of mention m, a new entity last."""
    labels = np.full(count + 1, WRONG, np.int8)
    gold, mode, positives = training.gold[m], training.mode[m], 0
    for c in range(count):
        e = w.found[c, P.WHO]
        g = state[e, S.GOLD]
        if gold >= 0 and g == gold:
            labels[c] = RIGHT
            positives += 1
        elif g < 0 and (
            choosing or mode == 4 or (mode == 2 and gold < 0) or (mode == 3 and state[e, S.NAMES] < 1)
        ):
            labels[c] = UNKNOWN
    if choosing:
        labels[count] = UNKNOWN
    elif positives == 0:
        labels[count] = RIGHT
    return labels


@kernel
def _top_score(scores: NDArray[np.float64], labels: NDArray[np.int8], count: int) -> float:
    """Return the highest score of the labelled candidates."""
    top = -1e30
    for c in range(count + 1):
        if labels[c] and scores[c] > top:
            top = scores[c]
    return top


@kernel
def train_step(
    w: LinkWorkspace,
    labels: NDArray[np.int8],
    count: int,
    width: int,
    weights: Floats,
    gradients: Floats,
    rate: float,
) -> float:
    """Increase the likelihood of the right candidates among the labelled ones; return the loss.

    The last candidate (number `count`) is a new entity. The step is AdaGrad's (Duchi et al. 2011) over the
    templates in `kept`.
    """
    scores = w.scores
    top = _top_score(scores, labels, count)
    whole = right = 0.0
    for c in range(count + 1):
        if labels[c]:
            p = np.exp(scores[c] - top)
            whole += p
            if labels[c] == RIGHT:
                right += p
    if whole <= 0 or right <= 0:
        return 0.0
    for c in range(count + 1):
        if not labels[c]:
            continue
        p = np.exp(scores[c] - top)
        g = p / whole - (p / right if labels[c] == RIGHT else 0.0)
        if abs(g) < SMALLEST:
            continue
        for t in range(NEW if c == count else width):
            if w.kept[t]:
                place = w.places[c, t]
                gradients[place] += g * g
                weights[place] -= rate * g / np.sqrt(gradients[place] + 1.0)
    return -np.log(right / whole)
