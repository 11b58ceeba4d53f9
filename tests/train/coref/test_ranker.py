"""Training of the ranker: its weights, and trees by cross-validation."""

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import link
from symbolic_rc.models.boosting import BoostSettings
from symbolic_rc.train.coref.corpora import GoldDocument
from symbolic_rc.train.coref.examples import CorefExample, examples
from symbolic_rc.train.coref.main import RIGHT, WRONG, grow_trees, shortlists, train_weights

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hal")


def document(first: str, second: str) -> GoldDocument:
    """Return a story of two people, one of whom is mentioned again."""
    tokens = f"{first} met {second} at the mill . {first} was glad . The mill was old .".split()
    starts = np.cumsum([0, *(len(token) + 1 for token in tokens)])[:-1].tolist()
    ends = [start + len(token) for start, token in zip(starts, tokens, strict=True)]
    clusters = {"1": ((0, 1), (7, 8)), "2": ((2, 3),), "3": ((4, 6), (11, 13))}
    return GoldDocument(
        first, " ".join(tokens), tuple(tokens), tuple(starts), tuple(ends), clusters, complete=True
    )


def stories() -> list[CorefExample]:
    """Return annotated stories of all pairs of neighbours."""
    pairs = zip(NAMES, NAMES[1:] + NAMES[:1], strict=True)
    return examples([document(*pair) for pair in pairs], default_pipeline().pipe)


def test_shortlists_hold_right_and_wrong_candidates() -> None:
    training = stories()
    ranker = train_weights(training, epochs=2, seeds=(7,))
    found = list(shortlists(training[0], ranker))
    assert found
    for features, labels in found:
        assert len(features) == len(labels)
        assert {WRONG, RIGHT} == set(labels.tolist())


def test_trees_learn_coreference() -> None:
    training = stories()
    settings = BoostSettings(rounds=20, leaves=4, least=2, rate=0.3, features=1.0, sharp=1.0)
    trees = grow_trees(training, lambda rest: train_weights(rest, epochs=2, seeds=(7,)), settings)
    assert len(trees.roots) == 20
    again = grow_trees(training, lambda rest: train_weights(rest, epochs=2, seeds=(7,)), settings)
    assert trees.value.tobytes() == again.value.tobytes()
    for example in training:
        entity = link(example.document, train_weights(training, epochs=2, seeds=(7,))).entity
        gold = example.labels.gold
        first = np.flatnonzero(gold == gold[0])
        assert len(set(entity[first].tolist())) == 1
