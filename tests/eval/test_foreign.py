"""The table of sets that nothing was built on, over the formats' samples."""

import dataclasses

import pytest

from eval import foreign
from eval.figures.sources import SOURCES
from eval.figures.store import figures_in
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.in_memory.scoring import Scored
from tests.datasets.samples import SAMPLES, laid_out


def test_it_prints_each_set_beside_its_baseline(tmp_path, monkeypatch, capsys):
    path = laid_out(tmp_path, SAMPLES["boolq"])
    one = dataclasses.replace(foreign.SETS["BoolQ"], path=path.name)
    monkeypatch.setattr(foreign, "SETS", {"BoolQ": one})
    foreign.main(["--data", str(tmp_path), "--reader", "random", "--errors", "1"])
    printed = capsys.readouterr().out
    assert "BoolQ (1; accuracy, balanced_accuracy): random " in printed
    assert "; majority 100.0 / 100.0" in printed
    assert "mean: random " in printed


def test_calibration():
    asked = tuple(Question(str(n), "Who?", (("Ann",),)) for n in range(4))
    answers = {str(n): Answer(("Ann" if n else "Bo",), confidence=0.95) for n in range(4)}
    scored = Scored("mine", "squad", (Record("r", "Ann.", asked),), answers)
    rows = foreign.outcomes("squad", scored)
    assert foreign.calibration(rows) == (4, 75.0, pytest.approx(20.0))
    assert "0.9 to 1.0                       4   95.0   75.0" in list(foreign.reliability({"mine": rows}))


def test_what_is_printed_is_kept_as_figures():
    printed = (
        "HotpotQA, ten (298; em, f1): symbolic 26.0 / 32.9; sliding-window 1.0 / 8.9\nmean: symbolic 36.8\n"
        "symbolic, confidence of 0.9 and more: 10 answers, 70 % right; expected calibration error 8.9\n"
    )
    names = ("ten.symbolic", "ten.baseline", "ten.second")
    found = figures_in(printed, SOURCES["foreign"])
    assert [found[f"HotpotQA, {name}"] for name in names] == [26.0, 1.0, 32.9]
    assert (found["mean.symbolic"], found["symbolic.right"], found["symbolic.error"]) == (36.8, 70.0, 8.9)
