"""How alike words of answers and candidates are."""

from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.ranker.choices import _alike

words = st.sampled_from("mill door sea goose gold ring".split())


@given(st.lists(st.sets(words), min_size=1, max_size=4), st.lists(st.lists(words, max_size=5), max_size=4))
def test_dice_counts_shared_words_once(ours, theirs):
    found = _alike(ours, theirs)
    expected = [
        [2 * len(own & set(other)) / max(1, len(own) + len(other)) for other in theirs] for own in ours
    ]
    assert found.tolist() == expected
