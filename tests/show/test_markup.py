import html
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.show.markup import Mark, marked, plain


class Checker(HTMLParser):
    """Checks nesting and collects the text."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack, self.text, self.covered = [], [], []

    def handle_starttag(self, tag, attrs):
        assert tag in ("mark", "span", "sub")
        self.stack.append(tag)

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        if "sub" not in self.stack:
            self.text.append(data)


marks = st.builds(
    Mark, st.integers(-1, 12), st.integers(-1, 12), st.sampled_from(["entity", "evidence", "answer"]),
    label=st.sampled_from(["", "<b>"]), title=st.text(max_size=3), entity=st.integers(-1, 3),
)  # fmt: skip


@given(st.text(max_size=12), st.lists(marks, max_size=5))
def test_any_marks_over_any_text_are_well_formed_and_keep_the_text(text, marks):
    checker = Checker()
    checker.feed(str(marked(text, marks)))
    checker.close()
    assert checker.stack == []
    assert "".join(checker.text).replace("\r", "\n") == plain(text).replace("\r", "\n")


@given(st.lists(marks, max_size=4))
def test_marks_cover_their_characters(marks):
    text = "abcdefghijkl"
    found = re.sub(r"<sub>.*?</sub>", "", str(marked(text, marks)))
    depth, depths = 0, []
    for piece in re.split(r"(<[^>]*>)", found):
        if piece.startswith("<"):
            depth += -1 if piece.startswith("</") else 1
        else:
            depths += [depth] * len(html.unescape(piece))
    valid = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    assert depths == [sum(mark.start <= i < mark.end for mark in valid) for i in range(len(text))]


def test_crossing_marks_are_cut_and_labelled_once():
    found = str(marked("abcd", [Mark(0, 3, "answer", label="x"), Mark(1, 4, "evidence")]))
    assert found == (
        '<mark class="answer">a<span class="evidence">bc</span><sub>x</sub></mark>'
        '<span class="evidence">d</span>'
    )


def test_hostile_titles_and_null_characters():
    found = str(marked('\0<script>"', [Mark(0, 3, "entity", title='"><script>', label="</sub>")]))
    assert "<script" not in found
    assert "\0" not in found
