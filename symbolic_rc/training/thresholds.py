"""What decisions rest on, learned by cross-fitting: further spans, given answers."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import numpy as np

from symbolic_rc.metrics import metrics_for
from symbolic_rc.models.trees import Trees
from symbolic_rc.ranker.reranker import CalibratedTrees
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.training.cross_validate import ranked_each
from symbolic_rc.training.examples import TrainingSet, answer_pools
from symbolic_rc.training.fit_choices import accuracy, pool_features
from symbolic_rc.training.fit_choices import fit as fit_choices
from symbolic_rc.training.fit_choices import fit_trees as fit_chooser
from symbolic_rc.training.settings import Say, Settings, Tables, combined

#: Pools of answers from which choosing is learned.
_POOLED = 1500

#: How good a further span must be beside the best: what is tried.
_SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)
#: Any text may be asked for several; but not all its plural questions have several answers, as where they are
#: learned from: what is added must be this good at least.
_PLAIN = 0.3


def learn_several(
    training_set: TrainingSet,
    settings: Settings,
    tables: Sequence[Tables],
    rerankers: Sequence[CalibratedTrees],
) -> list[dict[str, float]]:
    """Learn for groups whose answers may be several spans how good a further span must be beside the best.

    Returns
    -------
    list of dict of str to float
        For each fold what the other folds' stories say, then what all say; by group.
    """
    groups = sorted(
        {x.group for x in training_set.examples if any(len(one) > 1 for one in x.asked.question.references)}
    )
    found: list[dict[str, float]] = [{} for _ in range(settings.folds + 1)]
    for group in groups:
        which = [
            i
            for i, x in enumerate(training_set.examples)
            if x.group == group and x.asked.understanding.plural
        ]
        metric = metrics_for(group)[-1]
        folds = np.array([training_set.fold(i, settings.folds) for i in which])
        scores = np.zeros((len(_SHARES), len(which)))
        wholes = [combined(table) for table in tables]
        for s, share in enumerate(_SHARES):
            for k, i in enumerate(which):
                weights = EngineWeights(wholes[folds[k]], rerankers[folds[k]], {"several": {group: share}})
                one = ranked_each(training_set, [i], weights)[0]
                question = training_set.examples[i].asked.question
                scores[s, k] = metric.score(metric.statistics(one.texts, question))
        for fold, known in enumerate(found):
            seen = folds != fold
            if seen.any():
                known[group] = _SHARES[int(scores[:, seen].mean(axis=1).argmax())]
    for known in found:
        if known:
            known[""] = known["jsonl"] = max(_PLAIN, *known.values())
    return found


def learn_choices(
    training_set: TrainingSet, settings: Settings, weights_of: Callable[[int], EngineWeights], say: Say
) -> tuple[list[dict[str, list[float]]], dict[str, Trees]]:
    """Learn which given answer is right: for any text from pools of answers, for data with choices from them.

    Parameters
    ----------
    weights_of : callable
        The weights to use for a fold.

    Returns
    -------
    list of dict of str to list of float
        For each fold weights of choices' features for any text, under the empty name, which did not see its
        stories; then those that saw all.
    dict of str to Trees
        What chooses for each group with choices.
    """
    learned: list[dict[str, list[float]]] = [{} for _ in range(settings.folds + 1)]
    choosers: dict[str, Trees] = {}
    sets, places = [], []
    for i, pool in answer_pools(training_set, _POOLED, settings.seed):
        places.append(training_set.fold(i, settings.folds))
        sets.append((pool_features(pool, weights_of(places[-1])), pool.right))
    right = []
    for fold in range(settings.folds + 1 if sets else 0):
        learned[fold][""] = fit_choices(
            [one for one, place in zip(sets, places, strict=True) if place != fold]
        )
        outside = [one for one, place in zip(sets, places, strict=True) if place == fold]
        right += [accuracy([one], learned[fold][""]) for one in outside]
    if sets:
        say(f"choices, cross-validated by story: {np.mean(right):.2f} of {len(sets)} pools")
    for group in sorted({pool.group for pool in training_set.pools}):
        pools = [pool for pool in training_set.pools if pool.group == group]
        found = [(pool_features(pool, weights_of(0)), pool.right) for pool in pools]
        parts = [zlib.crc32(pool.id.encode()) % settings.folds for pool in pools]
        right = []
        for fold in range(settings.folds):
            inside = fit_chooser([one for one, part in zip(found, parts, strict=True) if part != fold])
            outside = [one for one, part in zip(found, parts, strict=True) if part == fold]
            right += [accuracy([one], inside) for one in outside]
        say(f"{group}, cross-validated by story: accuracy {np.mean(right):.2f} of {len(right)}")
        choosers[group] = fit_chooser(found)
    return learned, choosers
