"""The options that questions name, however they name them."""

import pytest

from symbolic_rc.question.query import read_query


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Is Nora or Ulf taller?", ("Nora", "Ulf")),
        ("Which is cheaper, the old plough or the new plough?", ("the old plough", "the new plough")),
        ("Which team won, the Hawks, the Owls, or the Larks?", ("the Hawks", "the Owls", "the Larks")),
        ("Nora, Ulf or Karl: who is tallest?", ("Nora", "Ulf", "Karl")),
        ("Between Nora and Ulf, who is taller?", ("Nora", "Ulf")),
        ("Which of Nora and Ulf is older?", ("Nora", "Ulf")),
        ("Which of the two, Nora or Ulf, is older?", ("Nora", "Ulf")),
        ("Did the king or the queen die first?", ("the king", "the queen")),
        ("Is silver or gold heavier?", ("silver", "gold")),
        ("Was Nora there or was Ulf?", ("Nora", "Ulf")),
        ("Would you say Nora or Ulf is kinder?", ("Nora", "Ulf")),
        ("Was it Nora or Ulf who sold the barn?", ("Nora", "Ulf")),
        ("Was the gate red, green or blue?", ("red", "green", "blue")),
        ("Is Nora taller or shorter than Ulf?", ("taller", "shorter")),
        ("Does Nora live in Oslo or in Rome?", ("in Oslo", "in Rome")),
        ("Did Nora travel to New York or Rome in May?", ("New York", "Rome")),
        ("Did Nora sell or buy the barn?", ("sell", "buy")),
        ("Was the king kind or cruel to his people?", ("kind", "cruel")),
        ("Tea or coffee?", ("Tea", "coffee")),
        ("Is it cold or not?", ()),
        ("Who bought the cat or dog?", ()),
        ("Who sold the barn?", ()),
    ],
)
def test_options(question: str, options: tuple[str, ...]) -> None:
    assert read_query(question).options == options
