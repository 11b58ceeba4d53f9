"""Clauses behind semicolons are parsed apart and joined to trees without circles."""

import numpy as np
import pytest

from symbolic_rc.annotate.parser.dependency_parser import _join


def joined(pieces):
    """Join the trees of one sentence's clauses, each a list of heads within it; return the heads of all."""
    bounds = np.cumsum([0, *map(len, pieces)])
    heads = [
        -1 if head < 0 else head + start
        for piece, start in zip(pieces, bounds[:-1], strict=True)
        for head in piece
    ]
    found, labels = np.array(heads, np.int32), np.zeros(len(heads), np.int32)
    _join(found, labels, bounds[1:-1], np.array([0, bounds[-1]]), 7)
    return found.tolist(), labels.tolist()


def test_a_clause_hangs_on_the_first_with_its_semicolon():
    heads, labels = joined([[1, -1, 1], [1, -1, 1]])
    assert heads == [1, -1, 4, 4, 1, 1]
    assert labels[4] == 7


@pytest.mark.parametrize("root", range(4))
def test_trees_have_no_circles_whatever_their_roots(root):
    def piece(at):
        return [-1 if i == at else at for i in range(4)]

    heads, _ = joined([piece(3), piece(root), piece(3), piece(root)])
    assert heads.count(-1) == 1
    for token in range(len(heads)):
        above = [token]
        while heads[above[-1]] >= 0:
            above.append(heads[above[-1]])
            assert len(above) <= len(heads)
