"""Who speaks: what is said beside a quotation, and what its neighbours tell."""

import pytest
from symbolic_rc.coref.quotations.explicit import beside, last_mark, said_by
from symbolic_rc.coref.quotations.people import People
from symbolic_rc.coref.quotations.turns import narration_around, turns_of

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.mentions.attributes import describe
from symbolic_rc.coref.mentions.detection import detect
from symbolic_rc.coref.mentions.syntax import read_syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation, quotations
from symbolic_rc.coref.quotations.speakers import addressed, attribute
from symbolic_rc.story import Story


def speaker(text: str, start: str) -> str:
    story = Story.from_text(text)
    quote = next(q for q in story.quotations if story.doc[q.start : q.end].text.startswith(start))
    return story.entities[story.mentions[quote.speaker].entity].name


def test_speakers_before_and_after() -> None:
    text = 'Ann looked at Tom. "Where is it?" she asked.\n\nTom laughed and said, "Under the bed."'
    assert speaker(text, '"Where') == "Ann"
    assert speaker(text, '"Under') == "Tom"


def test_turns_alternate() -> None:
    text = '"Where is it?" asked Ann.\n\n"Where is what?" said Tom.\n\n"The key."\n\n"I lost it."'
    assert speaker(text, '"The') == "Ann"
    assert speaker(text, '"I lost') == "Tom"


def test_a_paragraph_that_ends_in_a_colon_says_who_speaks_in_the_next() -> None:
    text = (
        "Bo sat by the fire with Karl.\n\nThen Ann put down her cup and said:\n\n“It is late.”\n\n“It is.”\n"
    )
    story = Story.from_text(text)
    first = story.quotations[0]
    speaker = story.mentions[first.speaker]
    assert story.doc[speaker.start : speaker.end].text == "Ann"
    assert first.rule == "verb before"


def beside_first(text: str) -> tuple[str, str]:
    """Return who is said to speak the first quotation, and the rule."""
    doc = default_pipeline()(text)
    syntax = read_syntax(doc)
    starts = [token.idx for token in doc]
    ends = [token.idx + len(token) for token in doc]
    quotes = quotations(text, starts, ends)
    mentions = describe(syntax, detect(syntax), quotes)
    low, high = narration_around(syntax, quotes)[0]
    m, rule = said_by(syntax, People(syntax, mentions), quotes[0], low, high)
    found = mentions.candidates[m]
    return (doc[found.start : found.end].text if m >= 0 else "", rule)


@pytest.mark.parametrize(
    ("text", "speaker", "rule"),
    [
        ('Ann looked up. "Come in," said\nTom Brown.', "Tom Brown", "verb after"),
        ('"I never saw it," intimated Ann.', "Ann", "verb after"),
        ('"I never saw it," Ann grinned.', "Ann", "verb after"),
        ('When Tom turned away he said, "I will see to it." Ann went into the store.', "he", "verb before"),
        ('Tom paused sadly, then resumed:\n\n"It is late."', "Tom", "verb before"),
        ('Tom sat down. "It is late." She said nothing.', "", ""),
        ('"It is late," said the old clock.', "the old clock", "verb after"),
        ('"It is late," said a voice.', "", ""),
    ],
)
def test_who_is_said_to_speak(text: str, speaker: str, rule: str) -> None:
    assert beside_first(text) == (speaker, rule)


def test_white_space_is_no_neighbour() -> None:
    syntax = read_syntax(default_pipeline()('"Yes!" said\n  Ann.'))
    said = syntax.words.index("said")
    assert syntax.words[beside(syntax, said, 1)] == "Ann"
    assert beside(syntax, 0, -1) == 0
    assert last_mark(syntax, Quotation(0, said)) == "!"


def test_people_are_told_of_or_called() -> None:
    doc = default_pipeline()('Ann shut the door. "Come here, Tom!" she called.')
    syntax = read_syntax(doc)
    starts = [token.idx for token in doc]
    quotes = quotations(doc.text, starts, [token.idx + len(token) for token in doc])
    mentions = describe(syntax, detect(syntax), quotes)
    people = People(syntax, mentions)
    words = [doc[c.start : c.end].text for c in mentions.candidates]
    assert [words[m] for m in people.by_head.values()] == ["Ann", "she"]
    assert {words[m] for m in people.anything_starting.values()} == {"Ann", "the door", "she"}
    assert {quote: words[m] for quote, m in people.vocatives.items()} == {0: "Tom"}
    assert people.animate(words.index("Ann"))
    assert not people.animate(words.index("the door"))


def test_speakers_are_found_anew() -> None:
    doc = default_pipeline()('"It is late," said Ann.')
    syntax = read_syntax(doc)
    starts = [token.idx for token in doc]
    quotes = quotations(doc.text, starts, [token.idx + len(token) for token in doc])
    mentions = describe(syntax, detect(syntax), quotes)
    found = attribute(syntax, mentions, quotes)
    wrong = [Quotation(q.start, q.end, 0, rule="turns alternate") for q in found]
    assert attribute(syntax, mentions, wrong) == found


def test_turns_and_whom_they_are_spoken_to() -> None:
    assert turns_of([0, 0, 1, 4]) == [[0, 1], [2], [3]]
    assert turns_of([]) == []
    assert addressed([[0, 1], [2], [3]], [0, 0, 1, 4], [5, 5, 6, 5], {2: 9}) == [6, 6, 9, -1]
