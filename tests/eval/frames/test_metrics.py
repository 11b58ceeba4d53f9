"""CoNLL-2005 metrics, against an independent computation over word-by-word role columns."""

import itertools

from hypothesis import example, given, settings
from hypothesis import strategies as st

from eval.frames.metrics import RoleCounts, joined, percentages

ROLES = ("ARG0", "ARG1", "ARGM-TMP", "C-ARG1", "R-ARG0")


@st.composite
def frames(draw):
    """Arguments that do not overlap, in a sentence of 12 words."""
    cuts = sorted(draw(st.sets(st.integers(0, 12), min_size=2, max_size=8)))
    spans = itertools.pairwise(cuts)
    return [(draw(st.sampled_from(ROLES)), a, b) for a, b in spans if draw(st.booleans())]


def by_words(arguments):
    """The same arguments as (role, sets of words), from a column of labels, one a word.

    A continuation is a piece of its own, also where it follows at once.
    """
    column = [None] * 13
    for number, (role, start, end) in enumerate(arguments):
        column[start:end] = [(role, number)] * (end - start)
    groups = itertools.groupby(range(13), key=column.__getitem__)
    pieces = [(label[0], set(words)) for label, words in groups if label]
    whole = []
    for role, words in pieces:
        base = role.removeprefix("C-")
        before = [w for w in whole if w[0] == base]
        if role.startswith("C-") and before:
            before[-1][1].add(frozenset(words))
        else:
            whole.append([base, {frozenset(words)}])
    return [(role, frozenset(pieces)) for role, pieces in whole]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(frames(), frames()), min_size=1, max_size=5))
@example([([("ARG1", 3, 4), ("C-ARG1", 4, 5)], [("ARG1", 3, 5)])])
def test_scorer_equals_word_columns(pairs):
    tally = RoleCounts()
    correct = gold_total = found_total = 0
    for gold, found in pairs:
        tally.add(joined(gold), joined(found))
        ours, theirs = by_words(found), by_words(gold)
        gold_total += len(theirs)
        found_total += len(ours)
        for piece in ours:
            if piece in theirs:
                theirs.remove(piece)
                correct += 1
    precision = 100 * correct / found_total if found_total else 0.0
    recall = 100 * correct / gold_total if gold_total else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    for ours, theirs in zip(tally.figures(), (precision, recall, f1), strict=True):
        assert abs(ours - theirs) < 1e-9


def test_continuation_must_match_whole():
    tally = RoleCounts()
    tally.add(joined([("ARG1", 0, 2), ("C-ARG1", 4, 6)]), joined([("ARG1", 0, 2)]))
    assert tally.figures() == percentages(1, 1, 0) == (0.0, 0.0, 0.0)
