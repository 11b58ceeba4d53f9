"""The pools that answers are ranked in, and the mean reciprocal rank over them."""

import numpy as np
import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.metrics import MRR, AnswerPool


def asked(*references):
    return Question("q", "?", tuple((one,) for one in references))


QUESTIONS = (
    asked("a mill", "the old mill"),
    asked(),
    asked("Ada", "Ada Holm"),
    asked("Ada .", "ada"),
    asked("rain", "a mill"),
)
POOL = AnswerPool.of(QUESTIONS)


def one(metric, scores, number):
    return float(metric.statistics(POOL, scores, number, QUESTIONS[number])[0])


def test_the_pool_has_one_answer_a_question_first_and_then_the_others_once():
    assert POOL.texts == ("a mill", "Ada", "Ada .", "rain", "the old mill", "Ada Holm", "ada")
    assert POOL.own == (0, -1, 1, 2, 3)
    assert POOL.firsts == 4


@pytest.mark.parametrize(
    ("scores", "number", "value"),
    [
        ([3, 2, 1, 0, 9, 9, 9], 0, 1.0),  # the second references are not in it
        ([3, 4, 5, 0, 0, 0, 0], 0, 1 / 3),
        ([0, 1, 1, 0, 0, 0, 0], 2, 1.0),  # another question's same answer ties
        ([0, 1, 2, 0, 0, 0, 0], 2, 0.5),  # and counts where it ranks above
        ([1, 0, 0, 1, 0, 0, 0], 4, 1.0),  # the answer of another that is this one's second reference
        ([1, 1, 1, 1, 1, 1, 1], 0, 1 / 2.5),
    ],
)
def test_one_answer_a_question(scores, number, value):
    assert one(MRR(), scores, number) == value


@pytest.mark.parametrize(
    ("scores", "number", "value"),
    [
        ([0, 1, 1, 1, 2, 1, 1], 0, 1.0),
        ([0, 3, 3, 0, 0, 2, 0], 2, 1.0),
        ([5, 3, 3, 0, 0, 2, 0], 2, 0.5),
    ],
)
def test_all_references(scores, number, value):
    assert one(MRR("references"), scores, number) == value


def test_a_reader_that_scores_by_the_answer_itself_is_never_wrong():
    for number, question in enumerate(QUESTIONS):
        if question.references:
            right = {" ".join(one).lower().rstrip(" .") for one in question.references}
            scores = [float(text.lower().rstrip(" .") in right) for text in POOL.texts]
            assert one(MRR(), scores, number) == 1.0
            assert one(MRR("references"), scores, number) == 1.0


def test_the_signatures_differ():
    assert MRR().name == "mrr"
    assert MRR("references").name == "mrr_references"
    assert MRR().signature != MRR("references").signature


def test_mrr_is_a_mean():
    assert MRR().score([[1.0, 1.0], [0.5, 1.0]]) == 0.75


def test_chance_has_the_harmonic_mean():
    random = np.random.default_rng(0)
    questions = [asked(str(i)) for i in range(30)]
    pool = AnswerPool.of(questions)
    found = [MRR().statistics(pool, random.random(30), i % 30, questions[i % 30]) for i in range(6000)]
    assert MRR().score(found) == pytest.approx(sum(1 / i for i in range(1, 31)) / 30, abs=0.006)
