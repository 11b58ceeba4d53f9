"""Entities by coreference: names as they are written, with all that refers to them."""

from symbolic_rc.core.record import Record
from symbolic_rc.readers.entities import EntityNames, capitalised, resolved
from symbolic_rc.story import Story

TEXT = (
    "The mayor Ada Holm of Quill opened the bridge . She thanked the builders . "
    "Later Holm met Oskar Lind , and he showed her the old mill ."
)


def mentions(story, entity):
    return [" ".join(story.tokens.words[start:end]) for start, end in entity.spans]


def test_names_are_short_and_pronouns_are_mentions():
    story = Story(Record("s", TEXT, tokenised=True))
    found = {entity.name: mentions(story, entity) for entity in resolved(story)}
    assert {"Ada Holm", "Oskar Lind"} <= set(found)
    assert {"She", "her", "Holm"} <= set(found["Ada Holm"])
    assert "he" in found["Oskar Lind"]
    assert all(each[0] == name for name, each in found.items())


def test_a_name_at_a_sentence_start_that_capitals_do_not_tell():
    story = Story(Record("s", "Petra Moe sold the lamp .", tokenised=True))
    assert [entity.name for entity in capitalised(story)] == ["Moe"]
    assert [entity.name for entity in resolved(story)] == ["Petra Moe"]


def test_of_markers_nothing_else_is_read():
    story = Story(Record("s", "@entity3 met @entity1 . He left .", tokenised=True))
    assert resolved(story) == capitalised(story)
    assert "doc" not in story.__dict__


def test_names_are_found_in_a_question_the_longest_first():
    story = Story(Record("s", TEXT, tokenised=True))
    entities = resolved(story)
    number = {entity.name: i for i, entity in enumerate(entities)}
    asked = "Did Oskar Lind show Holm the bridge and will ada wait ?".split()
    assert EntityNames(entities).find(asked) == [(1, 3, number["Oskar Lind"]), (4, 5, number["Ada Holm"])]
