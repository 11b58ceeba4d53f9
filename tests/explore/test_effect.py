import numpy as np
import pytest

from symbolic_rc.explore.workbench import RulebookAnswers, effect, encode_rulebook
from symbolic_rc.rules.rulebook import default_rulebook


def effect_of(bench, book):
    job = bench.rerun("", encode_rulebook(book))
    job.wait(120)
    assert job.error == ""
    return job.result


def test_the_same_book_changes_nothing_and_answers_as_the_run(bench):
    found = effect_of(bench, default_rulebook())
    assert found.figures[0] == found.figures[1]
    assert found.rules == ()
    answers = bench.data.systems[0].answers
    assert list(found.before.texts) == [answers[one.question.id] for one in bench.data.asked]
    assert found.before.rules == bench.data.rules


@pytest.fixture(scope="module")
def worse(bench):
    book = default_rulebook()
    book.disable(*(name for name in book.names if name != "nearest-phrase"))
    return effect_of(bench, book)


def test_what_turns_right_and_wrong_is_counted(bench, worse):
    right = worse.after.right.astype(int) - worse.before.right.astype(int)
    assert sorted(np.flatnonzero(right > 0)) == list(worse.turned_right)
    assert sorted(np.flatnonzero(right < 0)) == list(worse.turned_wrong)
    assert worse.turned_wrong
    assert sum(one.turned_right for one in worse.rules) == len(worse.turned_right)
    assert sum(one.turned_wrong for one in worse.rules) == len(worse.turned_wrong)
    stated = next(one for one in worse.rules if one.rule == "stated")
    assert stated.decided[1] == 0
    assert stated.decided[0] == worse.before.rules.count("stated")


def test_what_rules_add_is_the_whole_difference(worse):
    change = worse.figures[1] - worse.figures[0]
    assert change < 0
    assert worse.difference.score == pytest.approx(change)
    assert worse.difference.low <= change <= worse.difference.high
    added = [one.difference for one in worse.rules if one.difference is not None]
    assert sum(one.score for one in added) == pytest.approx(change)


def test_running_again_keeps_stories_and_cases(bench, worse, monkeypatch):
    def never(*given):
        raise AssertionError("a story was read again")

    monkeypatch.setattr(bench.stories, "read", never)
    book = default_rulebook()
    book.disable("quantity")
    assert effect_of(bench, book).after.points.shape == worse.after.points.shape


def test_no_question_decided_is_no_rule(bench):
    n = len(bench.data.asked)
    statistics = bench.data.table.statistics[0]
    points = bench.data.points[0]
    one = RulebookAnswers(((),) * n, ("",) * n, statistics * 0, points * 0)
    other = RulebookAnswers((("Ada",),) * n, ("stated",) * n, statistics, points)
    found = effect(bench.data, one, other, ["stated"])
    assert [(row.rule, row.decided) for row in found.rules] == [("stated", (0, n)), ("", (n, 0))]
