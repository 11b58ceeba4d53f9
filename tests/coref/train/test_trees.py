"""The ranker is trained: its weights, then trees on what they say of documents that they did not see."""

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import link
from symbolic_rc.coref.train.corpora import GoldDocument
from symbolic_rc.coref.train.examples import Example, examples
from symbolic_rc.coref.train.fit import train_weights
from symbolic_rc.coref.train.trees import RIGHT, WRONG, grow_trees, short_lists
from symbolic_rc.models.boosting import BoostSettings

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hal")


def document(first: str, second: str) -> GoldDocument:
    """Return a story of two, one of whom is spoken of again."""
    tokens = f"{first} met {second} at the mill . {first} was glad . The mill was old .".split()
    starts = np.cumsum([0, *(len(token) + 1 for token in tokens)])[:-1].tolist()
    ends = [start + len(token) for start, token in zip(starts, tokens, strict=True)]
    clusters = {"1": ((0, 1), (7, 8)), "2": ((2, 3),), "3": ((4, 6), (11, 13))}
    return GoldDocument(
        first, " ".join(tokens), tuple(tokens), tuple(starts), tuple(ends), clusters, complete=True
    )


def stories() -> list[Example]:
    """Return the stories of all pairs of neighbours, annotated."""
    pairs = zip(NAMES, NAMES[1:] + NAMES[:1], strict=True)
    return examples([document(*pair) for pair in pairs], default_pipeline().pipe)


def test_short_lists_hold_right_and_wrong_candidates() -> None:
    training = stories()
    ranker = train_weights(training, epochs=2, seeds=(7,))
    found = list(short_lists(training[0], ranker))
    assert found
    for views, judged in found:
        assert len(views) == len(judged)
        assert {WRONG, RIGHT} == set(judged.tolist())


def test_trees_learn_who_is_spoken_of() -> None:
    training = stories()
    settings = BoostSettings(rounds=20, leaves=4, least=2, rate=0.3, features=1.0, sharp=1.0)
    trees = grow_trees(training, lambda rest: train_weights(rest, epochs=2, seeds=(7,)), settings)
    assert len(trees.roots) == 20
    again = grow_trees(training, lambda rest: train_weights(rest, epochs=2, seeds=(7,)), settings)
    assert trees.value.tobytes() == again.value.tobytes()
    for example in training:
        entity = link(example.reading, train_weights(training, epochs=2, seeds=(7,))).entity
        gold = example.labels.gold
        first = np.flatnonzero(gold == gold[0])
        assert len(set(entity[first].tolist())) == 1
