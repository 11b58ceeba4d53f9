"""Parts of plots: the shortest with a longest common subsequence, oracle subplots, overlap of versions."""

import random
from itertools import combinations

from eval.analysis.duorc import plot_overlap
from eval.analysis.subplot import genmodel_span, lcs_window, oracle_subplots, spans_table, window
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.metrics.rouge import lcs
from symbolic_rc.story import Story

TEXT = "Ada Holm kept a mill near the river. One day she sold the old wheel to Brack. Brack broke the wheel."


def test_the_part_is_the_shortest_that_holds_a_longest_common_subsequence():
    chance = random.Random(3)
    for _ in range(200):
        document, question = ([chance.choice("abcde") for _ in range(n)] for n in (12, chance.randint(1, 5)))
        best = lcs(document, question)
        first, last = lcs_window(document, question)
        assert lcs(document[first:last], question) == best
        shorter = (pair for pair in combinations(range(13), 2) if pair[1] - pair[0] < last - first)
        assert best == 0 or all(lcs(document[a:b], question) < best for a, b in shorter)


def test_an_answer_that_is_a_span_is_learned_from_itself():
    plot, asked = tokens(TEXT), Question("q", "Who sold the old wheel?", (("Brack",),))
    first, last = genmodel_span(plot, asked)
    assert plot.words[first:last] == ("Brack",)
    first, last = genmodel_span(plot, Question("q", "Who sold the old wheel?", (("a miller",),)))
    assert plot.words[first:last] == ("sold", "the", "old", "wheel")
    record = Record("s", TEXT, (Question("q", "Who sold the old wheel?", (("a wheel seller",),)),))
    *_, last_row, _ = spans_table({"part": [record]})
    assert last_row == "| part: longest common subsequence with the question | 1 | 4.0 | 50.0 |"


def test_an_oracle_subplot_holds_the_answer_at_a_random_place():
    chance = random.Random(0)
    for _ in range(200):
        total, size = chance.randint(5, 60), chance.randint(1, 40)
        first = chance.randrange(total)
        last = chance.randint(first + 1, total)
        begin, end = window((first, last), size, total, chance)
        assert 0 <= begin <= first < last <= end <= total
        assert end - begin == max(min(size, total), last - first)
    places = {window((50, 52), 20, 100, random.Random(seed))[0] for seed in range(300)}
    assert places == set(range(32, 51))
    story = Story(Record("s", TEXT))
    found = oracle_subplots(6)(
        story, [Question("q", "Who?", (("Brack",),)), Question("r", "Who?", (("Bo",),))]
    )
    (first, last), everything = found[0][0], found[1][0]
    assert "Brack" in story.tokens.words[first:last]
    assert last - first == 6
    assert everything == (0, len(story.tokens))


def test_versions_of_a_plot_are_those_that_share_a_question():
    question = (Question("q", "Who?", (("Ada",),)),)
    first = [Record("a", "Ada sold it.", question), Record("b", "x", (Question("r", "Why?", ()),))]
    assert plot_overlap(first, [Record("c", "Ada kept it.", question)]) == (50.0, 1)
