"""Who is who in short texts written for the project, through the project's own annotation."""

from functools import cache

import pytest

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


@cache
def story(text: str) -> Story:
    return Story.from_text(text)


def names_of(text: str, word: str, nth: int = 0) -> tuple[str, ...]:
    """Return the names of the entity behind the nth mention that reads `word`."""
    read = story(text)
    found = [m for m in read.mentions if read.doc[m.start : m.end].text == word]
    return read.entities[found[nth].entity].names


@pytest.mark.parametrize(
    ("word", "expected"), [("Her", "Margaret Hale"), ("he", "Daniel"), ("him", "Daniel")]
)
def test_pronouns_find_their_names(word: str, expected: str) -> None:
    assert expected in names_of(MILL, word)


def test_short_and_full_names_are_one_person() -> None:
    assert set(names_of(MILL, "Margaret Hale")) == {"Margaret Hale", "Margaret"}


def test_i_in_a_quotation_is_its_speaker() -> None:
    assert "Daniel" in names_of(MILL, "I")


def test_every_mention_has_an_entity_and_every_link_a_reason() -> None:
    read = story(MILL)
    for i, mention in enumerate(read.mentions):
        assert i in read.entities[mention.entity].mentions
        assert bool(mention.link) == (mention.antecedent >= 0)
        if mention.antecedent >= 0:
            assert read.mentions[mention.antecedent].entity == mention.entity


def test_an_empty_text_has_nobody() -> None:
    read = story("")
    assert read.mentions == () == read.entities == read.quotations


def test_you_of_a_guide_is_one_reader() -> None:
    read = story(GUIDE)
    told = [m for m in read.mentions if read.doc[m.start : m.end].text.lower() in ("you", "your")]
    assert len(told) == 5
    assert {m.entity for m in told} == {told[0].entity}
    assert {m.link for m in told[1:]} == {"reader"}
