"""Which stories are learned from: by their names, whatever their order."""

import pytest

from symbolic_rc.core.record import Question, Record
from symbolic_rc.neural.settings import DataSubset, NeuralSettings, fold_of, is_held_out

RECORDS = [Record(f"s{i}", "text", (Question("q", "Who?", (("a",),)),) * 2) for i in range(400)]


def names(part, records=RECORDS):
    return {record.id for record in part.select(records)}


def test_a_smaller_share_is_part_of_a_larger_one_whatever_the_order():
    small, large = names(DataSubset(share=0.1)), names(DataSubset(share=0.5))
    assert small < large
    assert 20 < len(small) < 60
    assert names(DataSubset(share=0.1), RECORDS[::-1]) == small
    assert names(DataSubset(share=0.1, seed=1)) != small


def test_a_small_share_is_held_out():
    for seed in range(3):
        records = list(DataSubset(share=0.05, seed=seed).select(RECORDS))
        aside = [record for record in records if is_held_out(record, 0.4)]
        assert 0.15 < len(aside) / len(records) < 0.65


def test_every_story_is_left_out_of_one_fold():
    left = [names(DataSubset()) - names(DataSubset(folds=3, fold=fold)) for fold in range(3)]
    assert sum(map(len, left)) == 400
    assert set.union(*left) == names(DataSubset())
    assert all(fold_of(record, 3) == next(i for i in range(3) if record.id in left[i]) for record in RECORDS)


def test_the_folds_are_those_of_the_engine():
    from symbolic_rc.train.ranker.fit import TrainingSet

    records = [Record("a", "x", title="One"), Record("b", "x", title="One"), Record("c", "x")]
    engine = TrainingSet(stories=["a", "b", "c"], records={record.id: record for record in records})
    assert [fold_of(record, 5) for record in records] == [engine.fold(i, 5) for i in range(3)]


def test_the_limit_is_of_questions():
    found = list(DataSubset(limit=5).select(RECORDS))
    assert [len(record.questions) for record in found] == [2, 2, 1]


def test_little_data_is_gone_through_more_often():
    settings = NeuralSettings(epochs=10, stories=10, least_updates=100)
    assert settings.epoch_factor(1000) == 1
    assert settings.epoch_factor(25) == pytest.approx(100 / 30)
    assert NeuralSettings(least_updates=0).epoch_factor(1) == 1
