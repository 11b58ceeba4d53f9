"""What a question may hold has limits, and costs no more than its length."""

import tracemalloc
from unittest import mock

import pytest

import symbolic_rc
from eval.first_things.robust import LARGE
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import LONGEST, MOST_CHOICES, Question, Record
from symbolic_rc.datasets import read, write
from symbolic_rc.question import normalize

TEXT = "Ada Holm sold the old mill to Bo Finch in 1902. Bo kept the wheel."


@pytest.fixture(scope="module")
def asked():
    engine = symbolic_rc.load()
    story = engine.read(TEXT)
    return lambda question: engine.answer(story, question)


@pytest.mark.parametrize("kind", LARGE)
def test_large_questions_are_answered(asked, kind):
    asked(LARGE[kind](1200))


def test_what_is_too_large_is_refused_by_name(asked):
    with pytest.raises(DataError, match=f"at most {LONGEST:,}"):
        asked("mill " * LONGEST)
    with pytest.raises(DataError, match=f"a choice has .* at most {LONGEST:,}"):
        asked(Question("q", "Who?", choices=("Ada", "mill " * LONGEST)))
    with pytest.raises(DataError, match=f"at most {MOST_CHOICES:,}"):
        asked(Question("q", "Who?", choices=("Ada",) * (MOST_CHOICES + 1)))


def test_a_file_with_such_a_question_names_it(tmp_path):
    path = tmp_path / "a.jsonl"
    write([Record("s", TEXT, (Question("big", "mill " * LONGEST),))], path, "jsonl")
    problem, record = read(path)
    assert not record.questions
    assert "big" in str(problem)
    assert f"at most {LONGEST:,}" in str(problem)


def test_nobody_looks_for_slips_in_a_word_of_thousands_of_letters():
    speller = normalize.Speller(TEXT)
    with mock.patch.object(normalize, "one_slip", side_effect=AssertionError):
        assert speller.corrected(f"Who sold the {'mill' * 2000}?")[1] == ()
    assert speller.corrected("Who sold the milll?")[1] == (("milll", "mill"),)


@pytest.mark.parametrize("kind", LARGE)
def test_memory_grows_with_the_length(asked, kind):
    peaks = []
    for size in (400, 1600):
        tracemalloc.start()
        asked(LARGE[kind](size))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 8 * peaks[0] + 2_000_000


def test_an_empty_question_is_an_error_that_says_so(asked):
    with pytest.raises(DataError, match="the question is empty"):
        asked("  ")
