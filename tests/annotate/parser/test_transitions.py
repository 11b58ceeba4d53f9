"""The transition system, and its dynamic oracle against a search of all continuations."""

from functools import cache

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.annotate.parser import beam as transitions
from symbolic_rc.annotate.parser import parser_templates as T
from symbolic_rc.annotate.parser.beam import LEFT, RIGHT, SHIFT
from symbolic_rc.train.annotate.parser import costs

few = settings(max_examples=40, deadline=None)


def actions(stack, b, n):
    """The actions that are allowed: the root, after the last word, takes the last word that is left."""
    if not stack:
        return [SHIFT] if b < n else []
    found = [SHIFT] if b < n else []
    if b < n or len(stack) == 1:
        found.append(LEFT)
    return [*found, RIGHT] if len(stack) > 1 else found


def after(stack, b, action):
    """Return the state after an action, and the arc (head, word) that it made."""
    if action == SHIFT:
        return (*stack, b), b + 1, None
    word = stack[-1]
    return stack[:-1], b, (b if action == LEFT else stack[-2], word)


@cache
def reachable(stack, b, n):
    """Return the arcs that some way to go on makes."""
    found = set()
    for action in actions(stack, b, n):
        then, place, arc = after(stack, b, action)
        found |= reachable(then, place, n) | ({arc} if arc else set())
    return frozenset(found)


@st.composite
def projective(draw, low=0, high=None, head=None):
    """Draw the heads of a projective tree over words ``low:high``; the root's head is the number of words."""
    if high is None:
        high = draw(st.integers(1, 6))
        head = high
    if low >= high:
        return {}
    top = draw(st.integers(low, high - 1))
    heads = {top: head}
    for a, b in ((low, top), (top + 1, high)):
        while a < b:
            end = draw(st.integers(a + 1, b))
            heads |= draw(projective(a, end, top))
            a = end
    return heads


@few
@given(projective(), st.data())
def test_an_action_costs_something_if_it_loses_a_gold_arc(heads, data):
    n = len(heads)
    gold = np.array([heads[i] for i in range(n)], np.int64)
    arcs = {(head, word) for word, head in heads.items()}
    made = np.full(n + 2, -9, np.int64)
    stack, b, cost = (), 0, np.zeros(3, np.int64)
    while allowed := actions(stack, b, n):
        room = np.array([*stack, *[0] * (n - len(stack))], np.int64)
        costs(gold, made, room, len(stack), b, n, cost)
        if stack:
            before = reachable(stack, b, n) & arcs
            for action in allowed:
                then, place, arc = after(stack, b, action)
                kept = (reachable(then, place, n) | ({arc} if arc else set())) & arcs
                assert (cost[action] > 0) == bool(before - kept)
        free = [action for action in allowed if not stack or cost[action] == 0]
        stack, b, arc = after(stack, b, data.draw(st.sampled_from(free)))
        if arc:
            assert gold[arc[1]] == arc[0]
            made[arc[1]] = arc[0]
    assert made[:n].tolist() == gold.tolist()


@given(st.integers(1, 30))
def test_distances_have_seven_classes(distance):
    assert transitions._near(distance) == (distance if distance <= 5 else 6 if distance <= 10 else 7)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_the_two_outermost_children_of_each_side_are_kept(words):
    """Words 0 to 3 and 5 to 8 become children of word 4, each side from within, as the parser makes them."""
    child, count = np.full((10, 4), 9), np.zeros((10, 2), np.int64)
    heads = np.full(10, -9)
    left, right = [3, 2, 1, 0][: len(words)], [5, 6, 7, 8][: words[0]]
    for word in (*left, *right):
        transitions.attach(4, word, heads, child, count)
    ends = [[*reversed(side), 9, 9][:2] for side in (left, right)]
    assert child[4, [T.LEFTMOST, T.SECOND_LEFT]].tolist() == ends[0]
    assert child[4, [T.RIGHTMOST, T.SECOND_RIGHT]].tolist() == ends[1]
    assert count[4].tolist() == [len(left), len(right)]
