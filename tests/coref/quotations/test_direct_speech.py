"""Direct speech: its marks, its speakers."""

import time

import pytest

from symbolic_rc.core.tokens import tokens
from symbolic_rc.coref.quotations.direct_speech import quotations, spans, speeches, style
from symbolic_rc.story import Story


def found(text: str) -> list[str]:
    words = tokens(text)
    starts, ends = words.starts.tolist(), words.ends.tolist()
    return [text[starts[q.start] : ends[q.end - 1]] for q in quotations(text, starts, ends)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Come in,” said Ann. “It is late.”", ["“Come in,”", "“It is late.”"]),
        ('"Come in," said Ann. "It is late."', ['"Come in,"', '"It is late."']),
        ("‘Come in,’ said Ann. ‘It’s Tom’s hat.’", ["‘Come in,’", "‘It’s Tom’s hat.’"]),
        ("'Come in,' said Ann. 'It isn't late.'", ["'Come in,'", "'It isn't late.'"]),
        ('" Come in , " said Ann . " It is late . "', ['" Come in , "', '" It is late . "']),
        ("Tom's mother's hat wasn't new.", []),
        ("", []),
    ],
)
def test_marks(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_an_open_quotation_ends_with_its_paragraph() -> None:
    assert found("“I walked on.\n\n“And then,” said Ann, “I sat.”") == [
        "“I walked on.",
        "“And then,”",
        "“I sat.”",
    ]


def test_style_of_apostrophes_is_not_speech() -> None:
    assert style("“Tom’s,” he said. “No, Ann’s.”") == "curly"


SCREENPLAY = (
    "INT. GARAGE - NIGHT\n\nDANA (setting the brakes)\nHand me the wrench.\n\nOSCAR\nI lost it.\n\n"
    "DANA\nYou lost it?\n\nOSCAR\nYes.\n"
)


def test_screenplay_headings() -> None:
    words = tokens(SCREENPLAY)
    rows = speeches(SCREENPLAY, words.starts.tolist(), words.ends.tolist())
    assert [" ".join(words.words[a:b]) for _, (a, b), _ in rows] == ["DANA", "OSCAR", "DANA", "OSCAR"]
    assert words.words[rows[1][0].start : rows[1][0].end] == ("I", "lost", "it", ".")


def test_chapters_are_no_screenplay() -> None:
    text = "".join(f"CHAPTER {n}\nAnn went out. She met Tom.\n\n" for n in ("I", "II", "III", "IV"))
    words = tokens(text)
    assert speeches(text, words.starts.tolist(), words.ends.tolist()) == []


def test_speakers_of_a_screenplay_say_i() -> None:
    story = Story.from_text(SCREENPLAY)
    assert {q.rule for q in story.quotations} == {"heading"}
    me = next(m for m in story.mentions if story.doc[m.start].text == "I")
    assert story.entities[me.entity].name.upper() == "OSCAR"


def test_a_dash_opens_speech_that_nothing_closes() -> None:
    text = (
        "Ann looked up.\n\n— Come down, Bo! she\nsaid softly. The tea is hot.\n\n"
        "— I — I heard, answered Bo.\n\nHe came — slowly — down.\n\n— Thanks.\n\n— II —\n\nIt was late.\n"
    )
    assert style(text) == "dash"
    found = [text[first:last] for first, last in spans(text)]
    assert found == ["— Come down, Bo!", "The tea is hot.", "— I — I heard,", "— Thanks."]


@pytest.mark.parametrize("unit", ["\n", " \n", "\r\n", " "])
def test_time_is_linear_in_blank_lines(unit: str) -> None:
    start = time.process_time()
    assert list(spans("“Come,” said Ann." + unit * 100_000 + "Bo came.")) == [(0, 7)]
    assert time.process_time() - start < 5
