"""Learning when a rule decides: its confidence from few named parts, and a threshold, by kind of data set.

A rule decides only where it is at least as often right as what comes after it. What comes after are the
rules behind it and in the end the ranker; so rules are fitted in their order, each on the questions that
those before it leave, beside the ranker's answer by weights that never saw the story. Where the ranker
answers the same, the rule decides, and proves it, from a lower confidence on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.metrics import Metric, metrics_for
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.answer import wording
from symbolic_rc.rules.answering import in_form
from symbolic_rc.rules.book import RULES as OVER_FACTS
from symbolic_rc.rules.choosing import CONSIDERED, joined, proposals_of, strongest
from symbolic_rc.rules.confidence import NAMES, NEVER, NOTHING, Fits, RuleFit, parts_of
from symbolic_rc.rules.default_book import RULES
from symbolic_rc.rules.resolve import Resolution
from symbolic_rc.training.cases import cases
from symbolic_rc.training.examples import TrainingSet

#: The rule that is behind all that are fitted, and always decides.
RANKER = "ranker"
#: Rules are fitted that stand before it and look at every kind of question.
_NOT_FITTED = ("supported-option", "nearest-phrase", "frequent-entity", "any-phrase", "not-stated")
FITTED = tuple(rule.name for rule in OVER_FACTS if rule.name not in _NOT_FITTED)
#: With fewer questions a rule's own threshold stands.
_ENOUGH = 60
#: By so many standard errors a rule must be better than what comes after it, on at least so many answers.
_ERRORS, _LEAST = 1.0, 30
#: A proof is told from so much of the mean of a data set's answers on.
_USUAL = 0.7
#: How strongly the weights are held small.
_INVERSE_REGULARISATION = 0.3


@dataclass(frozen=True, slots=True)
class Seen:
    """What a rule proposed for one question: the parts of its confidence, its strength, and how right it was.

    Attributes
    ----------
    parts : ndarray of float64, shape (names,)
    strength : float
    right : float
        The data set's metric of its answer, 0 to 1.
    texts : tuple of str
        The answer.
    """

    parts: NDArray[np.float64]
    strength: float
    right: float
    texts: tuple[str, ...]


#: For one question what each rule proposed, by name, strongest first; the ranker's answer among them.
Observed = Mapping[str, Sequence[Seen]]


def main_metric(group: str) -> Metric:
    """Return the metric that a data set's rules are judged by: F1 where it has it, else its last."""
    metrics = metrics_for(group)
    return next((metric for metric in metrics if metric.name == "f1"), metrics[-1])


def observe(
    training_set: TrainingSet, which: Sequence[int], weights: EngineWeights, plain: bool = False
) -> dict[int, Observed]:
    """Return what each rule proposes for some examples, ranked by weights that never saw their stories."""
    by_name = {rule.name: rule for rule in RULES}
    found: dict[int, Observed] = {}
    for i, case in cases(training_set, which, weights, plain):
        metric, question = main_metric(training_set.examples[i].group), case.question
        seen: dict[str, list[Seen]] = {}
        for name in (*FITTED, RANKER):
            rule = by_name[name]
            silent = rule.answers_nothing and not case.question.may_refuse
            proposals = () if silent or rule.missed(case) else proposals_of(case, rule)
            for one in strongest(case, proposals, CONSIDERED):
                whole = one if case.learned else joined(case, proposals, one)
                resolution = Resolution(name, whole, in_form(case, whole))
                texts, _ = wording(case, resolution)
                right = metric.score(metric.statistics(texts, question)) / 100.0
                parts = parts_of(case, proposals, one)
                seen.setdefault(name, []).append(Seen(parts, one.strength, right, texts))
        found[i] = seen
    return found


def fit_rules(observed: Sequence[Observed], others: Sequence[Observed] = ()) -> Fits:
    """Fit the rules in their order on questions of one kind of data set; by rule's name.

    Parameters
    ----------
    observed : sequence of Observed
    others : sequence of Observed
        Of other kinds of data sets, from which a rule is learned that proposed too little in this one. A rule
        that proposed too little in all of them decides nothing; without others its own threshold stands.
    """
    left, further = list(observed), list(others)
    ranked = [one[RANKER] for one in observed if RANKER in one]
    usual = _USUAL * float(np.mean([seen[0].right for seen in ranked])) if ranked else NEVER
    fits: dict[str, RuleFit] = {}
    for name in FITTED:
        own = [one for one in left if name in one]
        if len(own) < _ENOUGH:
            own += [one for one in further if name in one]
        if len(own) >= _ENOUGH:
            fits[name] = _fit(name, own, usual)
        elif own and others:
            fits[name] = RuleFit(np.zeros(len(NAMES)), 0.0, NEVER)
        else:
            continue
        left, further = (
            [one for one in some if name not in one or decided(one[name], fits[name]) is None]
            for some in (left, further)
        )
    if len(ranked) >= _ENOUGH:
        weights, bias = _logistic(ranked)
        fits[RANKER] = RuleFit(weights, bias, 0.0)
    return fits


def surest(seen: Sequence[Seen], fit: RuleFit) -> tuple[Seen, float]:
    """Return the proposal of the highest confidence, with it."""
    sure = [fit.confidence(one.parts) for one in seen]
    place = sure.index(max(sure))
    return seen[place], sure[place]


def decided(seen: Sequence[Seen], fit: RuleFit) -> Seen | None:
    """Return the proposal with which a rule decides, or None."""
    best, sure = surest(seen, fit)
    start = fit.starts(best.parts) if any(best.texts) else max(fit.starts(best.parts), NOTHING)
    return best if sure >= start else None


