"""The state of a story over time: persistence of places and possessions, order in time, groups."""

from __future__ import annotations

from symbolic_rc.graph.state import Timeline, timeline_of
from symbolic_rc.story import Story


def after(text: str) -> Timeline:
    return timeline_of(Story.from_text(text).facts)


def places(state: Timeline, key: str) -> list[str]:
    return [interval.places[0].key for interval in state.intervals[key]]


def test_what_is_carried_goes_along_until_it_is_put_down() -> None:
    state = after(
        "Ida walked to the barn. Ida took the lamp there. She returned to the cellar."
        " Ida put down the lamp. Ida went to the attic."
    )
    assert places(state, "ida") == ["barn", "cellar", "attic"]
    assert places(state, "lamp") == ["barn", "cellar", "cellar"]
    assert state.holding["ida"] == {}
    before = state.before("lamp", "cellar")
    assert before is not None
    assert before[0].places[0].key == "barn"


def test_the_facts_of_a_stay_are_those_it_follows_from() -> None:
    state = after("Odd grabbed the drum. Odd travelled to the school.")
    interval = state.place("drum")
    assert interval is not None
    assert [fact.predicate for fact in interval.facts] == ["grab", "travel"]


def test_what_is_given_changes_hands() -> None:
    state = after("Ida got the key. Ida handed the key to Odd. Odd passed the key to Mina.")
    assert [*state.holding["mina"]] == ["key"]
    assert [(t.giver.key if t.giver else "", t.receiver.key) for t in state.transfers if t.receiver] == [
        ("", "ida"), ("ida", "odd"), ("odd", "mina"),
    ]  # fmt: skip


def test_members_of_a_group_go_together_and_so_do_they() -> None:
    state = after("Ida and Odd went to the barn. Then they moved to the cellar.")
    assert places(state, "ida") == places(state, "odd") == ["barn", "cellar"]


def test_times_of_the_day_order_what_is_told_out_of_order() -> None:
    state = after(
        "This evening Ida went to the inn. Yesterday Ida went to the mill. Ida went to the barn this morning."
    )
    assert places(state, "ida") == ["mill", "barn", "inn"]


def test_leaving_a_thing_puts_it_down_and_leaving_a_place_ends_a_stay() -> None:
    state = after("Ida went to the barn. Ida took the lamp. Ida left the lamp. Ida left the barn.")
    assert places(state, "lamp")[-1] == "barn"
    interval = state.place("ida")
    assert interval is not None
    assert interval.denied


def test_what_is_wished_or_denied_moves_nobody() -> None:
    state = after("Ida wanted to go to the barn. Odd did not go to the cellar.")
    assert state.intervals == {}


def test_passives_and_two_objects_are_read_by_their_roles() -> None:
    state = after("Ida walked to the barn. The lamp was taken by Ida. Ida gave Odd the lamp.")
    assert [*state.holding["odd"]] == ["lamp"]
    assert state.holding["ida"] == {}
    assert [(t.thing.key, t.receiver.key) for t in state.transfers if t.receiver] == [
        ("lamp", "ida"), ("lamp", "odd"),
    ]  # fmt: skip
