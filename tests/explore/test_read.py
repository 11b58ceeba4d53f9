from symbolic_rc.explore.read import sentences_html
from symbolic_rc.show.markup import Mark
from symbolic_rc.story import Story

TEXT = "Ada <b> sold the mill. Bo was glad. She left."


def test_each_sentence_is_an_element_and_marks_are_cut_at_its_end():
    story = Story.from_text(TEXT)
    html = str(sentences_html(story, [Mark(4, 30, "evidence", "proof")], 0, len(TEXT)))
    assert html.count('class="sentence"') == 3
    assert html.count('<span class="evidence">') == 2
    assert html.count("<sub>proof</sub>") == 1
    assert "&lt;b&gt;" in html


def test_a_part_holds_the_sentences_that_begin_in_it():
    story = Story.from_text(TEXT)
    assert 'id="s2"' in sentences_html(story, [], 23, 35)
    assert 'id="s1"' not in sentences_html(story, [], 23, 35)
    assert sentences_html(Story.from_text(""), [], 0, 0) == ""
