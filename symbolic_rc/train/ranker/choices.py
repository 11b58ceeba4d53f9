"""Learning which of several answers is right, and how good a further answer must be beside the best."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.metrics import metrics_for
from symbolic_rc.models import trees
from symbolic_rc.ranker.choices import choice_features, relative_features
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.reranker import CalibratedTrees
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.train.ranker import fit as F
from symbolic_rc.train.ranker.cross_validate import ranked_each
from symbolic_rc.train.ranker.fit import Pool, RankerSettings, Say, Tables, TrainingSet
from symbolic_rc.train.shared import leaving_out

#: The features of a question's answers, and the number of the right one.
Asked = tuple[NDArray[np.float64], int]
Chooser = TypeVar("Chooser", list[float], trees.Trees)


def pool_features(pool: Pool, weights: EngineWeights) -> NDArray[np.float64]:
    """Return the features of a pool's answers; those of a negated question with their sign turned."""
    ranking = rank(pool.story, pool.asked, weights, pool.group, proposed=pool.proposed)
    found = choice_features(ranking, pool.answers)
    return -found if pool.asked.understanding.negated else found


def fit(sets: Iterable[Asked], strength: float = 0.05) -> list[float]:
    """Fit weights by logistic regression on the differences between the right answer and each other one.

    `strength` is the inverse of the regularisation, over standardised features.
    """
    from sklearn.linear_model import LogisticRegression

    differences = [
        found[right] - found[other] for found, right in sets for other in range(len(found)) if other != right
    ]
    rows = np.array(differences)
    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    rows = rows / scale
    both = np.concatenate([rows, -rows])
    labels = np.repeat([1, 0], len(rows))
    model = LogisticRegression(C=strength, fit_intercept=False, max_iter=1000).fit(both, labels)
    return [float(value) for value in model.coef_[0] / scale]


def fit_trees(sets: Sequence[Asked], seed: int = 1) -> trees.Trees:
    """Fit boosted trees that tell right answers from wrong ones, each seen beside the others of its pool."""
    rows = np.concatenate([relative_features(found) for found, _ in sets])
    labels = np.concatenate([np.arange(len(found)) == right for found, right in sets])
    return trees.fit_trees(
        rows,
        labels,
        max_iter=60,
        learning_rate=0.06,
        max_leaf_nodes=6,
        min_samples_leaf=40,
        random_state=seed,
    )


def accuracy(sets: Sequence[Asked], weights: Sequence[float] | trees.Trees) -> float:
    """Return the share of questions whose right answer scores highest, in per cent."""

    def scores(found: NDArray[np.float64]) -> NDArray[np.float64]:
        if isinstance(weights, trees.Trees):
            return weights.scores(relative_features(found))
        return found @ np.array(weights)

    return 100.0 * float(np.mean([scores(found).argmax() == gold for found, gold in sets])) if sets else 0.0


def _cross_validated(
    fitting: Callable[[list[Asked]], Chooser], sets: Sequence[Asked], places: Sequence[int], folds: int
) -> tuple[list[Chooser], list[float]]:
    """Return what is fitted without each fold, and whether it is right on each question of its fold."""
    fitted, right = [], list[float]()
    for _, others, own in leaving_out(places, folds):
        fitted.append(fitting([sets[i] for i in others]))
        right += [accuracy([sets[i]], fitted[-1]) for i in own]
    return fitted, right


#: Pools of answers from which choosing is learned.
_POOLED = 1500

#: How good a further span must be beside the best: what is tried.
_SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)
#: Any text may be asked for several; but not all its plural questions have several answers, as where they are
#: learned from: what is added must be this good at least.
_PLAIN = 0.3


def learn_several(
    training_set: TrainingSet,
    settings: RankerSettings,
    tables: Sequence[Tables],
    rerankers: Sequence[CalibratedTrees],
) -> list[dict[str, float]]:
    """Learn for groups whose answers may be several spans how good a further span must be beside the best.

    Returns for each fold what the other folds' stories say, then what all say; by group.
    """
    examples = training_set.examples
    found: list[dict[str, float]] = [{} for _ in range(settings.folds + 1)]
    groups = {x.group for x in examples if max(map(len, x.asked.question.references), default=0) > 1}
    for group in sorted(groups - training_set.judged):
        which = [i for i, x in enumerate(examples) if x.group == group and x.asked.understanding.plural]
        metric = metrics_for(group)[-1]
        folds = np.array([training_set.fold(i, settings.folds) for i in which])
        scores = np.zeros((len(_SHARES), len(which)))
        wholes = [F.combined(table) for table in tables]
        for s, share in enumerate(_SHARES):
            for k, i in enumerate(which):
                weights = EngineWeights(wholes[folds[k]], rerankers[folds[k]], {"several": {group: share}})
                one = ranked_each(training_set, [i], weights)[0]
                scores[s, k] = metric.score(metric.statistics(one.texts, examples[i].asked.question))
        for fold, known in enumerate(found):
            seen = folds != fold
            if seen.any():
                known[group] = _SHARES[int(scores[:, seen].mean(axis=1).argmax())]
    for known in filter(None, found):
        known[""] = known["jsonl"] = max(_PLAIN, *known.values())
    return found


def learn_choices(
    training_set: TrainingSet, settings: RankerSettings, held_out: Sequence[EngineWeights], say: Say
) -> tuple[list[dict[str, list[float]]], dict[str, trees.Trees]]:
    """Learn which given answer is right: for any text from pools of answers, for data with choices from them.

    `held_out` are the weights to use for each fold.
    Returns for each fold weights of choices' features for any text, under the empty name, which did not see
    its stories, then those that saw all; and the trees that choose for each group with choices.
    """
    learned: list[dict[str, list[float]]] = [{} for _ in range(settings.folds + 1)]
    choosers: dict[str, trees.Trees] = {}
    sets, places = [], []
    for i, pool in F.answer_pools(training_set, _POOLED, settings.seed):
        places.append(training_set.fold(i, settings.folds))
        sets.append((pool_features(pool, held_out[places[-1]]), pool.right))
    if sets:
        weights, right = _cross_validated(fit, sets, places, settings.folds)
        learned = [{"": one} for one in (*weights, fit(sets))]
        say(f"choices, cross-validated by story: {np.mean(right):.2f} of {len(sets)} pools")
    for group in sorted({pool.group for pool in training_set.pools}):
        pools = [pool for pool in training_set.pools if pool.group == group]
        found = [(pool_features(pool, held_out[0]), pool.right) for pool in pools]
        parts = [zlib.crc32(pool.id.encode()) % settings.folds for pool in pools]
        _, right = _cross_validated(fit_trees, found, parts, settings.folds)
        say(f"{group}, cross-validated by story: accuracy {np.mean(right):.2f} of {len(right)}")
        choosers[group] = fit_trees(found)
    return learned, choosers
