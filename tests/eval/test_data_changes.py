"""Changes of real stories and questions that must not change an answer."""

import random
from dataclasses import replace

import pytest

from eval.data_changes import CHANGES, doubled, exchanged, left_out, neighbouring, slipped, turned
from eval.invariance import changed_shares, sampled, share, table
from symbolic_rc.core.record import Question, Record
from symbolic_rc.question.normalize import NEIGHBOURS, clause_behind
from symbolic_rc.readers import ReaderOptions, load_reader

TEXT = "Laura sold the wheel in Paris. Laura was not happy when it rained. Bo Finch left for Paris."
RECORD = Record(
    "one",
    TEXT,
    (
        Question("1", "Who sold the wheel in Paris?", tags={"context": "0-31"}),
        Question("2", "Why was Laura not happy when it rained?", tags={"context": "31-67,67-92"}),
        Question("3", "Where's Bo Finch?"),
    ),
)
OTHER = Record("two", "In May an old ship came into the harbour with a load of salt. It sank.")


def changed(name, record=RECORD):
    return CHANGES[name](record, OTHER, random.Random(1))


def test_a_name_is_exchanged_everywhere_and_back():
    made = changed("another name")
    new = next(name for name, old in made.back.items() if old == "Laura")
    assert "Laura" not in made.record.text
    assert made.record.text.startswith(new)
    assert new in made.record.questions[1].text
    assert made.answers_as(("Laura",), (new,))
    assert not made.answers_as(("Bo Finch",), (new,))


def test_parts_of_the_story_that_questions_name_move_along():
    made = changed("another place")
    text, told = made.record.text, made.record.questions[1].tags["context"].split(",")
    start, end = map(int, told[1].split("-"))
    assert "Paris" not in text
    assert text[start:end] == " Bo Finch left for " + text[-7:].split()[-1] or text[start:end].endswith(".")
    assert end == len(text)


def test_a_sentence_of_another_story_is_added():
    made = changed("a sentence more")
    assert made.record.text.startswith(TEXT)
    assert "harbour" in made.record.text


@pytest.mark.parametrize(
    "name", ["lower case", "capitals", "no question mark", "a clause turned", "a typing error"]
)
def test_questions_that_a_change_leaves_alone_are_not_asked(name):
    made = changed(name)
    before = {question.id: question.text for question in RECORD.questions}
    assert made.record.text == TEXT
    assert made.record.questions
    assert all(question.text != before[question.id] for question in made.record.questions)


def test_clauses_turn_and_turn_back():
    asked = "Why was Laura not happy when it rained?"
    assert turned(asked) == "When it rained, why was Laura not happy?"
    assert clause_behind(turned(asked)) == asked
    assert turned("Who left?") == "Who left?"
    assert changed("a clause turned", replace(RECORD, questions=RECORD.questions[:1])) is None


def test_slips_are_one_slip():
    rng = random.Random(3)
    assert exchanged("abb", rng) == "abb"
    assert sorted(exchanged("wheel", rng)) == sorted("wheel")
    assert len(left_out("wheel", rng)) == 4
    assert len(doubled("wheel", rng)) == 6
    assert neighbouring("wheel", rng)[0] == "w"
    assert slipped("Who is he?", rng) == "Who is he?"
    assert all(one in NEIGHBOURS[two] for one in NEIGHBOURS for two in NEIGHBOURS[one])


def test_shares_are_counted_over_what_could_be_changed():
    pairs = list(sampled([RECORD, replace(RECORD, id="three")], 4))
    assert sum(len(record.questions) for record, _ in pairs) == 4
    reader = load_reader("symbolic:rules", ReaderOptions())
    found = changed_shares(reader, pairs, ["capitals", "a clause turned"])
    assert found["capitals"][1] == 4
    assert "| capitals | 0.0 (4) |" in table({"rules": found})
    assert share(1, 4) == 25.0
    assert share(0, 0) == 0.0
