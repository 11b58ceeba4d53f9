"""Cues, on a small story."""

import pytest

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.record import Question
from symbolic_rc.coref.mentions.syntax import read_syntax
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.index.story_index import build
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.weights import empty
from tests.small_story import asked_of


def spoken_for(story, asked):
    """Return what each cue speaks for."""
    ranking = rank(story, asked, empty())
    found = {}
    for row in range(len(ranking.view)):
        for name in ranking.cues_for(row):
            found.setdefault(name, set()).add(ranking.text(row))
    return found


def test_the_subject_of_the_same_verb(story, asked):
    found = spoken_for(story, asked)
    assert found["same-relation"] == {"Marta"}
    assert "Marta" in found["who-person"]


def test_a_cue_of_another_kind_of_question_speaks_for_nothing(story, asked):
    assert not {"when-time", "graph-relation"} & set(spoken_for(story, asked))


KIN = (
    (
        ("Marta", "NNP", "PROPN", "Marta", 3, "nsubj"),
        ("is", "VBZ", "AUX", "be", 3, "cop"),
        ("the", "DT", "DET", "the", 3, "det"),
        ("sister", "NN", "NOUN", "sister", 3, "root"),
        ("of", "IN", "ADP", "of", 5, "case"),
        ("Jonas", "NNP", "PROPN", "Jonas", 3, "nmod"),
        (".", ".", "PUNCT", ".", 3, "punct"),
    ),
)
WHOSE = (
    (
        ("Who", "WP", "PRON", "who", 0, "root"),
        ("is", "VBZ", "AUX", "be", 0, "cop"),
        ("the", "DT", "DET", "the", 3, "det"),
        ("sister", "NN", "NOUN", "sister", 0, "nsubj"),
        ("of", "IN", "ADP", "of", 5, "case"),
        ("Jonas", "NNP", "PROPN", "Jonas", 3, "nmod"),
        ("?", ".", "PUNCT", "?", 0, "punct"),
    ),
)
HOW = (
    (
        ("How", "WRB", "ADV", "how", 3, "advmod"),
        ("is", "VBZ", "AUX", "be", 3, "aux:pass"),
        ("Marta", "NNP", "PROPN", "Marta", 3, "nsubj:pass"),
        ("related", "VBN", "VERB", "relate", 3, "root"),
        ("to", "IN", "ADP", "to", 5, "case"),
        ("Jonas", "NNP", "PROPN", "Jonas", 3, "obl"),
        ("?", ".", "PUNCT", "?", 3, "punct"),
    ),
)


@pytest.mark.parametrize(("rows", "expected"), [(WHOSE, "Marta"), (HOW, "the sister")])
def test_relations_of_the_graph_are_asked_for_from_both_sides(parse, rows, expected):
    mentions = (Mention(0, 1, 0, "name", 0), Mention(5, 6, 5, "name", 1))
    entities = (
        Entity(0, (0,), "Marta", ("Marta",), "PERSON", "feminine", "singular"),
        Entity(1, (1,), "Jonas", ("Jonas",), "PERSON", "masculine", "singular"),
    )
    doc = parse(KIN)
    terms = (Term("subject", 0, 1, 0, 0), Term("of", 5, 6, 5, 1))
    facts = Facts(
        [Fact(0, "relation", "sister", "kinship", terms, 3, 0)], read_syntax(doc), entities, mentions
    )
    kin = build(doc, mentions, entities, (), facts=facts)
    asked = asked_of(Question("1", " ".join(row[0] for row in rows[0])), parse(rows))
    assert expected in spoken_for(kin, asked)["graph-relation"]
