import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Answer, Record
from symbolic_rc.layout import layout_of, readable, segments
from symbolic_rc.layout.segments import unwrap

STARTS = [
    "*** START OF THIS PROJECT GUTENBERG EBOOK THE LAMP ***",
    "***** Start of this Project Gutenberg eBook *****",
    "*** START OF THE PROJECT GUTENBERG AUSTRALIA EBOOK ***",
    "*BEGIN*THE PROJECT GUTENBERG EBOOK THE LAMP*",
    "*** BEGIN OF THE PROJECT GUTENBERG E-TEXT THE LAMP ***",
    "***START OF THE PROJECT GUTENBERG EBOOK THE LAMP, WITH A TITLE THAT\nRUNS ON***",
    "*END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
    "_*** START OF THE PROJECT GUTENBERG™ EBOOK THE LAMP ***_",
    "***This is the start of the Project Gutenberg-tm Edition of The Lamp***",
]
ENDS = [
    "_End of Project Gutenberg's The Lamp_",
    "THE END OF PROJECT GUTENBERG EBOOK THE LAMP",
    "This is the end of the Project Gutenberg Edition of The Lamp",
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


_WHAT = (
    "Illustration|ILLUSTRATION|Ill.|Picture|Image|Frontispiece|Plate IV|Map|Music|Portrait|Drawing|"
    "Photograph|Caption|Facsimile|Drop Cap|Head-piece|Tailpiece|Figure 3|Cover"
).split("|")
_NOTES = (
    "Footnote 1|Footnote A|FN#1|Note|Note 1|Sidenote|Side-note|Transcriber's Note|Transcriber’s note|"
    "Editor's note|TN|Pg 12|Page 12|Blank Page"
).split("|")
_AROUND = ("[{}: {}]", "_[{}: {}]_", "[_{}: {}_]", "*[{}: {}]*", "{{{}: {}}}", "[{}:\n\n{}\n\nand more]")


@pytest.mark.parametrize("around", _AROUND)
@pytest.mark.parametrize("what", [*_WHAT, *_NOTES])
@pytest.mark.parametrize("says", ["An old wheel", "THE WHEEL, as it turned"])
def test_captions_and_notes_are_no_part_of_the_story(around, what, says):
    told = STORY.replace("CHAPTER II", f"{around.format(what, says)}\n\nCHAPTER II")
    body = readable(Record("b", book().replace(STORY, told)))[0].text
    assert "wheel" not in body.lower().replace("o turn, my wheel", "")
    assert "She went to sea." in body
    assert "without her." in body


@pytest.mark.parametrize(
    "said", ["(She laughed, and left.)", "[She laughed.]", "(Music, she thought, was all.)"]
)
def test_other_paragraphs_in_brackets_are(said):
    body = readable(Record("b", book().replace("She went to sea.", f"{said}\n\nShe went to sea.")))[0].text
    assert said in body


_TITLES = (
    "CONTENTS|Contents:|_Contents_|* CONTENTS *|C O N T E N T S|TABLE OF CONTENTS|CHAPTERS|LIST OF CHAPTERS|"
    "LIST OF ILLUSTRATIONS|ILLUSTRATIONS|INDEX|THE CONTENTS"
).split("|")
_LISTED = (
    "I. The Mill\nII. The Wheel",
    "I. The Mill .... 1\nII. The Wheel .... 12",
    "The Mill\nThe Wheel\nThe Sea",
    "CHAP.        PAGE\nI. The Mill      1\nII. The Wheel      12",
    "  The Mill\n  The Wheel\n  The Sea",
    "  The Mill\n  The Wheel",
    "CHAP.   PAGE\n\nI. THE MILL ... 1\n\nII. The Wheel ... 12",
    "The Mill      _Frontispiece_\n\nThe Wheel     12",
    "Plate I. The Mill\nPlate II. The Wheel",
)


@pytest.mark.parametrize("title", _TITLES)
@pytest.mark.parametrize("listed", _LISTED)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_contents_are_left_out(title, listed, gap):
    old = STORY[STORY.index("CONTENTS") : STORY.index("CHAPTER I.")]
    if gap == "\n" and listed.partition("\n\n")[0].count("\n") < 2:
        gap = "\n\n"  # too short to be told from a heading
    found = readable(Record("b", book().replace(old, f"{title}{gap}{listed}\n\n")))[0].text
    assert "The Wheel" not in found
    assert "CHAPTER I. THE MILL" in found


SMALL = (
    "***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***\nWhy is this here? You know: lawyers.\n\n"
    "*END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*"
)


@pytest.mark.parametrize("after", ["", "Thank you.", "End of Project Gutenberg Etext of The Lamp"])
@pytest.mark.parametrize("before", ["", "\n\nEnd of Project Gutenberg Etext of The Lamp"])
@pytest.mark.parametrize("story", ["She went to sea, and that is all.", STORY, STORY * 40])
def test_small_print_behind_a_text_does_not_eat_it(story, before, after):
    text = f"The Project Gutenberg Etext of The Lamp\n\n{story}{before}\n\n{SMALL}\n\n{after}\n"
    body = readable(Record("b", text))[0].text
    assert " ".join(story.split())[-20:] in " ".join(body.split())
    assert "lawyers" not in body
    assert "End of" not in body


def test_small_print_before_a_short_text_is_left_out():
    text = f"The Project Gutenberg Etext\n\n{SMALL}\n\nShe went to sea, and that is all.\n\n{ENDS[-1]}\n"
    assert readable(Record("b", text))[0].text.strip() == "She went to sea, and that is all."


def test_a_book_in_latin_1_is_read(tmp_path):
    path = tmp_path / "book.txt"
    path.write_bytes(book().replace("Marta Quill", "Zoë Müller, née “Quill”").encode("cp1252"))
    assert "Zoë Müller, née “Quill” had" in readable(Record("b", read_text(path)))[0].text
