"""Quote attribution: verbs of saying beside a quotation, and evidence around it."""

from functools import cache

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.mentions.attributes import Mentions, describe
from symbolic_rc.coref.mentions.detection import detect
from symbolic_rc.coref.mentions.syntax import Syntax, read_syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation, quotations
from symbolic_rc.coref.quotations.speakers import (
    Participants,
    addressed,
    attribute,
    beside,
    last_mark,
    narration_around,
    said_by,
    turns_of,
)
from symbolic_rc.story import Story


@cache
def described(text: str) -> tuple[Syntax, Mentions, list[Quotation], list[str]]:
    """Return a text's syntax, its mentions, its quotations and the mentions' words."""
    doc = default_pipeline()(text)
    syntax = read_syntax(doc)
    starts = [token.idx for token in doc]
    quotes = quotations(text, starts, [token.idx + len(token) for token in doc])
    mentions = describe(syntax, detect(syntax), quotes)
    return syntax, mentions, quotes, [doc[c.start : c.end].text for c in mentions.candidates]


@pytest.mark.parametrize(
    ("text", "start", "expected"),
    [
        ('Ann looked at Tom. "Where is it?" she asked.\n\nTom laughed and said, "Here."', '"Where', "Ann"),
        ('Ann looked at Tom. "Where is it?" she asked.\n\nTom laughed and said, "Here."', '"Here', "Tom"),
        ('"Where is it?" asked Ann.\n\n"What?" said Tom.\n\n"The key."\n\n"I lost it."', '"The', "Ann"),
        ('"Where is it?" asked Ann.\n\n"What?" said Tom.\n\n"The key."\n\n"I lost it."', '"I lost', "Tom"),
        ("Bo sat by Karl.\n\nThen Ann put down her cup and said:\n\n“It is late.”\n\n“It is.”", "“It", "Ann"),
    ],
)
def test_speakers(text: str, start: str, expected: str) -> None:
    story = Story.from_text(text)
    quote = next(q for q in story.quotations if story.doc[q.start : q.end].text.startswith(start))
    assert story.entities[story.mentions[quote.speaker].entity].name == expected


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
def test_verbs_of_saying(text: str, speaker: str, rule: str) -> None:
    syntax, mentions, quotes, words = described(text)
    low, high = narration_around(syntax, quotes)[0]
    m, found = said_by(Participants(syntax, mentions), quotes[0], low, high)
    assert (words[m] if m >= 0 else "", found) == (speaker, rule)


def test_white_space_is_skipped() -> None:
    syntax, *_ = described('"Yes!" said\n  Ann.')
    said = syntax.words.index("said")
    assert syntax.words[beside(syntax, said, 1)] == "Ann"
    assert beside(syntax, 0, -1) == 0
    assert last_mark(syntax, Quotation(0, said)) == "!"


def test_participants() -> None:
    syntax, mentions, _, words = described('Ann shut the door. "Come here, Tom!" she called.')
    people = Participants(syntax, mentions)
    assert [words[m] for m in people.by_head.values()] == ["Ann", "she"]
    assert {words[m] for m in people.any_by_start.values()} == {"Ann", "the door", "she"}
    assert {quote: words[m] for quote, m in people.vocatives.items()} == {0: "Tom"}
    assert people.animate[words.index("Ann")]
    assert not people.animate[words.index("the door")]


def test_earlier_speakers_are_ignored() -> None:
    syntax, mentions, quotes, _ = described('"It is late," said Ann.')
    found = attribute(syntax, mentions, quotes)
    wrong = [Quotation(q.start, q.end, 0, rule="turns alternate") for q in found]
    assert attribute(syntax, mentions, wrong) == found


def test_turns_and_addressees() -> None:
    assert turns_of([], []) == []
    assert turns_of([0, 0, 1, 4, 4], ["", "", "", "", "action beat"]) == [[0, 1], [2], [3], [4]]
    assert addressed([[0, 1], [2], [3]], [0, 0, 1, 4], [5, 5, 6, 5], {2: 9}) == [6, 6, 9, -1]
