"""What trees see of a mention's likeliest candidates, and what they make of it."""

from dataclasses import replace

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import Teaching, link, prepare
from symbolic_rc.coref.mentions.attributes import KIND, LEMMA, NOMINAL
from symbolic_rc.coref.model import model
from symbolic_rc.coref.ranker import shortlist
from symbolic_rc.coref.ranker.arrays import Notes
from symbolic_rc.coref.ranker.shortlist import COLUMNS, NOTHING, SHORT
from symbolic_rc.models.trees import no_trees

TEXT = "Ann met a sailor. The man gave her an old boat, and the boat sank. He was sorry for Ann."


def noted(text: str) -> tuple:
    """Return a reading and the notes of its mentions, each of which is said to be of an entity of its own."""
    reading = prepare(default_pipeline()(text), model().types)
    n = len(reading.mentions)
    notes = Notes(np.zeros((n, SHORT + 1, COLUMNS), np.float32), np.zeros((n, SHORT + 1), np.int8))
    alone, all_of_them = np.arange(n, dtype=np.int32), np.ones(n, np.int32)
    ranker = replace(model().ranker, trees=no_trees())
    link(reading, ranker, teaching=Teaching(alone, all_of_them, notes=notes))
    return reading, notes


def mention_of(reading, word: str) -> int:
    """Return the last mention whose head is a word."""
    table, strings = reading.mentions.table, reading.mentions.strings
    return max(m for m in range(len(table)) if strings[int(table[m, LEMMA])] == word)


def test_candidates_are_listed_by_their_scores_and_a_new_entity_last() -> None:
    _, notes = noted(TEXT)
    for views, judged in zip(notes.views, notes.judged, strict=True):
        size = int((judged > 0).sum())
        scores = views[: size - 1, shortlist._OWN]
        assert (np.diff(scores) <= 0).all()
        if size:
            assert views[size - 1, shortlist._PLACE] == -1
            assert (views[size - 1, shortlist._PAIR_WEIGHTS : shortlist._START_WEIGHTS] == NOTHING).all()
            assert (views[size - 1, shortlist._START_WEIGHTS : shortlist._PAIR_AT] != NOTHING).all()


def test_words_that_are_shared_are_counted() -> None:
    reading, notes = noted(TEXT)
    boat = notes.views[mention_of(reading, "boat")]
    assert boat[:, shortlist._ALIKE].max() == 1
    assert 0 in boat[:, shortlist._SINCE_ALIKE]


def test_without_trees_the_weights_decide() -> None:
    reading = prepare(default_pipeline()(TEXT), model().types)
    by_weights = link(reading, replace(model().ranker, trees=no_trees()))
    by_trees = link(reading, model().ranker)
    assert not np.array_equal(by_weights.margin, by_trees.margin)
    nouns = reading.mentions.table[:, KIND] == NOMINAL
    boats = [
        m
        for m in np.flatnonzero(nouns)
        if reading.mentions.strings[reading.mentions.table[m, LEMMA]] == "boat"
    ]
    assert len(set(by_trees.entity[boats].tolist())) == 1
