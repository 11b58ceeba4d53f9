import math

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.readers import load_reader
from symbolic_rc.readers.baselines.sliding_window import SlidingWindow
from symbolic_rc.story import Story

STORY = "the cook burnt the soup . the maid laughed and the gardener ate the soup ."


def reference_window(words, wanted):
    """Algorithm 1 of the paper, as it is printed."""

    def weight(word):
        return math.log(1 + 1 / words.count(word))

    starts = range(max(1, len(words) - len(wanted) + 1))
    return max(sum(weight(w) for w in words[i : i + len(wanted)] if w in wanted) for i in starts)


@pytest.mark.parametrize("choice", ["the maid", "the gardener", "a sailor"])
def test_scores_are_those_of_the_papers_algorithm(choice):
    question = Question("q", "who ate the soup", choices=(choice,))
    words = STORY.replace(".", "").split()
    scores = SlidingWindow().rank(Story.from_text(STORY), question, [choice])
    wanted = {*"who ate the soup".split(), *choice.split()}
    assert scores[0] == pytest.approx(reference_window(words, wanted), abs=1e-8)


def test_distance_counts_words_between_plus_one():
    question = Question("q", "who ate the soup", choices=("the gardener", "the cook"))
    story = Story.from_text(STORY)
    plain = SlidingWindow().rank(story, question, question.choices)
    less = SlidingWindow(True).rank(story, question, question.choices)
    assert plain - less == pytest.approx([2 / 13, 4 / 13], abs=1e-8)


def test_the_choice_near_the_question_wins():
    question = Question("q", "Who ate the soup?", choices=("the cook", "the maid", "the gardener"))
    answer = load_reader("sliding-window-distance").answer_all(Story.from_text(STORY), [question])[0]
    assert answer.text == "the gardener"


def test_a_free_question_gets_a_sentence():
    story = Story.from_text("A cook burnt the soup. The gardener laughed.")
    answer = load_reader("sliding-window").answer_all(story, [Question("q", "Who laughed?")])[0]
    assert answer.text == "The gardener laughed."


def test_an_empty_story_is_no_trouble():
    question = Question("q", "Who?", choices=("a", "b"))
    story = Story.from_text("")
    assert load_reader("sliding-window-distance").answer_all(story, [question])[0].text == "a"
    assert load_reader("sliding-window").answer_all(story, [Question("q", "Who?")])[0].texts == ()
