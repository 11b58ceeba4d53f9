from pathlib import Path

import numpy as np
import pytest
from markupsafe import Markup

from symbolic_rc.compare.build import build
from symbolic_rc.compare.fields import describe
from symbolic_rc.compare.groups import group
from symbolic_rc.compare.systems import System
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.metrics import metrics_for
from symbolic_rc.story import Story

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli"]


def records(count):
    for i in range(count):
        name = NAMES[i % 5]
        text = f"{name} kept the mill. " + "The river rose. " * (i % 7)
        questions = [Question(f"q{i}", f"{'Who' if i % 2 else 'What'} kept the mill?", ((name,),))]
        yield Record(f"s{i}", text, tuple(questions))


def system(name, stories, wrong, scores=False):
    """Right but for the questions in `wrong`."""
    answers = {
        question.id: ("nobody",) if i in wrong else question.references[0]
        for i, record in enumerate(stories)
        for question in record.questions
    }
    sure = {key: -float(i in wrong) - i / 1000 for i, key in enumerate(answers)} if scores else {}
    return System(name, Path(name), answers, dict.fromkeys(answers, "back-off") if scores else {}, sure)


def compared(stories, systems, tags=()):
    return build(
        "mills", stories, systems, metrics_for("quoref"),
        lambda record: describe(Story(record), record.questions), lambda *_: Markup(""), tags, resamples=400,
    )  # fmt: skip


@pytest.fixture(scope="module")
def stories():
    return list(records(120))


def test_scores_cells_and_the_oracle(stories):
    found = compared(
        stories, [system("a", stories, set(range(30))), system("b", stories, set(range(20, 60)))]
    )
    assert [row.scores[0].score for row in found.metrics] == [75.0, 75.0]
    assert found.main == "f1"
    assert [(cell.right, cell.count) for cell in found.cells] == [
        (("a", "b"), 60), (("a",), 30), (("b",), 20), ((), 10),
    ]  # fmt: skip
    assert found.oracle == pytest.approx(100 * 110 / 120)
    assert {example.cell for example in found.examples} == {cell.name for cell in found.cells}


def test_identical_systems_differ_nowhere(stories):
    same = [system(name, stories, set(range(0, 120, 3))) for name in "ab"]
    found = compared(stories, same)
    assert [pair.p for pair in found.pairs] == [1.0]
    assert not any(one.significant for one in found.slices)
    assert all(one.p == 1.0 for one in found.slices)


def test_small_random_changes_are_not_called_significant(stories):
    generator = np.random.default_rng(0)
    false = 0
    for _ in range(20):
        wrong = set(range(0, 120, 3))
        changed = wrong ^ set(generator.choice(120, 2, replace=False).tolist())
        found = compared(stories, [system("a", stories, wrong), system("b", stories, changed)])
        false += any(one.significant for one in found.slices)
    assert false <= 2


def test_many_slices_do_not_hide_a_difference_by_too_few_resamples(stories):
    tags = [(f"tag {i}", lambda values: True) for i in range(60)]
    found = compared(stories, [system("a", stories, set()), system("b", stories, set(range(60)))], tags)
    assert all(one.significant for one in found.slices if one.field.startswith("tag"))


def test_a_slice_in_which_systems_differ_is_found(stories):
    odd = {i for i in range(120) if i % 2}
    found = compared(
        stories, [system("a", stories, set()), system("b", stories, odd)],
        [("mine", lambda values: values["question_word"] == "who")],
    )  # fmt: skip
    by_name = {one.name: one for one in found.slices}
    assert by_name["question_word: who"].significant
    assert by_name["mine"].scores == (100.0, 0.0)
    assert not by_name["question_word: what"].significant


def test_coverage_rises_when_a_system_knows_what_it_knows(stories):
    found = compared(stories, [system("a", stories, set(range(0, 120, 2)), scores=True)])
    ((name, curve),) = found.coverage
    assert name == "a"
    assert curve[0][1] == 100.0
    assert curve[-1] == (1.0, 50.0)
    assert found.pairs == ()


def test_missing_and_unknown_ids_are_named(stories):
    partial = System("a", Path("a"), {"q0": ("Ada",), "zz": ("x",)})
    (summary,) = compared(stories, [partial]).systems
    assert (summary.answered, len(summary.missing), summary.unknown) == (2, 119, ("zz",))


def test_numbers_fall_into_bands_and_values_into_groups():
    fields = [{"size": i, "kind": "x" if i < 4 else None, "question": "?"} for i in range(9)]
    found = group(fields, ["r"] + [""] * 8)
    assert found["kind", "x"] == [0, 1, 2, 3]
    sizes = [members for (name, _), members in found.items() if name == "size"]
    assert sizes == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert ("size", "3 to 5") in found
    assert found["rule", "r"] == [0]


def test_without_gold_answers_there_is_nothing_to_compare():
    with pytest.raises(SymbolicRCError, match="nothing to compare"):
        compared([Record("s", "x", (Question("q", "Who?"),))], [System("a", Path("a"), {"q": ("x",)})])
