"""SQuAD, DROP (Quoref), DuoRC, accuracy and reciprocal rank."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.record import Question
from symbolic_rc.metrics import Metric, metrics_for, reciprocal_rank
from symbolic_rc.metrics.accuracy import Accuracy
from symbolic_rc.metrics.drop import Drop, drop_em_and_f1, drop_normalised
from symbolic_rc.metrics.squad import DuoRC, Squad, exact_match, squad_normalised, token_f1


def asked(*references, **more):
    return Question("q", "?", tuple(one if isinstance(one, tuple) else (one,) for one in references), **more)


@pytest.mark.parametrize(
    ("prediction", "reference", "em", "f1"),
    [  # printed by SQuAD 2.0's functions, as transformers carries them
        ("The old mill!", "old mill", 1.0, 1.0),
        ("the mill-owner", "the mill owner", 0.0, 0.0),
        ("a grey mare", "four hundred crowns and a grey mare", 0.0, 0.5),
        ("Ann", "Ann and Bob", 0.0, 0.5),
    ],
)
def test_squad(prediction, reference, em, f1):
    assert exact_match(prediction, reference) == em
    assert token_f1(prediction, reference) == f1


def test_squad_takes_the_best_reference():
    question = asked("Bob", "old Bob Reed")
    assert Squad("em").value(("Old Bob Reed",), question) == 1.0
    assert Squad("f1").value(("Bob Reed",), question) == 0.8


def test_the_versions_of_squad_differ_on_empty_answers():
    assert token_f1("the", "a") == 0.0
    assert token_f1("the", "a", empty=True) == 1.0
    second = asked((), tags={"version": "2.0"})
    assert (Squad("em").value((), second), Squad("f1").value((), second)) == (1.0, 1.0)
    assert Squad("f1").value(("Bob",), second) == 0.0


@pytest.mark.parametrize(
    ("predicted", "gold", "em", "f1"),
    [  # worked out by the official script's rules; eval.parity compares thousands of stored figures
        (("Ann", "Bob"), ("Bob", "Ann"), 1.0, 1.0),
        (("Ann",), ("Bob", "Ann"), 0.0, 0.5),
        (("Ann Reed", "Bob"), ("Bob", "Ann"), 0.0, 0.83),
        (("3.0 miles",), ("3 miles",), 1.0, 1.0),
        (("3 miles",), ("4 miles",), 0.0, 0.0),
        (("miles",), ("4 miles",), 0.0, 0.0),
        (("4 miles",), ("miles",), 0.0, 0.67),
        (("the 12-year-old",), ("12 year old",), 1.0, 1.0),
        (("",), ("Bob",), 0.0, 0.0),
        (("Bob", "Bob"), ("Bob",), 0.0, 0.5),
    ],
)
def test_drop(predicted, gold, em, f1):
    assert drop_em_and_f1(predicted, gold) == (em, pytest.approx(f1))


def test_drop_for_no_answer():
    question = asked(())
    assert (Drop("em").value((), question), Drop("f1").value((), question)) == (1.0, 1.0)
    assert (Drop("em").value(("Bob",), question), Drop("f1").value(("Bob",), question)) == (0.0, 0.0)


def test_duorc_expects_na_where_there_is_no_answer():
    assert DuoRC("accuracy").value((), asked(())) == 1.0
    assert DuoRC("f1").value(("Bob",), asked(())) == 0.0


def test_duorcs_span_test_counts_spans_only():
    metrics = {metric.name: metric for metric in metrics_for("duorc")}
    assert set(metrics) == {"accuracy", "f1", "bleu", "span_accuracy", "span_f1", "span_bleu"}
    free = asked("Bob", tags={"span": "no"})
    assert metrics["f1"].applies(free)
    assert not metrics["span_f1"].applies(free)


def test_accuracy_looks_at_its_kind():
    choice = asked("the mill", choices=("the mill", "a cow"))
    assert Accuracy("choice").applies(choice)
    assert not Accuracy("cloze").applies(choice)
    assert Accuracy().value(("The  Mill",), choice) == 1.0
    assert Accuracy().value(("mill",), choice) == 0.0
    assert not Accuracy().applies(Question("q", "?"))


@pytest.mark.parametrize(
    ("scores", "correct", "value"),
    [
        ([3, 2, 1], {0}, 1.0),
        ([3, 2, 1], {2}, 1 / 3),
        ([3, 2, 1], {1, 2}, 0.5),
        ([1, 1, 0, 0], {0, 1}, 1.0),
        ([1, 1, 1, 0], {0, 1}, 0.75),
        ([2, 1, 1, 1], {1}, 1 / 3),
        ([1, 1, 1], {0}, 0.5),
        ([1], set(), 0),
    ],
)
def test_reciprocal_rank(scores, correct, value):
    assert reciprocal_rank(scores, correct) == value


@pytest.mark.parametrize(
    "form", ["quoref", "squad", "bipar", "duorc", "mctest", "cnn", "fairytaleqa", "jsonl", "babi"]
)
def test_every_metric_adds_up(form):
    question = asked("the old mill", tags={"span": "yes"}, choices=("the old mill", "rain"))
    for metric in metrics_for(form):
        assert isinstance(metric, Metric)
        assert str(metric) == metric.signature
        if not metric.applies(question):
            continue
        right, wrong = (metric.statistics((text,), question) for text in ("the old mill", "rain"))
        assert metric.score(right) == pytest.approx(100.0) or "BLEU" in str(metric)
        assert metric.score([right, wrong]) == metric.score(right + wrong)
        assert metric.scores(np.stack([right, wrong])).tolist() == [metric.score(right), metric.score(wrong)]


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_two_texts_can_be_compared(a, b):
    assert squad_normalised(squad_normalised(a)) == squad_normalised(a)
    assert drop_normalised(a) is not None
    em, f1 = drop_em_and_f1((a,), (b,))
    assert 0.0 <= f1 <= 1.0
    assert em in (0.0, 1.0)
    assert 0.0 <= token_f1(a, b) <= 1.0
    assert token_f1(a, b) == token_f1(b, a)
