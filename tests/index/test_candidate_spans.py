"""Candidates: constituents, their parts, and what mentions stand for."""

import numpy as np

from symbolic_rc.index import candidate_spans as spans
from symbolic_rc.index import columns as C
from symbolic_rc.index.encode import token_rows
from tests.small_story import STORY, parsed


def texts(story):
    return {story.span_text(int(c[C.START]), int(c[C.END])) for c in story.cand}


def test_constituents_and_their_parts(story):
    found = texts(story)
    assert {"Marta", "the old mill", "old mill", "to Jonas", "Jonas", "went to sea", "to sea"} <= found
    assert {"sold the old mill to Jonas", "because she missed it", "she missed it"} <= found


def test_no_marks_at_the_ends(story):
    for c in story.cand:
        assert story.tok[C.POS, c[C.START]] != C.P_PUNCT
        assert story.tok[C.POS, c[C.END] - 1] != C.P_PUNCT


def test_a_pronoun_stands_for_its_name(story):
    resolved = [c for c in story.cand if c[C.SHAPE] & C.RESOLVED]
    assert {story.span_text(int(c[C.A_START]), int(c[C.A_END])) for c in resolved} == {"Marta"}
    assert {int(c[C.START]) for c in resolved} == {9, 14}


def test_compiled_and_plain_find_the_same():
    tok, bounds = token_rows(parsed(STORY))
    given = np.zeros((0, 4), np.int32)
    room = [np.zeros((spans.span_count_bound(tok.shape[1]), 4), np.int32) for _ in range(2)]
    plain = getattr(spans.find, "py_func", spans.find)
    counts = [spans.find(tok, bounds, given, room[0]), plain(tok, bounds, given, room[1])]
    assert counts[0] == counts[1]
    assert (room[0][: counts[0]] == room[1][: counts[0]]).all()
