"""Typing errors in questions, read by the story's words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.question.normalize import Speller, one_slip, two_slips

STORY = (
    "Thaddeus Krolik sold the wheel to Marguerite. The whole orchestra played, and he gave her a gold ring."
)


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("What did Thadeus sell?", "What did Thaddeus sell?"),
        ("Waht did Thaddeus sell?", "What did Thaddeus sell?"),
        ("Wat did Thaddeus sell?", "What did Thaddeus sell?"),
        ("Who bought the whel?", "Who bought the wheel?"),
        ("Who was givn a gold rign?", "Who was given a gold ring?"),
        ("What was Krolki's wheel?", "What was Krolik's wheel?"),
        ("Who did the orcehstra play for?", "Who did the orchestra play for?"),
        ("What didnt Thaddeus sell?", "What didn't Thaddeus sell?"),
        ("WHO BOUGHT THE WHEEEL?", "WHO BOUGHT THE WHEEL?"),
    ],
)
def test_a_typing_error_is_corrected_by_the_story(asked, read):
    assert Speller(STORY).corrected(asked)[0] == read


@pytest.mark.parametrize(
    "asked",
    [
        "Who sold the robot?",
        "Where is Grindelwald?",
        "Whose werewolf was sold?",
        "Who is the sorceress?",
        "",
        "R2-D2?",
    ],
)
def test_words_that_stand_in_no_story_are_left_alone(asked):
    assert Speller(STORY).corrected(asked) == (asked, ())


def test_a_name_is_only_read_as_a_name_of_the_story():
    assert Speller("The wheel broke.").corrected("Who is Wheeel?")[0] == "Who is Wheeel?"


def test_two_slips_need_a_long_word():
    assert Speller("Marguerite sang.").corrected("Who is Margurete?")[0] == "Who is Marguerite?"
    assert Speller("Bo sang of Lynn.").corrected("Who is Qynx?")[0] == "Who is Qynx?"


def test_capitals_are_those_of_the_story():
    speller = Speller("In May O'Brien's boat met Bo. The boat sank.")
    assert speller.with_capitals("what did bo see in o'brien's boat?") == "What did Bo see in O'Brien's boat?"
    assert speller.with_capitals("WHOSE BOAT SANK?") == "Whose boat sank?"
    assert speller.with_capitals("What did bo see?") == "What did bo see?"


@given(st.text("abc", min_size=1, max_size=6), st.text("abc", max_size=6))
def test_two_slips_are_two_times_one(word, other):
    once = {word, *one_slip(word)}
    twice = other in once or any(other in set(one_slip(one)) for one in once)
    # one exchange within which something else changed counts as more than two slips
    assert two_slips(word, other) <= twice
    assert two_slips(word, other) or other not in once
