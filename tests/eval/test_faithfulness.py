"""Faithfulness measures what it says: on a tiny sample, by stories whose proofs are known."""

from __future__ import annotations

import numpy as np

from eval.faithfulness import CHECKS, maker, measure, report, rest, sample, sentences_of
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.trace import Evidence
from symbolic_rc.examples.place import folder

TEXT = "Ada Holm sold the wheel. Karl is a baker. In the spring Mina gave the key to Otto."


def test_a_fact_told_once_is_sufficient_and_comprehensive() -> None:
    question = Question("1", "Who gave the key to Otto?", (("Mina",),))
    found = measure([Record("s", TEXT, (question,))], "quoref", maker("symbolic:rules", "quoref"))
    ((row,),) = found.passed.values()
    assert list(found.passed) == ["stated"]
    assert {check: row[check] for check in CHECKS[:3]} == {
        "replayed": True, "sufficient": True, "comprehensive": True,
    }  # fmt: skip
    assert not row["causal"], "the same fact is found by a looser rule"


def test_layers_that_are_off_are_measured() -> None:
    question = Question("1", "What colour was the mill?", (("red",),))
    text = "Ada kept the old red mill. She sang. Otto saw a green boat."
    found = measure([Record("s", text, (question,))], "quoref", maker("symbolic:rules", "quoref"))
    assert set(found.without) == {"frames", "coreference", "graph"}
    assert np.array(found.whole).shape == np.array(found.without["graph"]).shape
    lines = list(report("tiny", found))
    assert lines[0] == "tiny: 1 questions, 1 answers with a proof"
    assert "without graph -100.00" in lines[-1]


def test_sentences_and_what_is_between_them() -> None:
    evidence = [Evidence(7, 9), Evidence(2, 5), Evidence(2, 3, "predicate"), Evidence(2, 5)]
    assert sentences_of(evidence) == [(2, 5), (7, 9)]
    assert rest([(2, 5), (7, 9)], 12) == [(0, 2), (5, 7), (9, 12)]


def test_a_sample_has_so_many_questions_and_is_the_same_again() -> None:
    once, again = (sample(folder(), "jsonl", "", 25, 3) for _ in range(2))
    assert sum(len(record.questions) for record in once) == 25
    assert [record.id for record in once] == [record.id for record in again]
