"""Rules that propose, on a small story."""

import networkx as nx
import numpy as np
import pytest

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.question import Question
from symbolic_rc.index.story_index import build
from symbolic_rc.ranker.alignment import align
from symbolic_rc.ranker.candidate_view import CandidateView
from symbolic_rc.ranker.propose import PROPOSERS
from symbolic_rc.ranker.scene import see
from tests.small_story import asked_of


def proposals(story, asked):
    alignment = align(asked, story)
    view = CandidateView(story, asked, see(story, asked, alignment), alignment)
    found = {}
    for rule in PROPOSERS:
        fired, reason = rule.fire(view)
        rows = [] if fired is None else np.flatnonzero(fired)
        found[rule.name] = {view.text(int(row)) for row in rows}, reason
    return found


def test_the_subject_of_the_same_verb(story, asked):
    found = proposals(story, asked)
    assert found["same-relation"][0] == {"Marta"}
    assert "Marta" in found["who-person"][0]


def test_rules_say_what_failed(story, asked):
    found = proposals(story, asked)
    assert found["when-time"] == (set(), "the question asks for time")
    assert found["graph-relation"][1] == "the question names a relation, or asks for one"


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
    graph = nx.MultiDiGraph()
    graph.add_edge(0, 1, kind="relation", label="sister")
    kin = build(parse(KIN), mentions, entities, (), graph=graph)
    asked = asked_of(Question("1", " ".join(row[0] for row in rows[0])), parse(rows))
    assert expected in proposals(kin, asked)["graph-relation"][0]
