import random

import pytest

from eval.fuzz import files, questions
from symbolic_rc.datasets import read


@pytest.mark.parametrize("change", questions.MUTATIONS, ids=lambda one: one.__name__)
def test_each_mutation_takes_any_question(change):
    for seed, text in enumerate(["Who sold the mill?", "?", "what", "Ада", "a" * 300]):
        assert isinstance(change(text, random.Random(seed)), str)


def test_the_same_seed_makes_the_same_questions():
    assert questions.sample(50, 3) == questions.sample(50, 3)
    assert len(set(questions.sample(50, 3))) > 30


@pytest.mark.parametrize("change", files.CHANGES, ids=lambda one: one.__name__)
def test_each_change_takes_any_file(change):
    for number, seed in enumerate([*files.seeds(None), files.Seed("x", b"")]):
        assert isinstance(change(seed.content, random.Random(number)), bytes)


def test_the_files_that_are_damaged_are_whole_before(tmp_path):
    read_whole = 0
    for seed in files.seeds(None):
        if seed.name.startswith(("jsonl", "squad", "quoref", "a.", "duorc")):
            (tmp_path / seed.name).write_bytes(seed.content)
            read_whole += len(list(read(tmp_path / seed.name)))
    assert read_whole >= 10


def test_damaged_files_end_in_records_or_in_one_line():
    report = files.run(300, 5, None)
    assert report.cases == 300
    assert report.findings == []


def test_a_finding_is_told(monkeypatch, tmp_path, capsys):
    def broken(path, order=None):
        raise KeyError("id")

    monkeypatch.setattr(files, "read_system", broken)
    report = files.run(2, 5, None, tmp_path)
    assert len(report.findings) == 2
    assert "KeyError" in report.findings[0].error
    assert len(list(tmp_path.iterdir())) == 2
    assert "2 findings" in str(report)
