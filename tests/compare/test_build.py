from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from symbolic_rc.compare.build import Views, build, unanswered
from symbolic_rc.compare.comparison import CompareOptions
from symbolic_rc.compare.slices import Named, Parts, group, own_slice
from symbolic_rc.compare.systems import System
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.metrics import metrics_for

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


def compared(stories, systems, own=(), missing="leave-out"):
    return build(
        "mills",
        stories,
        systems,
        metrics_for("quoref"),
        Views(slices=own),
        options=CompareOptions(missing, resamples=400),
    )


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
    tags = [Named(f"tag {i}", lambda values: True) for i in range(60)]
    found = compared(stories, [system("a", stories, set()), system("b", stories, set(range(60)))], tags)
    assert all(one.significant for one in found.slices if one.field.startswith("tag"))


def test_a_slice_in_which_systems_differ_is_found(stories):
    odd = {i for i in range(120) if i % 2}
    found = compared(
        stories, [system("a", stories, set()), system("b", stories, odd)],
        [Named("mine", lambda values: values["question_word"] == "who")],
    )  # fmt: skip
    by_name = {one.name: one for one in found.slices}
    assert by_name["question_word: who"].significant
    assert by_name["mine"].scores == (100.0, 0.0)
    assert not by_name["question_word: what"].significant


def test_precision_at_recall_rises_when_a_system_knows_what_it_knows(stories):
    found = compared(stories, [system("a", stories, set(range(0, 120, 2)), scores=True)])
    (curve,) = found.curves
    assert curve.system == "a"
    assert curve.points[0].precision == 100.0
    last = curve.points[-1]
    assert (last.recall, last.precision, last.score) == (1.0, 50.0, 50.0)
    assert found.pairs == ()


def test_a_missing_prediction_is_left_out_and_never_a_refusal(stories):
    refused = [
        replace(record, questions=(replace(record.questions[0], references=((),)),)) for record in stories[:8]
    ]
    full = System("full", Path("full"), {f"q{i}": () for i in range(8)})
    part = System("part", Path("part"), {f"q{i}": ("Ada",) for i in range(3)})
    found = compared(refused, [full, part])
    assert (found.questions, found.of, found.subset) == (3, 8, True)
    assert found.asked() == "3 of 8 questions; 5 left out: no prediction by part (5)"
    assert [row.scores[1].score for row in found.metrics] == [0.0, 0.0]
    wrong = compared(refused, [full, part], missing="wrong")
    assert [tuple(one.score for one in row.scores) for row in wrong.metrics] == [(100.0, 0.0), (100.0, 0.0)]
    assert wrong.asked() == "8 questions; counted as wrong, no prediction by part (5)"


def test_systems_that_share_no_question_are_told_so(stories):
    apart = [System(name, Path(name), {f"q{i}": ("Ada",)}) for i, name in enumerate("ab")]
    with pytest.raises(SymbolicRCError, match=r"no question has .* by every system .*--missing wrong"):
        compared(stories, apart)
    with pytest.raises(SymbolicRCError, match="there are: leave-out, wrong"):
        compared(stories, apart, missing="refused")


@pytest.mark.parametrize(
    "format", ["quoref", "squad", "narrativeqa", "duorc", "fairytaleqa", "mctest", "jsonl"]
)
@pytest.mark.parametrize("references", [((),), (("Ada",),), ((), ("Ada",)), (("",),)])
def test_no_metric_gives_points_for_a_missing_prediction(format, references):
    question = Question("q", "Who?", references)
    for metric in metrics_for(format):
        if metric.applies(question):
            assert metric.score(unanswered(metric, question)) < 1e-6, metric.name


def test_tenths_of_a_number_and_what_is_up_to_each(stories):
    right = system("a", stories, {i for i in range(120) if i % 7 > 3})
    found = compared(stories, [right, system("b", stories, set())], [Parts("story_words", 4)])
    sizes = {one.name: one for one in found.slices if one.field == "story_words"}
    parts = [one for name, one in sizes.items() if ": part " in name]
    upto = [one for name, one in sizes.items() if ": up to " in name]
    assert sum(one.count for one in parts) == 120
    assert [one.count for one in upto] == np.cumsum([one.count for one in parts]).tolist()
    assert parts[0].scores[0] == 100.0
    assert parts[-1].scores[0] == 0.0
    assert upto[-1].scores[0] == found.metrics[1].scores[0].score
    assert any("highest 5%" in name for name in sizes)


def test_parts_are_of_fields_that_hold_numbers(stories):
    assert own_slice("answer_at:10", ["answer_at"]) == Parts("answer_at", 10)
    for text, message in (
        ("size:10", "no field 'size'"),
        ("answer_at:x", "field:count"),
        ("answer_at:1", "a count from 2 to 1,000"),
    ):
        with pytest.raises(SymbolicRCError, match=message):
            own_slice(text, ["answer_at"])
    with pytest.raises(SymbolicRCError, match="holds no number"):
        compared(stories, [system("a", stories, set())], [Parts("question_word", 10)])


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
