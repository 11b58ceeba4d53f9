import numpy as np
import pytest

from symbolic_rc.core.tokens import tokens
from symbolic_rc.match import Matcher, Weights, matcher
from symbolic_rc.match.matcher import (
    DUORC,
    at_thresholds,
    best_share,
    content_words,
    coverage,
    duorc_matcher,
    prune,
)

TEXT = (
    "Marta Quill owned a mill by the river. Her brother kept bees. In spring the flood came. "
    "Marta sold the mill to a banker from Leeds. The banker pulled it down. He built a hotel."
)


def test_content_words_leave_out_function_words_and_marks():
    assert content_words("Who sold the old mill ?".split()) == [1, 3, 4]


def test_coverage_counts_each_word_once_a_sentence():
    story = tokens("The mill, the mill and the mill. A river.")
    relation = Matcher(Weights().only("surface")).relate(["mill", "river"], story.words)
    assert coverage(relation, story.sentences).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("covered", "kept"),
    [
        ([0.6, 0.4, 0.1], [True, False, False]),
        ([0.4, 0.3, 0.1], [True, True, False]),
        ([0.2, 0.1, 0.2], [True, False, True]),
        ([0.0, 0.0, 0.0], [True, True, True]),
    ],
)
def test_thresholds_in_order(covered, kept):
    assert at_thresholds(np.array(covered)).tolist() == kept


def test_best_share_prefers_the_first_of_equals_and_keeps_the_best():
    lengths = np.array([4, 4, 4, 4])
    assert best_share(np.array([0.0, 1.0, 1.0, 1.0]), lengths, 0.5).tolist() == [False, True, True, False]
    assert best_share(np.array([0.0, 1.0]), np.array([2, 9]), 0.1).tolist() == [False, True]


def test_prune_keeps_the_sentence_of_the_answer():
    story = tokens(TEXT)
    match = Matcher(Weights().only("surface"))
    kept = prune(story, "Who sold the mill ?".split(), most=DUORC, match=match)
    assert kept.tolist() == [True, False, False, True, False, False]
    kept = prune(story, "To whom did Marta sell her watermill ?".split(), matcher().story(story.words))
    assert kept[3]
    assert np.diff(story.sentences)[kept].sum() <= 0.5 * len(story)


@pytest.mark.parametrize(
    ("word", "told", "matches"),
    [
        ("mill", "mill", True),
        ("rivers", "river", True),  # a form of it
        ("buy", "purchase", True),  # in one synset
        ("car", "train", True),  # near by vectors
        ("dog", "organism", False),  # a hypernym
        ("destroyer", "destruction", False),  # derived
    ],
)
def test_duorcs_rule_has_four_kinds_of_match(word, told, matches):
    relation = duorc_matcher().relate([word], ["zzz", told])
    assert relation.positions.tolist() == ([1] if matches else [])


def test_duorcs_rule_takes_half_of_the_words_else_thirty_percent():
    story = tokens("Marta purchased mills. Ben slept. Marta wept in the rain.")
    match = duorc_matcher()

    def kept(question):
        return prune(story, question.split(), most=DUORC, match=match).tolist()

    assert kept("Who bought the mill ?") == [True, False, False]
    assert kept("Why did Marta weep loudly beside xylophones ?") == [False, False, True]
    assert kept("Did Marta eat xylophones ?") == [True, False, True]
