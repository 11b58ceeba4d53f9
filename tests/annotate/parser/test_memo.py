"""What the parser saw before is known again, and nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.annotate.parser.memo import new_memo, place_of

atoms = st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4)


@given(st.lists(atoms, min_size=1, max_size=30))
def test_what_was_seen_is_known_until_something_else_takes_its_place(lists):
    memo = new_memo()
    held: dict[int, list[int]] = {}
    for seen in lists:
        place, known = place_of(memo, np.array(seen, np.uint32))
        assert 0 <= place < len(memo.values)
        assert known == (held.get(place) == seen)
        held[place] = seen


def test_the_order_of_atoms_counts():
    memo = new_memo()
    places = {place_of(memo, np.array(seen, np.uint32))[0] for seen in ([1, 2, 3], [3, 2, 1], [2, 1, 3])}
    assert len(places) == 3