def _fit(name: str, observed: Sequence[Observed], usual: float) -> RuleFit:
    """Fit one rule: it decides against the ranker where it gains, beside it where answers are usually right.

    Where the ranker agrees nothing is to be gained or lost: a proof is told of an answer from the confidence
    on at which answers of this kind of data set are `usual`.
    """
    after = np.array([one[RANKER][0].right if RANKER in one else 0.0 for one in observed])
    fit = RuleFit(*_logistic([one[name] for one in observed]), NEVER, usual)
    best = [surest(one[name], fit) for one in observed]
    alone = np.array([fit.starts(seen.parts) > 1.0 for seen, _ in best])
    gain = np.array([seen.right for seen, _ in best]) - after
    sure = np.array([confidence for _, confidence in best])
    return replace(fit, threshold=_threshold(sure[alone], gain[alone]))


def _threshold(sure: NDArray[np.float64], gain: NDArray[np.float64]) -> float:
    """Return the lowest confidence from which on a rule gains against what comes after it.

    It must gain by a share of the standard error, as it is learned from few answers and gains less on others.
    """
    order = np.argsort(-sure, kind="stable")
    sums = np.cumsum(gain[order])
    error = np.sqrt(np.cumsum(gain[order] ** 2))
    last = np.append(np.diff(sure[order]) != 0, True)  # those as sure are all above the threshold, or none is
    good = np.flatnonzero(last & (sums >= _ERRORS * error))
    return float(sure[order[good[-1]]]) if len(good) and good[-1] >= _LEAST else NEVER


def _logistic(lists: Sequence[Sequence[Seen]]) -> tuple[NDArray[np.float64], float]:
    """Return weights of parts and a bias by logistic regression; an answer can be right in part."""
    from sklearn.linear_model import LogisticRegression

    seen = [one for several in lists for one in several]
    rows, right = np.array([one.parts for one in seen]), np.array([one.right for one in seen])
    shares = np.concatenate([right, 1.0 - right])
    labels = np.repeat([1, 0], len(rows))
    if shares[labels == 1].sum() < 1 or shares[labels == 0].sum() < 1:
        return np.zeros(rows.shape[1]), 4.0 if right.mean() > 0.5 else -4.0
    model = LogisticRegression(C=_INVERSE_REGULARISATION, max_iter=1000)
    model.fit(np.concatenate([rows, rows]), labels, sample_weight=shares)
    return model.coef_[0], float(model.intercept_[0])


def report(observed: Sequence[Observed], fits: Callable[[int], Fits], group: str) -> Iterator[str]:
    """Yield a line for each rule: how often reached, decided, how right, and the ranker there.

    Parameters
    ----------
    observed : sequence of Observed
    fits : callable
        What was learned without a question's story, by the question's place among those observed.
    group : str
    """
    yield f"{'rule':<22}{'reached':>8}{'proposed':>9}{'decided':>8}{'right':>7}{'ranker':>8}   ({group})"
    left = list(range(len(observed)))
    total, sure, scored = 0.0, list[float](), list[float]()
    for name in (*FITTED, RANKER):
        proposed = [i for i in left if name in observed[i]]
        chosen = {i: one for i in proposed if (one := _decides(name, observed[i][name], fits(i)))}
        sure += [_confidence(name, one, fits(i)) for i, one in chosen.items()]
        scored += [one.right for one in chosen.values()]
        decided = list(chosen)
        right = [one.right for one in chosen.values()]
        ranker = [observed[i][RANKER][0].right if RANKER in observed[i] else 0.0 for i in decided]
        total += sum(right)
        if decided:
            yield (
                f"{name:<22}{len(left):>8}{len(proposed):>9}{len(decided):>8}"
                f"{100 * np.mean(right):>7.1f}{100 * np.mean(ranker):>8.1f}"
            )
        gone = set(decided)
        left = [i for i in left if i not in gone]
    error = calibration_error(np.array(sure), np.array(scored))
    yield f"all: {100 * total / max(1, len(observed)):.2f}; expected calibration error {error:.3f}"


def _confidence(name: str, seen: Seen, fits: Fits) -> float:
    fit = fits.get(name)
    return seen.strength if fit is None else fit.confidence(seen.parts)


def calibration_error(sure: NDArray[np.float64], right: NDArray[np.float64], bins: int = 10) -> float:
    """Return how far confidences are from how right answers are, on average over bins (Guo et al. 2017).

    Parameters
    ----------
    sure, right : ndarray of float64, shape (answers,)
        The confidence in each answer, and its metric, 0 to 1.
    bins : int
        Of equal width.
    """
    place = np.minimum((sure * bins).astype(np.int64), bins - 1)
    error = 0.0
    for one in range(bins):
        inside = place == one
        if inside.any():
            error += float(inside.mean()) * abs(float(sure[inside].mean() - right[inside].mean()))
    return error


def decides(observed: Observed, fits: Fits) -> tuple[str, Seen | None]:
    """Return the rule that decides a question, with its proposal; empty and None where none does."""
    for name in (*FITTED, RANKER):
        found = _decides(name, observed[name], fits) if name in observed else None
        if found is not None:
            return name, found
    return "", None


def _decides(name: str, seen: Sequence[Seen], fits: Fits) -> Seen | None:
    fit = fits.get(name)
    if fit is None:
        threshold = next(rule.threshold for rule in RULES if rule.name == name)
        return seen[0] if seen[0].strength >= threshold else None
    return decided(seen, fit)
