"""Stories by id, and long texts in chapters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.stories import Stories
from symbolic_rc.explore.workbench import Workbench
from symbolic_rc.layout.chapters import WHOLE, chapter_at, chapters


@given(st.lists(st.sampled_from(["CHAPTER IV\n", "Ada left. ", "\n\n", "x" * 400, "Part 2\n"]), max_size=300))
def test_chapters_hold_every_character_once(pieces):
    text = "".join(pieces)
    found = chapters(text, WHOLE)
    assert "".join(text[one.start : one.end] for one in found) == text
    assert all(one.end - one.start <= WHOLE for one in found)
    assert all(chapter_at(found, one.start) == i for i, one in enumerate(found) if one.end > one.start)


def test_a_long_text_is_cut_at_its_headings():
    text = "A title.\n\n" + "".join(
        f"\n\nCHAPTER {n}. The mill\n\n" + "Ada left. " * 900 for n in ("I", "II", "III")
    )
    assert [one.title for one in chapters(text, WHOLE)] == [
        "Opening", "CHAPTER I. The mill", "CHAPTER II. The mill", "CHAPTER III. The mill"
    ]  # fmt: skip


def test_without_headings_sentences_stay_whole():
    text = "Ada sold the mill to Bo. " * 3000
    found = chapters(text, WHOLE)
    assert len(found) > 2
    assert all(text[one.start : one.start + 3] == "Ada" for one in found)


def test_a_text_is_pasted_once_and_kept_nowhere(bench, tmp_path):
    stories = Workbench(bench.data, str(tmp_path / "cache")).stories
    key = stories.paste("Ada sold\r\nthe mill.")
    assert stories.paste("Ada sold\nthe mill.") == key
    assert stories.story(key).text == "Ada sold\nthe mill."
    assert not list(tmp_path.rglob("*.story"))
    stories.story(next(iter(bench.data.records)))
    assert len(list(tmp_path.rglob("*.story"))) == 1


@pytest.mark.parametrize("text", ["", " \n "])
def test_nothing_is_no_text(text):
    with pytest.raises(SymbolicRCError, match="empty"):
        Stories({}).paste(text)


def test_a_case_of_the_checks_is_made_again_by_its_name(bench):
    from symbolic_rc.behaviour import load_templates, make_cases

    for kind in ("mft", "direction"):
        case = make_cases(load_templates("roles"), kind, 8, 3)[-1]
        assert bench.stories.case(f"case:{kind}:3:{case.id}") == case
    for name in ("case:mft:0:roles/none/1", "case:none:0:x", "case:", f"case:mft:0:{case.id}x"):
        with pytest.raises(SymbolicRCError):
            bench.stories.record(name)


def test_a_screenplay_is_shown_as_it_is_read(bench):
    record = bench.stories.record("quarry")
    assert "quarry" in bench.stories.excerpted
    assert record.text != bench.data.records["quarry"].text
    assert all(not question.spans for question in record.questions)
