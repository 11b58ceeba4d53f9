"""Pairs of questions whose answers differ."""

import json
from collections import Counter

import pytest

from eval.contrast import PAIRS, Pair, measured, pairs_of
from symbolic_rc.core.record import Answer, Question, Record

ENTRIES = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]


class Always:
    """Answers everything alike."""

    def answer_all(self, story, questions):
        return [Answer(("Ada",)) for _ in questions]


def test_a_pair_holds_ids_a_question_and_short_answers():
    assert Counter(entry["set"] for entry in ENTRIES) == {"quoref": 160, "narrativeqa": 114}
    assert len({entry["question"] for entry in ENTRIES}) == len(ENTRIES)
    for entry in ENTRIES:
        assert set(entry) == {"set", "story", "question", "text", "answers"}
        assert all(len(part.split()) <= 12 for answer in entry["answers"] for part in answer)


def test_both_sides_must_be_right_to_be_consistent():
    pairs = [
        Pair(Question("1", "Who sold it?", (("Ada",),)), Question("2", "Who bought it?", (("Bo",),))),
        Pair(Question("3", "Who left?", (("Ada",),)), Question("4", "Who came?", (("Ada", "Bo"),))),
    ]
    found = measured(Always(), [(Record("r", "Ada sold it to Bo."), pairs)])
    assert (found.count, found.first_f1, found.consistent) == (2, 100.0, 50.0)
    assert found.other_exact == 0.0


@pytest.mark.data
@pytest.mark.parametrize("name", ["quoref", "narrativeqa"])
def test_every_pair_finds_its_story_and_asks_for_something_else(data_dir, name):
    stories = list(pairs_of(name, data_dir))
    assert sum(len(pairs) for _, pairs in stories) == sum(entry["set"] == name for entry in ENTRIES)
    for record, pairs in stories:
        for pair in pairs:
            assert pair.first.text != pair.other.text
            assert not set(pair.first.references) & set(pair.other.references)
            assert all(part in record.text for answer in pair.other.references for part in answer)
