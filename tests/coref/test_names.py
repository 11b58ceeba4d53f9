"""Who bears a name: families, namesakes and short forms, in short texts written for the project."""

from functools import cache

import pytest

from symbolic_rc.story import Story

FAMILY = (
    "Mr. Harling kept the toll bridge at Easter Ford. Mrs. Harling kept the accounts. "
    "Miss Harling, their only daughter, painted boats. The Harlings were not rich. "
    "One morning Mr. Harling found the gate broken. He called his wife. "
    "Mrs. Harling came out with the lamp, and Miss Harling followed her."
)
NAMESAKES = (
    "Clara Vance and Clara Whitlow were born in the same street. Clara Vance became a doctor. "
    "Clara Whitlow sold flowers at the station. In the spring Clara Vance left for Leeds. "
    "Clara Whitlow wrote to her every week."
)
SISTERS = (
    "Edith Marlow was the elder. Her sister was called Ruth Marlow. Edith Marlow kept bees. "
    "Ruth Marlow feared them. When the hives were sold, Edith Marlow wept and Ruth Marlow was glad."
)
CAPTAINS = (
    "Captain Orme and Captain Dale sailed on the same tide. Captain Orme took the brig. "
    "Captain Dale had the schooner, and he was faster. At Cork Captain Orme waited for him."
)
CALLERS = (
    "Mrs. Pell called at noon with her niece. Mrs. Ashby was out. "
    "Mrs. Pell left a card, and she promised to come again. Mrs. Ashby found it in the evening."
)
TEACHERS = (
    "Mary Holt taught at the school in Wick. Mary kept bees and Mary sang. Mary Dunn came in May. "
    "Mary Dunn sold hats. Mary rented a room above the bank, and Mary paid on time."
)
SHORT = (
    "Elizabeth Thorne had two brothers. Everyone called her Lizzy. Lizzy ran the shop after the fire. "
    "Elizabeth Thorne never married."
)


@cache
def names(text: str) -> tuple[frozenset[str], ...]:
    """Return the names of each entity that has one."""
    return tuple(frozenset(entity.names) for entity in Story.from_text(text).entities if entity.names)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        (FAMILY, "Mr. Harling", "Mrs. Harling"),
        (FAMILY, "Mrs. Harling", "Miss Harling"),
        (FAMILY, "Mr. Harling", "Miss Harling"),
        (FAMILY, "Harlings", "Mr. Harling"),
        (FAMILY, "Harlings", "Miss Harling"),
        (NAMESAKES, "Clara Vance", "Clara Whitlow"),
        (SISTERS, "Edith Marlow", "Ruth Marlow"),
        (CAPTAINS, "Captain Orme", "Captain Dale"),
        (CALLERS, "Mrs. Pell", "Mrs. Ashby"),
    ],
)
def test_two_who_share_a_name_stay_apart(text: str, one: str, other: str) -> None:
    assert any(one in known for known in names(text))
    assert any(other in known for known in names(text))
    assert not any({one, other} <= known for known in names(text))


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [(SHORT, "Elizabeth Thorne", "Lizzy")],
)
def test_variants_of_a_name_are_one_person(text: str, one: str, other: str) -> None:
    assert any({one, other} <= known for known in names(text))


@pytest.mark.parametrize(
    ("text", "name"), [(FAMILY, "Mrs. Harling"), (NAMESAKES, "Clara Vance"), (SISTERS, "Ruth Marlow")]
)
def test_each_bearer_is_one_entity(text: str, name: str) -> None:
    assert sum(name in known for known in names(text)) == 1


def test_a_shared_first_name_is_that_of_who_was_called_by_it_last() -> None:
    story = Story.from_text(TEACHERS)
    called = [m.entity for m in story.mentions if story.doc[m.start : m.end].text.startswith("Mary")]
    assert len(set(called)) == 2
    assert called == sorted(called)
    assert called.count(called[0]) == 3


@pytest.mark.parametrize(
    "text",
    [
        "Ada was the aunt of Nils. Greta was the aunt of Otto. The aunt of Nils lived in Wick. "
        "The aunt of Otto lived in Cork. The aunt of Nils kept geese.",
        "Nils's aunt kept geese. Otto's aunt sold them. Nils's aunt was glad. Otto's aunt was not.",
    ],
)
def test_two_owners_have_two_aunts(text):
    story = Story.from_text(text)
    phrases = [story.doc[m.start : m.end].text.lower() for m in story.mentions]
    aunts = {
        owner: {m.entity for m, p in zip(story.mentions, phrases, strict=True) if "aunt" in p and owner in p}
        for owner in ("nils", "otto")
    }
    assert aunts["nils"]
    assert aunts["otto"]
    assert not aunts["nils"] & aunts["otto"]


def test_a_lady_is_not_her_daughter():
    text = "Lady Marsh died young. Miss Marsh was her daughter. Lady Marsh was wise. Miss Marsh was proud."
    found = names(text)
    assert not [entity for entity in found if {"Lady Marsh", "Miss Marsh"} <= entity]
