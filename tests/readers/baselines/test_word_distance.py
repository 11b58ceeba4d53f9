import numpy as np
import pytest

from symbolic_rc.core.record import Question, Record
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.readers.baselines.word_distance import CAP, WordDistance, equal_words
from symbolic_rc.spans import Relation
from symbolic_rc.story import Story

CLOZE = Story(
    Record(
        "s",
        "@entity0 sold the mill to @entity1 . later @entity2 burnt the mill and @entity1 wept .",
        tokenised=True,
    )
)


def by_definition(story, question, place):
    """Sum the distances as the paper words it."""
    words, gap = question.split(), question.split().index("@placeholder")
    total = 0
    for i, word in enumerate(words):
        if i == gap or not (word[0].isalnum() or word[0] == "@"):
            continue
        found = [j for j, token in enumerate(story.tokens.words) if token == word]
        total += min([CAP, *(abs(place + i - gap - j) for j in found)])
    return total


@pytest.mark.parametrize("text", ["@placeholder burnt the mill", "the mill was sold to @placeholder ."])
def test_the_least_summed_distance_wins(text):
    question = Question("q", text, placeholder="@placeholder")
    answer = load_reader("word-distance").answer_all(CLOZE, [question])[0]
    places = [i for i, word in enumerate(CLOZE.tokens.words) if word.startswith("@")]
    best = min(places, key=lambda i: by_definition(CLOZE, text, i))
    assert answer.text == CLOZE.tokens.words[best]
    assert -answer.score == by_definition(CLOZE, text, best)


def test_entities_of_the_question_are_no_candidates():
    question = Question("q", "@entity2 sold the mill to @placeholder", placeholder="@placeholder")
    assert load_reader("word-distance").answer_all(CLOZE, [question])[0].text == "@entity1"


def test_another_alignment_comes_in_through_one_argument():
    def align(story, words):
        """Match `torched` with `burnt`."""
        return equal_words(story, ["burnt" if word == "torched" else word for word in words])

    question = Question("q", "@placeholder torched", placeholder="@placeholder")
    assert WordDistance(align=align).answer_all(CLOZE, [question])[0].text == "@entity2"


def test_choices_are_compared_where_their_words_stand():
    story = Story.from_text("The cook burnt the soup. Hours later, far away, the old gardener sang.")
    question = Question("q", "Who burnt the soup?", choices=("the gardener", "the cook", "a sailor"))
    assert load_reader("word-distance").answer_all(story, [question])[0].text == "the cook"


def test_the_relation_of_equal_words():
    relation = equal_words(Story.from_text("The mill. the wheel"), ["the", "wheel", "sea"])
    assert isinstance(relation, Relation)
    assert relation.indptr.tolist() == [0, 2, 3, 3]
    assert relation.positions.tolist() == [0, 3, 4]
    assert np.all(relation.weights == 1)


PLAIN = (
    "One day Ada Holm and Oskar Lind walked to the old bridge . There she praised the mill . "
    "Oskar Lind wrote no letter ."
)


def plain(question, entities=""):
    story = Story(Record("s", PLAIN, tokenised=True))
    asked = Question("q", question, placeholder="@placeholder")
    return load_reader("word-distance", ReaderOptions(entities=entities)).answer_all(story, [asked])[0]


def test_plain_text_is_aligned_by_coreference():
    assert plain("@placeholder praised the mill .").text == "Ada Holm"
    assert plain("@placeholder praised the mill .", "capitals").text == "Oskar Lind"


def test_a_name_of_two_words_is_one_position():
    by_name = plain("with @placeholder Oskar Lind walked to the old bridge .", "capitals")
    assert by_name.text == "Ada Holm"
    assert -by_name.score == 8 + 6  # `with` is not in the story; `and` moves six words on by one
