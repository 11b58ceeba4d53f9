"""Grows the trees of the frame model from what its weights say of sentences that they did not learn from."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.frames.parser.arguments import look
from symbolic_rc.frames.parser.bench import CANDIDATE, END, ROLE, new_bench, roles_of
from symbolic_rc.frames.parser.model import FrameModel
from symbolic_rc.frames.train.rows import Annotated
from symbolic_rc.models.boosting import BoostSettings, boost
from symbolic_rc.models.trees import Trees

log = logging.getLogger(__name__)

FOLDS = 3
SETTINGS = BoostSettings(rounds=300, leaves=31, rate=0.1, least=100, l2=5.0, features=0.25, sharp=1.0)
#: What a candidate counts whose syntax is the treebank's own, beside one whose syntax is a parser's.
GOLD = 0.5


def views_of(
    data: Sequence[Annotated], model: FrameModel
) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.float32]]]:
    """Yield the views of each gold predicate's candidates, how many each candidate has, and which are right.

    Right is the view of the role and span of an argument; if a candidate has none, that of no role. What is
    sure already is left out.
    """
    space = model.space
    for each in data:
        for predicate in each.gold.predicates:
            space.of(predicate.roleset)
    roles, bench = roles_of(model), new_bench(space)
    for each in data:
        for predicate in each.gold.predicates:
            number, *ids = space.of(predicate.roleset)
            key, columns = np.array(ids, np.uint64), roles.table[number]
            rows = look(each.tree.arrays, predicate.index, key, columns, roles, bench)
            source = bench.source[:rows]
            arguments = {(space.index.get(role, 0), start, end) for role, start, end in predicate.arguments}
            right = np.array([tuple(row) in arguments for row in source[:, ROLE : END + 1].tolist()])
            first = np.flatnonzero(np.diff(source[:, CANDIDATE], prepend=-1))
            sizes = np.diff([*first.tolist(), rows])
            open_ = np.repeat(sizes > 1, sizes)
            if not open_.any():
                continue
            right[first] = ~np.logical_or.reduceat(right, first)
            yield bench.views[:rows][open_], sizes[sizes > 1], right[open_].astype(np.float32)


def grow_trees(
    data: Sequence[Annotated],
    gold: Sequence[Annotated],
    train: Callable[[Sequence[Annotated], Sequence[Annotated]], FrameModel],
    settings: BoostSettings = SETTINGS,
) -> Trees:
    """Boost trees over sentences with a parser's syntax and the treebank's, parallel ones.

    What they see of a fold of the sentences is by the weights that `train` learned from the others.
    """
    views, sizes, right = [], [], []
    fold_of = np.arange(len(data)) * FOLDS // len(data)
    for fold in range(FOLDS):
        others, own = np.flatnonzero(fold_of != fold).tolist(), np.flatnonzero(fold_of == fold).tolist()
        model = train([data[i] for i in others], [gold[i] for i in others])
        for sentences, importance in ((data, 1.0), (gold, GOLD)):
            for seen, each, known in views_of([sentences[i] for i in own], model):
                views.append(seen)
                sizes.append(each)
                right.append(known * np.float32(importance))
        log.info("fold %d of %d: %d predicates", fold + 1, FOLDS, len(views))
    bounds = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.int64)
    return boost(np.concatenate(views), np.concatenate(right), bounds, settings)
