"""Tables for scholars: characters, direct speech, meetings, events, with chapters and places in the text."""

import csv
import io
import json

import pytest

from symbolic_rc.books.tables import TABLES, Tables
from symbolic_rc.core.record import Record
from symbolic_rc.layout import readable
from symbolic_rc.layout.chapters import chapter_at, chapters
from symbolic_rc.story import Story
from tests.cli.running import cli

NOVEL = """CHAPTER I. The Mill

Ada Holm kept the old mill by the river. Her brother Karl Holm worked in the town.

"I need a new wheel," said Ada to Karl. "Will you help me?"

"Not before the spring," answered Karl. He laughed and took his hat.

CHAPTER II. The Sale

Ada sold the wheel to Bo Finch, a trader. Bo gave her nine pounds. Karl met Bo at the inn.
"""


@pytest.fixture(scope="module")
def tables():
    return Tables(Story(Record("novel", NOVEL)))


def test_characters_have_mentions_gender_and_quotations(tables):
    found = {row["name"]: row for row in tables.characters()}
    assert list(found)[-1] == "Bo Finch"
    assert [found[name]["gender"] for name in ("Ada Holm", "Bo Finch")] == ["feminine", "masculine"]
    assert found["Ada Holm"]["quotations"] == 2
    assert found["Bo Finch"]["chapter"] == "CHAPTER II. The Sale"
    for row in found.values():
        assert row["mentions"] == row["by name"] + row["by noun"] + row["by pronoun"]


def test_quotations_have_speaker_addressee_and_place(tables):
    rows = list(tables.quotations())
    assert {(row["speaker"], row["addressee"]) for row in rows[:2]} == {("Ada Holm", rows[2]["speaker"])}
    assert [NOVEL[row["start"] : row["end"]] for row in rows] == [row["quotation"] for row in rows]


@pytest.mark.parametrize("told", ["said Ada to Bo Finch", "Ada told Bo Finch", "Ada asked Bo Finch"])
def test_who_is_spoken_to_is_named_by_the_verb_of_saying(told):
    story = Story(Record("one", f'Ada kept the mill. "Do you need a wheel," {told}.'))
    assert [(row["speaker"], row["addressee"]) for row in Tables(story).quotations()] == [("Ada", "Bo Finch")]


def test_places_are_those_of_the_whole_text():
    licence = "*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***"
    text = f"Licence.\n\n{licence}\n\n{NOVEL}\n\n{licence.replace('START', 'END')}\n\nMore licence.\n"
    body, part = readable(Record("novel", text))
    assert part is not None
    for row in Tables(Story(body), part).quotations():
        assert text[row["start"] : row["end"]] == row["quotation"]


def test_meetings_count_sentences_events_and_talk(tables):
    found = {frozenset((row["name"], row["other"])): row for row in tables.meetings()}
    sold = found[frozenset(("Ada Holm", "Bo Finch"))]
    assert sold["events"] >= 1
    assert sold["says to"] == sold["hears from"] == 0
    talk = next(row for pair, row in found.items() if "Bo Finch" not in pair)
    assert {talk["says to"], talk["hears from"]} == {1, 2}


def test_the_timeline_has_persons_by_name(tables):
    given = next(row for row in tables.timeline() if row["event"] == "give.01")
    assert (given["who"], given["chapter"]) == ("Bo Finch", "CHAPTER II. The Sale")
    assert "Ada Holm" in given["what"]


def test_a_text_without_names_has_empty_tables():
    empty = Tables(Story(Record("none", "It rained.")))
    assert [list(getattr(empty, name)()) for name in ("characters", "quotations", "meetings")] == [[], [], []]


def test_chapters_are_those_of_the_headings_or_parts_of_a_length():
    found = chapters(NOVEL)
    assert [one.title for one in found] == ["CHAPTER I. The Mill", "CHAPTER II. The Sale"]
    assert chapter_at(found, NOVEL.index("Bo gave")) == 1
    assert [one.title for one in chapters("Ada sold it. " * 4000, 24_000)][:2] == [
        "Opening, part 1",
        "Opening, part 2",
    ]
    assert len(chapters("Ada sold it. " * 4000)) == 1


def test_the_command_writes_csv_and_json(tmp_path):
    path = tmp_path / "novel.txt"
    path.write_text(NOVEL, encoding="utf-8")
    printed = cli("tables", path, "quotations", "--csv", "-q").stdout
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert rows[0]["speaker"] == "Ada Holm"
    assert json.loads(cli("tables", path, "quotations", "--json").stdout)["quotations"][0]["start"] == int(
        rows[0]["start"]
    )
    cli("tables", path, "--out", tmp_path / "tables")
    assert sorted(one.stem for one in (tmp_path / "tables").iterdir()) == sorted(TABLES)
    assert "name it" in cli("tables", path, "--csv").stderr
    assert "did you mean quotations" in cli("tables", path, "quotation").stderr
