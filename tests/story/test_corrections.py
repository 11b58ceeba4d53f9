"""Corrections relink words and change facts, and nothing else."""

import pickle

import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.engine import Engine
from symbolic_rc.story import Story
from symbolic_rc.story.corrections import Correction, parse_corrections, to_toml

TEXT = "Ada met Mina. She sold the mill to Bo.\nHer brother left. The mill was old."


def test_without_corrections_nothing_changes():
    for record in [one for one in read("examples") if isinstance(one, Record)][:4]:
        story = Story(record)
        same = story.with_corrections([])
        assert (same.resolution, tuple(same.facts)) == (story.resolution, tuple(story.facts))


def test_words_mean_another_or_nobody_else():
    story, engine = Story.from_text(TEXT), Engine(weights=None)
    other = story.with_corrections([Correction("She", "Mina", sentence=2)])
    alone = story.with_corrections([Correction("She"), Correction("Her")])
    answers = [engine.answer(one, "Who sold the mill?").text for one in (story, other, alone)]
    assert answers[:2] == ["Ada", "Mina"]
    assert answers[2] not in answers[:2]
    assert len(alone.entities) == len(story.entities) + 2
    assert all(entity.id == number for number, entity in enumerate(alone.entities))
    sent = pickle.loads(pickle.dumps(other))
    assert (sent.entities, tuple(sent.facts)) == (other.entities, tuple(other.facts))


def test_a_removed_fact_takes_what_follows_from_it_along():
    story = Story.from_text(TEXT)
    less = story.with_corrections([Correction(remove="sell(ARG1=the mill)")])
    assert {fact.predicate for fact in story.facts} >= {"sell", "buy"}
    assert {"sell", "buy"}.isdisjoint(fact.predicate for fact in less.facts)


def test_a_file_holds_what_was_written(tmp_path):
    given = (Correction("She", "Mina", sentence=2), Correction("Her"), Correction(add='say(ARG0=Ada, "x")'))
    (tmp_path / "fix.toml").write_text(to_toml(given), encoding="utf-8")
    assert parse_corrections(tmp_path / "fix.toml") == given


@pytest.mark.parametrize("text", ["x = 1", "[[correction", "[[correction]]\nwords = 'a'\nadd = 'b(ARG0=c)'"])
def test_a_malformed_file_is_an_error(text):
    with pytest.raises(DataError, match=r"no TOML|\[\[correction\]\]|correction 1"):
        parse_corrections(text)
