"""One step of learning: the ranker's weights move towards the right entity of a mention."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.ranker import proposals as P
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.arrays import Floats, Ints
from symbolic_rc.coref.ranker.templates import NEW

#: Gradients smaller than this change nothing.
SMALLEST = 1e-3


@kernel
def judge(found: Ints, state: Ints, count: int, gold: int, mode: int, choosing: bool) -> np.ndarray:
    """Return what the gold says of each candidate, a new entity last: 0 nothing, 1 wrong, 2 right."""
    allowed = np.ones(count + 1, np.int8)
    positives = 0
    for c in range(count):
        g = state[found[c, P.WHO], S.GOLD]
        if gold >= 0 and g == gold:
            allowed[c] = 2
            positives += 1
        elif g < 0 and (
            choosing
            or mode == 4
            or (mode == 2 and gold < 0)
            or (mode == 3 and state[found[c, P.WHO], S.NAMES] < 1)
        ):
            allowed[c] = 0
    if choosing:
        allowed[count] = 0
    elif positives == 0:
        allowed[count] = 2
    return allowed


@kernel
def learn(
    found: Ints,
    state: Ints,
    scores: np.ndarray,
    places: np.ndarray,
    kept: np.ndarray,
    count: int,
    width: int,
    gold: int,
    mode: int,
    choosing: bool,
    weights: Floats,
    gradients: Floats,
    rate: float,
) -> float:
    """Step up the likelihood of the right candidates among those that the gold speaks of; return the loss.

    The last candidate (number `count`) is a new entity. Modes are those of `arrays.Lesson`; the step is
    AdaGrad's (Duchi et al. 2011) over the templates in `kept`.
    """
    allowed = judge(found, state, count, gold, mode, choosing)
    top = -1e30
    for c in range(count + 1):
        if allowed[c] and scores[c] > top:
            top = scores[c]
    whole = right = 0.0
    for c in range(count + 1):
        if allowed[c]:
            p = np.exp(scores[c] - top)
            whole += p
            if allowed[c] == 2:
                right += p
    if whole <= 0 or right <= 0:
        return 0.0
    for c in range(count + 1):
        if not allowed[c]:
            continue
        p = np.exp(scores[c] - top)
        g = p / whole - (p / right if allowed[c] == 2 else 0.0)
        if abs(g) < SMALLEST:
            continue
        for t in range(NEW if c == count else width):
            if kept[t]:
                place = places[c, t]
                gradients[place] += g * g
                weights[place] -= rate * g / np.sqrt(gradients[place] + 1.0)
    return -np.log(right / whole)
