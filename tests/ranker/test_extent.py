"""Which candidates may word an answer that a rule has found."""

from dataclasses import replace

import numpy as np
import pytest

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import build
from symbolic_rc.ranker.extent import extent_rows

VERBS = (("prayed", "pray"), ("wrote", "write"), ("sailed", "sail"))
PLACES = ("Osby", "Tarn", "Lund")


def _story(parse, verb, lemma, place):
    sentence = (
        ("Ada", "NNP", "PROPN", "Ada", 1, "nsubj"),
        (verb, "VBD", "VERB", lemma, 1, "root"),
        ("to", "IN", "ADP", "to", 4, "case"),
        ("the", "DT", "DET", "the", 4, "det"),
        ("queen", "NN", "NOUN", "queen", 1, "obl"),
        ("of", "IN", "ADP", "of", 6, "case"),
        (place, "NNP", "PROPN", place, 4, "nmod"),
        (".", ".", "PUNCT", ".", 1, "punct"),
    )
    mentions = (Mention(0, 1, 0, "name", 0), Mention(6, 7, 6, "name", 1))
    entities = (
        Entity(0, (0,), "Ada", ("Ada",), "PERSON", "feminine", "singular"),
        Entity(1, (1,), place, (place,), "GPE", "neuter", "singular"),
    )
    return build(parse((sentence,)), mentions, entities, ())


@pytest.mark.parametrize(("verb", "lemma"), VERBS)
@pytest.mark.parametrize("place", PLACES)
def test_what_the_verb_of_the_sentence_heads_is_worded_by_most_of_it(parse, verb, lemma, place):
    story = _story(parse, verb, lemma, place)
    assert story.head_of(1, 7) == 1
    assert story.head_of(3, 7) == 4
    rows = extent_rows(story, (1, 7), -1)
    texts = {story.answer_text(row) for row in rows}
    assert f"{verb} to the queen of {place}" in texts
    assert place not in texts
    spans = story.cand[rows]
    shared = np.minimum(spans[:, C.A_END], 7) - np.maximum(spans[:, C.A_START], 1)
    overlap = 2 * shared / (spans[:, C.A_END] - spans[:, C.A_START] + 6)
    assert ((spans[:, C.TOP] == 1) | (overlap >= 0.5)).all()


@pytest.mark.parametrize("place", PLACES)
def test_an_entity_is_worded_by_its_mentions(parse, place):
    story = _story(parse, "prayed", "pray", place)
    rows = extent_rows(story, (6, 7), 1)
    assert place in {story.answer_text(row) for row in rows}
    assert (story.cand[rows, C.TOP] == 6).all()


def test_what_no_candidate_comes_near_keeps_its_words(parse):
    story = _story(parse, "prayed", "pray", "Osby")
    parts = replace(story, cand=story.cand[story.cand[:, C.A_END] - story.cand[:, C.A_START] == 1])
    assert "prayed" in {parts.answer_text(row) for row in range(len(parts.cand))}
    assert not len(extent_rows(parts, (1, 7), -1))
