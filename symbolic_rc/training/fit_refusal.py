"""Learning when to refuse: questions beside the same where the story does not hold the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.ranking.alignment import Relation, relate, with_other_word, without_word
from symbolic_rc.ranking.weights import Weights
from symbolic_rc.rules.decide.refusal import fit, sample, signs
from symbolic_rc.rules.default_rules import default_book
from symbolic_rc.rules.resolve import open_case, run

if TYPE_CHECKING:
    from symbolic_rc.training.examples import Material
    from symbolic_rc.training.fit_ranker import Instance

#: Questions from which refusing is learned.
DOUBTED = 1500
_Looked = tuple[StoryIndex, Relation, NDArray[np.bool_] | None]


def _unanswerable(x: Instance, hidden: NDArray[np.bool_], other: StoryIndex, seed: int) -> Iterator[_Looked]:
    """Yield ways to look at a question such that its answer is not there: story, relation, hidden sentences.

    The sentences of the answer are hidden; the story is another one; one of the question's words is taken for
    one that the story does not have, or for another of the story's.
    """
    yield x.story, x.relation, hidden
    yield other, relate(x.asked, other), None
    yield x.story, without_word(x.relation, seed), None
    yield x.story, with_other_word(x.relation, x.asked, x.story, seed), None
    yield x.story, with_other_word(x.relation, x.asked, x.story, seed + 1), None


def learn_doubt(
    material: Material,
    weights_of: Callable[[int], Weights],
    folds: int,
    seed: int,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Learn when to refuse, from questions that are answered right and from such as cannot be answered.

    Parameters
    ----------
    material : Material
    weights_of : callable
        The weights that never saw a fold's stories.
    folds : int
    seed : int
    say : callable
        Told of the curve, a line at a time.
    """
    book = default_book()
    book.disable("refuse")
    there: list[NDArray[np.float64]] = []
    gone: list[NDArray[np.float64]] = []
    right: list[bool] = []
    for i in sample(len(material.instances), DOUBTED, seed):
        x, weights = material.instances[i], weights_of(material.fold(i, folds))
        good = x.story.cand[x.gold >= 0.5][:, C.C_SENT]
        hidden = np.zeros(len(x.story.bounds) - 1, np.bool_)
        hidden[good] = True
        if not len(good) or hidden.all():
            continue
        case = open_case(x.story, x.asked, weights, "", x.relation)
        run(case, book)
        there.append(signs(case))
        best = case.chosen[0] if case.chosen else -1
        right.append(best >= 0 and bool(x.gold[case.view.scene.selected[best]] >= 0.5))
        other = material.instances[(i * 7919 + 13) % len(material.instances)].story
        for story, relation, mask in _unanswerable(x, hidden, other, i):
            case = open_case(story, x.asked, weights, "", relation, mask)
            run(case, book)
            gone.append(signs(case))
    if len(there) < 20:
        return {}
    learned, lines = fit(np.array(there), np.array(gone), np.array(right))
    for line in lines:
        say(line)
    return {**learned, "styles": ["", "jsonl", "squad"], "careful": ["squad"]}
