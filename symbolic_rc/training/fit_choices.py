"""Learning which of several given answers is right: weights of the features in `ranker.choices`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.models import trees
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, Proposed
from symbolic_rc.ranker.choices import choice_features, relative_features
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.weights import EngineWeights


@dataclass(frozen=True, slots=True)
class Pool:
    """A question with given answers, one of which is right.

    Attributes
    ----------
    story : StoryIndex
    asked : ParsedQuestion
    answers : tuple of str
    right : int
    group : str
    id : str
        Of the story.
    proposed : Proposed
        What rules over facts propose.
    """

    story: StoryIndex
    asked: ParsedQuestion
    answers: tuple[str, ...]
    right: int
    group: str
    id: str
    proposed: Proposed = NOTHING_PROPOSED


def pool_features(pool: Pool, weights: EngineWeights) -> NDArray[np.float64]:
    """Return the features of a pool's answers; those of a negated question with their sign turned."""
    ranking = rank(pool.story, pool.asked, weights, pool.group, proposed=pool.proposed)
    found = choice_features(ranking, pool.answers)
    return -found if pool.asked.understanding.negated else found


def fit(sets: Iterable[tuple[NDArray[np.float64], int]], strength: float = 0.05) -> list[float]:
    """Fit weights by logistic regression on the differences between the right answer and each other one.

    Parameters
    ----------
    sets : iterable of (ndarray, int)
        For each question, the features of its answers and the number of the right one.
    strength : float
        Inverse of the regularisation, over standardised features.
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


def fit_trees(sets: Sequence[tuple[NDArray[np.float64], int]], seed: int = 1) -> trees.Trees:
    """Fit boosted trees that tell right answers from wrong ones, each seen beside the others of its pool.

    Parameters
    ----------
    sets : sequence of (ndarray, int)
        As `fit` takes them.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier

    rows = np.concatenate([relative_features(found) for found, _ in sets])
    labels = np.concatenate([np.arange(len(found)) == right for found, right in sets])
    model = HistGradientBoostingClassifier(
        max_iter=60,
        learning_rate=0.06,
        max_leaf_nodes=6,
        min_samples_leaf=40,
        l2_regularization=5.0,
        early_stopping=False,
        random_state=seed,
    )
    return trees.trees_of_sklearn(model.fit(rows, labels))


def accuracy(
    sets: Sequence[tuple[NDArray[np.float64], int]], weights: Sequence[float] | trees.Trees
) -> float:
    """Return the share of questions whose right answer scores highest, in per cent."""
    if isinstance(weights, trees.Trees):
        right = [int(np.argmax(weights.scores(relative_features(found)))) == gold for found, gold in sets]
    else:
        right = [int(np.argmax(found @ np.array(weights))) == gold for found, gold in sets]
    return 100.0 * float(np.mean(right)) if right else 0.0
