"""What a story says of each entity, over all the sentences that mention it."""

import numpy as np

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.record import Question
from symbolic_rc.index.story_index import build
from symbolic_rc.ranker.candidate_features import candidate_features
from symbolic_rc.ranker.entity_evidence import EntityValue, similarities
from symbolic_rc.ranker.sentence_evidence import match_question
from tests.small_story import asked_of

# the painter is Marta, the captain Jonas; she sold a mill, and missed it in another sentence
STORY = (
    (
        ("Marta", "NNP", "PROPN", "Marta", 1, "nsubj"),
        ("sold", "VBD", "VERB", "sell", 1, "root"),
        ("the", "DT", "DET", "the", 3, "det"),
        ("mill", "NN", "NOUN", "mill", 1, "obj"),
        ("to", "IN", "ADP", "to", 6, "case"),
        ("captain", "NN", "NOUN", "captain", 6, "compound"),
        ("Jonas", "NNP", "PROPN", "Jonas", 1, "obl"),
        (".", ".", "PUNCT", ".", 1, "punct"),
    ),
    (
        ("She", "PRP", "PRON", "she", 1, "nsubj"),
        ("missed", "VBD", "VERB", "miss", 1, "root"),
        ("it", "PRP", "PRON", "it", 1, "obj"),
        (".", ".", "PUNCT", ".", 1, "punct"),
    ),
)
QUESTION = (
    (
        ("Which", "WDT", "DET", "which", 1, "det"),
        ("officer", "NN", "NOUN", "officer", 2, "nsubj"),
        ("missed", "VBD", "VERB", "miss", 2, "root"),
        ("the", "DT", "DET", "the", 4, "det"),
        ("mill", "NN", "NOUN", "mill", 2, "obj"),
        ("?", ".", "PUNCT", "?", 2, "punct"),
    ),
)


def seen(parse, text, rows):
    mentions = (Mention(0, 1, 0, "name", 0), Mention(5, 7, 6, "name", 1), Mention(8, 9, 8, "pronoun", 0, 0))
    entities = (Entity(0, (0, 2), "Marta", ("Marta",), "PERSON"), Entity(1, (1,), "Jonas", ("Jonas",)))
    story = build(parse(STORY), mentions, entities)
    asked = asked_of(Question("1", text), parse(rows))
    return candidate_features(story, asked, match_question(asked, story))


def test_words_of_two_sentences_meet_in_one_entity(parse):
    candidates = seen(parse, "Which officer missed the mill?", QUESTION)
    marta, jonas = candidates.entities
    assert marta[EntityValue.COVER] > jonas[EntityValue.COVER]
    assert marta[EntityValue.SHARE] == 1.0
    assert marta[EntityValue.PREDICATE] == 1.0
    assert jonas[EntityValue.PREDICATE] == 0.0


def test_a_noun_before_the_name_tells_the_kind(parse):
    candidates = seen(parse, "Which officer missed the mill?", QUESTION)
    assert candidates.entities[1, EntityValue.DESCRIBED] == np.float32(0.6)  # a captain is an officer
    assert candidates.entities[0, EntityValue.DESCRIBED] == 0.0
    assert candidates.of_kind.tolist().index(True) == 5


def test_predicates_are_compared_by_their_vectors():
    vectors = np.array([[127, 0], [0, 127], [90, 90]], np.int8)
    found = np.zeros((2, 3), np.float32)
    similarities(vectors, vectors[[1, 0]], np.array([1, 1, 1], np.int32), found)
    # the first two rows hang on the second, which is what is asked for; it is no one's governor itself
    assert found[0].tolist() == [1.0, 0.0, 1.0]
    assert np.allclose(found[1], [1.0, 0.0, 0.71], atol=0.01)


def test_a_name_of_the_question_is_no_answer(parse):
    named = (("Where", "WRB", "ADV", "where", 2, "advmod"), ("did", "VBD", "AUX", "do", 2, "aux"),
             ("Jonas", "NNP", "PROPN", "Jonas", 2, "root"))  # fmt: skip
    candidates = seen(parse, "Where did Jonas", (named,))
    assert candidates.entities[:, EntityValue.NAMED].tolist() == [0.0, 1.0]
    assert candidates.named.tolist() == [1]
