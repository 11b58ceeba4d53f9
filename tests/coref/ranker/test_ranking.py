"""The ranker: its kernel against its plain Python twin, training, shortlists, explanations."""

from dataclasses import replace

import numpy as np
import pytest

from symbolic_rc.coref.linking import link
from symbolic_rc.coref.mentions.attributes import KIND, LEMMA, NOMINAL, PRO
from symbolic_rc.coref.mentions.pronouns import SHE
from symbolic_rc.coref.model import EntityRanker, model
from symbolic_rc.coref.ranker import ranking, shortlist
from symbolic_rc.coref.ranker.arrays import ShortlistRecords, TrainingInput
from symbolic_rc.coref.ranker.shortlist import COLUMNS, NOTHING, SHORT
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.models.trees import no_trees
from symbolic_rc.story import Story

TEXTS = (
    "Ann met Tom by the gate. He gave her the old key, and she thanked him. The key was cold.",
    "“I am late,” said Captain Reed. “You are,” said Mrs. Lind. The captain bowed; she laughed at him.",
    "In her youth, Clara rowed. The crew trusted her, and they won the cup. It stood on a shelf.",
)
BOAT = "Ann met a sailor. The man gave her an old boat, and the boat sank. He was sorry for Ann."


@pytest.mark.parametrize("text", TEXTS)
def test_the_kernel_equals_its_python_twin(text, prepared, monkeypatch) -> None:
    document = prepared(text)
    compiled = link(document, model().ranker)
    monkeypatch.setattr(ranking, "rank", getattr(ranking.rank, "py_func", ranking.rank))
    plain = link(document, model().ranker)
    for one, other in zip(compiled[:3], plain[:3], strict=True):
        assert one.tolist() == other.tolist()
    np.testing.assert_allclose(compiled.margin, plain.margin, rtol=1e-4, atol=1e-4)


def test_training_increases_the_likelihood_of_gold(prepared) -> None:
    document = prepared(TEXTS[0])
    ranker, gradients = EntityRanker(np.zeros(PLACES, np.float32)), np.zeros(PLACES, np.float32)
    gold = np.where(document.mentions.table[:, PRO] == SHE, 0, -1).astype(np.int32)
    gold[[c.core == (0, 1) for c in document.mentions.candidates]] = 0
    given = TrainingInput(gold, np.ones(len(gold), np.int32), rate=0.15)
    losses = [link(document, ranker, training=given, gradients=gradients).loss for _ in range(5)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.5 * losses[0]
    assert len(set(link(document, ranker).entity[gold == 0].tolist())) == 1


def test_links_are_deterministic_and_name_their_reasons() -> None:
    first, second = (Story.from_text(TEXTS[1]).resolution for _ in range(2))
    assert first == second
    links = [m.link for m in Story.from_text(TEXTS[0]).mentions if m.antecedent >= 0]
    assert links
    assert all(link.startswith("ranked: ") or link in ("narrator", "same name", "speaker") for link in links)


@pytest.fixture
def recorded(prepared):
    """A document and the shortlists of its mentions, each of which is a gold entity of its own."""
    document = prepared(BOAT)
    n = len(document.mentions)
    records = ShortlistRecords(
        np.zeros((n, SHORT + 1, COLUMNS), np.float32), np.zeros((n, SHORT + 1), np.int8)
    )
    given = TrainingInput(np.arange(n, dtype=np.int32), np.ones(n, np.int32), records=records)
    link(document, replace(model().ranker, trees=no_trees()), training=given)
    return document, records


def test_shortlists_are_ordered_by_score_with_a_new_entity_last(recorded) -> None:
    _, records = recorded
    for features, labels in zip(records.features, records.labels, strict=True):
        size = int((labels > 0).sum())
        assert (np.diff(features[: size - 1, shortlist._OWN]) <= 0).all()
        if size:
            new = features[size - 1]
            assert new[shortlist._PLACE] == -1
            assert (new[shortlist._PAIR_WEIGHTS : shortlist._START_WEIGHTS] == NOTHING).all()
            assert (new[shortlist._START_WEIGHTS : shortlist._PAIR_AT] != NOTHING).all()


def test_shared_words_are_counted(recorded) -> None:
    document, records = recorded
    boat = document.mentions.strings.add("boat")
    features = records.features[np.flatnonzero(document.mentions.table[:, LEMMA] == boat)[-1]]
    assert features[:, shortlist._ALIKE].max() == 1
    assert 0 in features[:, shortlist._SINCE_ALIKE]


def test_trees_rescore(prepared) -> None:
    document = prepared(BOAT)
    by_weights = link(document, replace(model().ranker, trees=no_trees()))
    by_trees = link(document, model().ranker)
    assert not np.array_equal(by_weights.margin, by_trees.margin)
    table, boat = document.mentions.table, document.mentions.strings.add("boat")
    boats = (table[:, KIND] == NOMINAL) & (table[:, LEMMA] == boat)
    assert len(set(by_trees.entity[boats].tolist())) == 1
