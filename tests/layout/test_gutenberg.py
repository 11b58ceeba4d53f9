import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.record import Record
from symbolic_rc.layout import layout_of, readable, segments
from symbolic_rc.layout.readable import unwrap

STARTS = [
    "*** START OF THIS PROJECT GUTENBERG EBOOK THE LAMP ***",
    "***START OF THE PROJECT GUTENBERG EBOOK THE LAMP, WITH A TITLE THAT\nRUNS ON***",
    "*END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
]
ENDS = [
    "End of Project Gutenberg's The Lamp, by N. N.\n\n*** END OF THIS PROJECT GUTENBERG EBOOK THE LAMP ***",
    "*** END OF THE PROJECT GUTENBERG EBOOK THE LAMP ***",
    "End of the Project Gutenberg Etext of The Lamp",
]
STORY = """THE LAMP

By N. N.

CONTENTS

Chapter I. The Mill        1
Chapter II. The Sea       12

CHAPTER I. THE MILL

Marta Quill had kept the mill at Brack for thirty
years before the river changed its bed, and nobody in
the valley could remember it without her.

  "O turn, my wheel, and never rest,
   The corn is in, the wind is west,
   And he who sleeps is sleeping best."

CHAPTER II. THE SEA

She went to sea."""


def book(start=STARTS[0], end=ENDS[0]):
    header = "The Project Gutenberg EBook of The Lamp, by N. N.\n\nThis eBook is for anyone.\n\n"
    notes = "Produced by Some Volunteers\n\n"
    return f"{header}{start}\n\n\n{notes}{STORY}\n\n\n{end}\n\nTerms of use.\n"


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("end", ENDS)
def test_header_footer_notes_and_contents_are_left_out(start, end):
    body, part = readable(Record("b", book(start, end)))
    assert part is not None
    assert body.text.startswith("THE LAMP")
    assert body.text.rstrip().endswith("She went to sea.")
    for gone in ("Gutenberg", "Terms of use", "Volunteers", "CONTENTS", "12"):
        assert gone not in body.text


def test_headings_verse_and_prose_are_told_apart():
    found = [(one.kind, one.name) for one in segments(book())]
    kinds = [kind for kind, _ in found]
    assert ("heading", "CHAPTER I. THE MILL") in found
    assert ("heading", "CHAPTER II. THE SEA") in found
    assert kinds.count("verse") == 1
    assert kinds[0] == kinds[-1] == "licence"
    assert "contents" in kinds


def test_other_line_ends_give_the_same_story():
    plain = readable(Record("b", book()))[0].text.split()
    assert readable(Record("b", book().replace("\n", "\r\n")))[0].text.split() == plain


def test_lines_run_on_and_spans_go_back():
    text = book().replace("\n", "\r\n")
    body, part = readable(Record("b", text))
    sentence = "for thirty  years before"
    start = body.text.index(sentence)
    (left, right), *_ = part.back(Answer((sentence,), ((start, start + len(sentence)),))).spans
    assert text[left:right].split() == sentence.split()


def test_a_plain_text_is_left_as_it_is():
    record = Record("s", "Ada sold\nthe mill.\n\nBrack bought it.")
    assert layout_of(record.text) == "plain"
    assert readable(record) == (record, None)


def test_a_tokenised_text_is_left_as_it_is():
    record = Record("s", book(), tokenised=True)
    assert readable(record) == (record, None)


@given(st.text(alphabet="ab \n\r\t", max_size=60))
def test_unwrapping_keeps_every_other_character_in_its_place(text):
    found = unwrap(text)
    assert len(found) == len(text)
    assert all(a == b or (a.isspace() and b.isspace()) for a, b in zip(text, found, strict=True))
    assert "\r" not in found


@given(st.text(max_size=200))
def test_segments_of_any_text_are_in_order_and_inside_it(text):
    marked = "gutenberg\n" + text
    position = 0
    for one in segments(marked):
        assert position <= one.start < one.end <= len(marked)
        position = one.end
