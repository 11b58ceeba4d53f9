"""Questions in two steps: one section names the title of another, which tells what is asked."""

import pytest

import symbolic_rc
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.sections import second_step, sections_of, with_name
from symbolic_rc.story import Story

_TEXT = """Talvik Mill (museum)

Talvik Mill is a museum beside the river Orne in the town of Brenna in Norway. It was built by Ilmar Kuusk.

Ilmar Kuusk

Ilmar Kuusk (3 May 1889 - 12 August 1954) was an Estonian architect. He studied in Riga and taught drawing at
the Narva School of Arts. He won the Golden Compass in 1940."""


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(_TEXT)


def test_sections(story: Story) -> None:
    sections = sections_of(story.facts)
    assert [one.title for one in sections] == [("talvik", "mill"), ("ilmar", "kuusk")]
    assert [story.doc[one.end - 1].text for one in sections] == ["\n\n", "."]
    assert not sections_of(Story.from_text("Ada sold the mill. Bo was ill.").facts)


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("Talvik Mill was built by a man who studied in which city?", "Ilmar Kuusk studied in which city?"),
        ("What prize did the man who built Talvik Mill win?", "What prize did Ilmar Kuusk win?"),
        ("Where did Talvik Mill's architect teach drawing?", "Where did Ilmar Kuusk teach drawing?"),
        ("What is the name of the man who built Talvik Mill?", ""),
    ],
)
def test_second_question(story: Story, question: str, second: str) -> None:
    query = read_query(question)
    assert second_step(query, story.facts) == sections_of(story.facts)[1]
    assert with_name(query, "Ilmar Kuusk") == second


def test_no_second_step(story: Story) -> None:
    assert second_step(read_query("When did Ilmar Kuusk win the Golden Compass?"), story.facts) is None


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("Talvik Mill was built by a man who studied in which city?", "Riga"),
        ("Talvik Mill is the work of an architect who won what prize?", "the Golden Compass"),
        ("Are Talvik Mill and Ilmar Kuusk both from Norway?", "no"),
        ("Are Talvik Mill and Ilmar Kuusk both in Estonia?", "no"),
    ],
)
def test_answers(question: str, right: str) -> None:
    engine = symbolic_rc.load()
    assert engine.answer(engine.read(_TEXT), question).text == right
