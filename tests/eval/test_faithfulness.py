"""Faithfulness measures what it says: on a tiny sample, by stories whose proofs are known."""

from __future__ import annotations

import numpy as np
import pytest

from eval import faithfulness as F
from eval.figures.sources import SOURCES
from eval.figures.store import figures_in
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.trace import Evidence
from symbolic_rc.examples import folder
from symbolic_rc.story import Story

TEXT = "Ada Holm sold the wheel. Karl is a baker. In the spring Mina gave the key to Otto."
GAVE = Question("1", "Who gave the key to Otto?", (("Mina",),))
FAMILY = "Bo's son Karl sold the mill. Ada saw Karl, and Ada liked Karl."
FATHER = Question("3", "Who is Karl's father?", (("Bo",),))
SEA = Question("2", "What about the sea?", (("nothing",),))


def measured(*questions: Question, text: str = TEXT, reader: str = "symbolic:rules") -> F.Measured:
    return F.measure(Record("s", text, questions), "quoref", F.engine_of(reader))


def test_a_fact_told_once_is_sufficient_and_comprehensive() -> None:
    found = measured(GAVE)
    ((row,),) = found.passed.values()
    assert list(found.passed) == ["stated"]
    assert row == dict.fromkeys(F.CHECKS, True), "another rule over facts proves the same"


def test_shares_are_of_answers_and_causes_of_rules_over_facts() -> None:
    found = measured(GAVE, SEA)
    assert (found.counts["questions"], found.counts["answers"], found.counts["rules alone"]) == (2, 2, 2)
    assert found.counts["facts removed"] == 0
    reverse = F.with_rules(F.engine_of("symbolic:rules"), list(F.engine_of("symbolic:rules").rules)[::-1])
    changed = [
        reverse.answer(Story.from_text(TEXT), q).text != right
        for q, right in ((GAVE, "Mina"), (SEA, "Ada Holm"))
    ]
    assert found.counts["reversed"] == sum(changed)
    rows = {rule: rows for rule, (rows,) in found.passed.items()}
    assert "causal" in rows["stated"]
    assert "causal" not in rows["frequent-entity"]
    assert found.figures()["causal"] == 100
    found.counts["facts removed"] = 1
    assert found.figures()["facts removed"] == 50


def test_an_answer_that_only_facts_give_changes_without_them() -> None:
    found = measured(FATHER, text=FAMILY)
    without = F.engine_of("symbolic:rules").answer(Story.from_text(FAMILY).without("graph"), FATHER)
    assert found.counts["facts removed"] == 1
    assert found.counts["empty graph"] == (without.text != "Bo")
    alone = F.removed(Record("s", FAMILY, (FATHER,)), "squad", F.engine_of("symbolic:rules"))
    assert alone.counts == {"questions": 1, "answers": 1, "facts removed": 1}
    assert list(F.report("symbolic:rules", "bipar", alone)) == [
        "symbolic:rules on bipar: questions 1, facts removed 100.0"
    ]


@pytest.mark.parametrize(("text", "question", "is_cause"), [(TEXT, GAVE, False), (FAMILY, FATHER, True)])
def test_that_word_distance_gives_the_same_is_no_cause(text: str, question: Question, is_cause: bool) -> None:
    engine = F.engine_of("symbolic:rules")
    whole = engine.answer(Story.from_text(text), question)
    over_words = [rule for rule in engine.rules if not F.rests_on_facts(rule)]
    engine = F.with_rules(engine, [engine.rules[whole.rule], *over_words])
    (case,) = engine.cases(Story.from_text(text), [question])
    answer, other = F.settled(engine, case), F.settled(F.with_rules(engine, over_words), case)
    assert (answer.text, answer.rule) == (question.references[0][0], whole.rule)
    assert F.is_causal(engine, case, answer) == (other.text != answer.text) == is_cause


def test_whether_the_ranker_was_run_is_counted() -> None:
    assert measured(GAVE, SEA).counts["rules alone"] == 2, "there is no ranker"
    assert measured(SEA, reader="symbolic").counts["rules alone"] == 0


def test_layers_that_are_off_are_measured() -> None:
    question = Question("1", "What colour was the mill?", (("red",),))
    found = measured(question, text="Ada kept the old red mill. She sang. Otto saw a green boat.")
    assert set(found.without) == {"frames", "coreference", "graph"}
    assert np.array(found.whole).shape == np.array(found.without["graph"]).shape
    assert found.counts["empty graph"] == 1
    assert "without graph -100.00" in list(F.report("symbolic:rules", "tiny", found))[-1]


def test_what_is_printed_is_what_the_store_keeps() -> None:
    total = F.Measured("quoref")
    for question in (GAVE, SEA):
        total.add(measured(question))
    assert total.counts == measured(GAVE, SEA).counts
    kept = figures_in("\n".join(F.report("symbolic:rules", "quoref", total)), SOURCES["faithfulness"])
    assert kept == {
        f"symbolic:rules.quoref.{name}": pytest.approx(value, abs=0.05)
        for name, value in total.figures().items()
    }


def test_any_number_of_processes_finds_the_same(data_dir, capsys) -> None:
    found = []
    for jobs in ("1", "2"):
        options = ["--questions", "4", "--sets", "quoref", "--readers", "symbolic:rules"]
        F.main(["--data", str(data_dir), *options, "--jobs", jobs])
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]
    assert found[0].startswith("symbolic:rules on quoref: questions 4, ")


def test_sentences_and_what_is_between_them() -> None:
    evidence = [Evidence(7, 9), Evidence(2, 5), Evidence(2, 3, "predicate"), Evidence(2, 5)]
    assert F.sentences_of(evidence) == [(2, 5), (7, 9)]
    assert F.rest([(2, 5), (7, 9)], 12) == [(0, 2), (5, 7), (9, 12)]


def test_a_sample_has_so_many_questions_and_is_the_same_again() -> None:
    once, again = (F.sample(folder(), "jsonl", "", 25, 3) for _ in range(2))
    assert sum(len(record.questions) for record in once) == 25
    assert [record.id for record in once] == [record.id for record in again]
