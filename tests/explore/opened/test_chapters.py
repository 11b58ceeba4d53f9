from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.explore.stories import WHOLE, chapter_at, chapters


@given(st.lists(st.sampled_from(["CHAPTER IV\n", "Ada left. ", "\n\n", "x" * 400, "Part 2\n"]), max_size=300))
def test_chapters_hold_every_character_once(pieces):
    text = "".join(pieces)
    found = chapters(text)
    assert "".join(text[one.start : one.end] for one in found) == text
    assert all(one.end - one.start <= WHOLE for one in found)
    assert all(chapter_at(found, one.start) == i for i, one in enumerate(found) if one.end > one.start)


def test_a_long_text_is_cut_at_its_headings():
    text = "A title.\n\n" + "".join(
        f"\n\nCHAPTER {n}. The mill\n\n" + "Ada left. " * 900 for n in ("I", "II", "III")
    )
    assert [one.title for one in chapters(text)] == [
        "Opening", "CHAPTER I. The mill", "CHAPTER II. The mill", "CHAPTER III. The mill"
    ]  # fmt: skip


def test_without_headings_sentences_stay_whole():
    text = "Ada sold the mill to Bo. " * 3000
    found = chapters(text)
    assert len(found) > 2
    assert all(text[one.start : one.start + 3] == "Ada" for one in found)
