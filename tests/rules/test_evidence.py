"""What the rules propose, as the ranker takes it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import index
from symbolic_rc.question.query import read_query
from symbolic_rc.ranker.list_features import LIST, ListFeature, rules_beside, without_rules
from symbolic_rc.rules.book import RULES, open_case
from symbolic_rc.rules.evidence import COLUMNS, column_of, place_of, proposed_by_rules, ranking_of
from symbolic_rc.rules.rule import GROUPS, Rule
from symbolic_rc.rules.rulebook import default_rulebook
from symbolic_rc.story import Story

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader."


def columns_of(rules) -> dict[str, set[int]]:
    """Return the columns in which each proposed text counts."""
    story = Story.from_text(TEXT)
    proposed = proposed_by_rules(open_case(read_query("Who sold the wheel?"), story, rules))
    found: dict[str, set[int]] = {}
    for start, end, _, column, _ in proposed.spans.tolist():
        found.setdefault(index(story).span_text(start, end), set()).add(column)
    return found


def test_the_ranker_sees_what_the_facts_state() -> None:
    story = Story.from_text(TEXT)
    proposed = proposed_by_rules(open_case(read_query("Who sold the wheel?"), story))
    cand = index(story).cand
    chosen = np.arange(len(cand), dtype=np.int32)
    out = np.zeros((len(cand), LIST), np.float32)
    rules_beside(cand, chosen, proposed.spans, proposed.strengths, out)
    stated = {
        index(story).span_text(int(row[C.A_START]), int(row[C.A_END])): float(found)
        for row, found in zip(cand, out[:, ListFeature.STATED], strict=True)
    }
    assert max(stated, key=stated.__getitem__) == "Ada Holm"
    assert stated["the wheel"] == 0
    gone = without_rules(out)
    assert not gone[:, ListFeature.STATED : ListFeature.FIRST_RULE].any()


def test_nothing_is_proposed_where_nothing_is_known() -> None:
    proposed = proposed_by_rules(open_case(read_query("Who sold the wheel?"), Story.from_text("It rained.")))
    assert len(proposed.spans) == len(proposed.strengths)


def test_every_rule_is_of_a_group() -> None:
    places = [GROUPS.index(rule.group) for rule in RULES]
    assert places == sorted(places)
    without = {rule.group for rule in RULES if column_of(rule) < 0 and rule.name != "not-stated"}
    assert without == {"form", "ranker", "guess"}
    assert len({place_of(rule) for rule in RULES if column_of(rule) >= 0}) == len(RULES) - 12
    names = [column.name.lower().replace("_", "-") for column in ListFeature]
    first = names.index("stated")
    assert tuple(names[first : first + len(COLUMNS)]) == COLUMNS


@pytest.mark.parametrize("change", ["move", "insert", "disable", "nothing"])
def test_no_column_shifts_with_the_rulebook(change: str) -> None:
    book, before = default_rulebook(), columns_of(RULES)
    if change == "move":
        book.move("stated", before="place")
    if change == "insert":
        book.add(Rule("never", lambda case: [], 0.5, "Proposes nothing."), before="place")
    if change == "disable":
        book.disable("joined-conditions", "count")
    assert columns_of(book) == before


def test_a_rule_that_is_off_is_not_seen_and_a_users_own_counts_in_its_group() -> None:
    book = default_rulebook()
    book.disable("stated")
    assert COLUMNS.index("stated") not in columns_of(book)["Ada Holm"]
    mine = Rule("mine", lambda case: [case.propose("a trader")], 0.9, "The trader.")
    for group in ("stated", "loose"):
        book = default_rulebook()
        book.add(replace(mine, group=group))
        assert COLUMNS.index(group) in columns_of(book)["a trader"]


def test_the_ranker_is_asked_only_where_no_rule_decides(monkeypatch) -> None:
    from symbolic_rc.ranker import ranking

    asked = []
    whole = ranking.rank

    def counted(*given, **named):
        asked.append(1)
        return whole(*given, **named)

    monkeypatch.setattr(ranking, "rank", counted)
    engine = symbolic_rc.load()
    story = engine.read(TEXT)

    @engine.rules.rule(before="stated")
    def first(case):
        """Somebody."""
        return [case.propose("Ada Holm")]

    assert engine.answer(story, "Who sold the wheel?").rule == "first"
    assert not asked
    engine.rules.disable("first")
    case = next(engine.cases(story, [Question("1", "Who mended the roof?")]))
    assert ranking_of(case) is ranking_of(case)
    assert len(asked) == 1
