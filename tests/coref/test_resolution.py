"""Coreference in short texts written for the project, through the project's own annotation."""

from functools import cache

import numpy as np
import pytest

from symbolic_rc.core.tokens import Vocabulary
from symbolic_rc.coref.linking import entities_of
from symbolic_rc.coref.mentions.attributes import COLUMNS, KIND, NAME, PRO, PRONOUN, TYPE, TYPES, Mentions
from symbolic_rc.coref.mentions.detection import Candidate
from symbolic_rc.coref.mentions.pronouns import HE, IT, SHE
from symbolic_rc.story import Story

MILL = (
    "Margaret Hale owned a mill by the river. Her brother Daniel worked there. "
    'One evening he came home late. "Where were you?" asked Margaret. '
    '"I was at the mill," Daniel said. She did not believe him.'
)
GUIDE = (
    "Empty the box before you start. You need a sharp knife. If your knife is dull, you should ask a friend "
    "for hers. Then you cut the rope. I like thin rope best."
)
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
LADIES = "Lady Marsh died young. Miss Marsh was her daughter. Lady Marsh was wise. Miss Marsh was proud."
TEACHERS = (
    "Mary Holt taught at the school in Wick. Mary kept bees and Mary sang. Mary Dunn came in May. "
    "Mary Dunn sold hats. Mary rented a room above the bank, and Mary paid on time."
)
SHORT = (
    "Elizabeth Thorne had two brothers. Everyone called her Lizzy. Lizzy ran the shop after the fire. "
    "Elizabeth Thorne never married."
)


@cache
def story(text: str) -> Story:
    return Story.from_text(text)


def entities(text: str, match) -> list[int]:
    """Return the entities of the mentions whose text matches, in order."""
    read = story(text)
    return [m.entity for m in read.mentions if match(read.doc[m.start : m.end].text)]


@cache
def names(text: str) -> tuple[frozenset[str], ...]:
    """Return the names of each entity that has one."""
    return tuple(frozenset(entity.names) for entity in story(text).entities if entity.names)


@pytest.mark.parametrize(
    ("word", "expected"), [("Her", "Margaret Hale"), ("he", "Daniel"), ("him", "Daniel"), ("I", "Daniel")]
)
def test_pronouns_find_their_names(word: str, expected: str) -> None:
    first = entities(MILL, word.__eq__)[0]
    assert expected in story(MILL).entities[first].names


def test_every_mention_has_an_entity_and_every_link_a_reason() -> None:
    read = story(MILL)
    for i, mention in enumerate(read.mentions):
        assert i in read.entities[mention.entity].mentions
        assert bool(mention.link) == (mention.antecedent >= 0)
        if mention.antecedent >= 0:
            assert read.mentions[mention.antecedent].entity == mention.entity


def test_an_empty_text_has_no_mentions() -> None:
    read = story("")
    assert read.mentions == () == read.entities == read.quotations


def test_you_of_a_guide_is_one_reader() -> None:
    read = story(GUIDE)
    readers = [m for m in read.mentions if read.doc[m.start : m.end].text.lower() in ("you", "your")]
    assert len(readers) == 5
    assert {m.entity for m in readers} == {readers[0].entity}
    assert {m.link for m in readers[1:]} == {"reader"}


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
        (LADIES, "Lady Marsh", "Miss Marsh"),
    ],
)
def test_persons_who_share_a_name_stay_apart(text: str, one: str, other: str) -> None:
    assert any(one in known for known in names(text))
    assert any(other in known for known in names(text))
    assert not any({one, other} <= known for known in names(text))


@pytest.mark.parametrize(
    ("text", "variants"), [(SHORT, {"Elizabeth Thorne", "Lizzy"}), (MILL, {"Margaret Hale", "Margaret"})]
)
def test_variants_of_a_name_are_one_person(text: str, variants: set[str]) -> None:
    assert any(variants <= known for known in names(text))


@pytest.mark.parametrize(
    ("text", "name"), [(FAMILY, "Mrs. Harling"), (NAMESAKES, "Clara Vance"), (SISTERS, "Ruth Marlow")]
)
def test_each_bearer_is_one_entity(text: str, name: str) -> None:
    assert sum(name in known for known in names(text)) == 1


def test_a_shared_first_name_refers_to_its_last_bearer() -> None:
    called = entities(TEACHERS, lambda text: text.startswith("Mary"))
    assert len(set(called)) == 2
    assert called == sorted(called)
    assert called.count(called[0]) == 3


@pytest.mark.parametrize(
    "text",
    [
        "Ada was the aunt of Nils. Greta was the aunt of Otto. The aunt of Nils lived in Wick. "
        "The aunt of Otto lived in Cork. The aunt of Nils kept geese.",
        "Nils's aunt kept geese. Otto's aunt sold them. Nils's aunt was glad. Otto's aunt was not.",
        "Nils has an aunt who kept geese. Otto has an aunt. Nils's aunt was glad. Otto's aunt was not.",
    ],
)
def test_two_owners_have_two_aunts(text: str) -> None:
    aunts = [set(entities(text, lambda t, o=owner: "aunt" in t and o in t)) for owner in ("Nils", "Otto")]
    assert all(aunts)
    assert not aunts[0] & aunts[1]


@pytest.mark.parametrize(
    ("text", "thing", "pronoun"),
    [
        ("UTE: Where is the saw?\nPIM: I lent it to Bo.\nUTE: I see.\nPIM: Good.", "the saw", "it"),
        ('"Who has our maps?" asked Ute. "Pim sold them," said Bo.', "our maps", "them"),
    ],
)
def test_what_a_question_is_about_is_it_in_the_answer(text: str, thing: str, pronoun: str) -> None:
    assert entities(text, thing.__eq__) == entities(text, pronoun.__eq__)


@pytest.mark.parametrize(
    ("kind", "pronoun", "expected"),
    [("GPE", HE, "PERSON"), ("FAC", SHE, "PERSON"), ("GPE", IT, "GPE"), ("ORG", HE, "ORG")],
)
def test_places_are_not_called_he_or_she(kind: str, pronoun: int, expected: str) -> None:
    candidates = [Candidate(0, 1, 0, "name", (0, 1)), Candidate(1, 2, 1, "pronoun", (1, 2))]
    table = np.zeros((2, COLUMNS), np.int32)
    table[0, KIND], table[0, TYPE] = NAME, TYPES.index(kind)
    table[1, KIND], table[1, PRO] = PRONOUN, pronoun
    mentions = Mentions(candidates, table, Vocabulary())
    [(_, entity)] = entities_of(mentions, np.zeros(2, np.int32), [], ["Florence", "she"])
    assert (entity.name, entity.type) == ("Florence", expected)
