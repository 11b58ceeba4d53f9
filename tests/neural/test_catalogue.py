"""The list of readers and what they are made of agree."""

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.neural.catalogue import NEURAL, neural_entry
from symbolic_rc.readers import reader_names


def test_every_neural_reader_is_in_the_list_of_readers():
    listed = [name.removeprefix("neural:") for name in reader_names() if name.startswith("neural:")]
    assert listed == [entry.name for entry in NEURAL]


def test_only_readers_that_score_answers_choose_among_the_whole_vocabulary():
    assert neural_entry("uniform-reader").settings(whole_vocabulary=True).whole_vocabulary
    for name in ("as-reader", "bidaf", "seq2seq"):
        with pytest.raises(SymbolicRCError, match="only attentive-reader, impatient-reader, uniform-reader"):
            neural_entry(name).settings(whole_vocabulary=True)


def test_a_wrong_name_is_told_with_the_nearest():
    with pytest.raises(SymbolicRCError, match="did you mean as-reader"):
        neural_entry("as-raeder")
