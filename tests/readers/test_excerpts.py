"""Stages before a reader: which parts of a story it is shown, or told to look in."""

from itertools import pairwise

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.question.parsed import context_of
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.readers.excerpts import Guided, with_excerpts
from symbolic_rc.story import Story

TEXT = "Ada kept the mill. It rained for days. Bo sold the lamp."


class Echo:
    """Answers with the places that it is told to look in."""

    def answer_all(self, story, questions):
        return [Answer(tuple(story.text[i:j] for i, j in context_of(one))) for one in questions]


class Whole:
    """Answers with all that it is shown, and must not be told where to look."""

    def answer_all(self, story, questions):
        assert not any(context_of(one) for one in questions)
        return [Answer((story.text,), ((0, len(story.text)),)) for _ in questions]


def test_a_guided_reader_gets_the_whole_story_and_the_places():
    story = Story(Record("s", TEXT))
    sentences = list(pairwise(story.tokens.sentences.tolist()))
    guided = Guided(Echo(), lambda story, questions: [[sentences[0], sentences[2]] for _ in questions])
    answers = guided.answer_all(story, [Question("q", "Who sold the lamp?")])
    assert answers[0].texts == ("Ada kept the mill.", "Bo sold the lamp.")


def test_only_the_engine_can_be_guided():
    with pytest.raises(SymbolicRCError, match="--whole"):
        load_reader("word-distance", ReaderOptions(chunks=2, whole=True))
    with pytest.raises(SymbolicRCError, match="--chunks"):
        load_reader("symbolic", ReaderOptions(whole=True))


@pytest.mark.parametrize(("sections", "seen"), [("only", "Bo sold the lamp."), ("ignored", TEXT)])
def test_sections_that_the_data_name_are_read_alone_or_not_told(sections, seen):
    story = Story(Record("s", TEXT))
    question = Question("q", "Who sold the lamp?", tags={"context": f"{TEXT.index('Bo')}-{len(TEXT)}"})
    answer = with_excerpts(Whole(), ReaderOptions(sections=sections)).answer_all(story, [question])[0]
    assert (answer.texts, [TEXT[a:b] for a, b in answer.spans]) == ((seen,), [seen])


def test_an_unknown_way_with_sections_is_refused():
    with pytest.raises(SymbolicRCError, match="--sections"):
        load_reader("symbolic", ReaderOptions(sections="all"))


class Shown:
    """Answers with the text that it is shown."""

    def answer_all(self, story, questions):
        return [Answer((story.text,), ((0, len(story.text)),)) for _ in questions]


def test_pruning_as_duorc_resolves_pronouns():
    text = "Ada Holm came to Bergen in spring. Nobody met her. It rained for days. The lamp was sold in May."
    story = Story(Record("s", text))
    (answer,) = with_excerpts(Shown(), ReaderOptions(prune="duorc")).answer_all(
        story, [Question("q", "Where did Holm meet nobody?")]
    )
    assert "met her" in " ".join(answer.texts)
    assert "lamp" not in " ".join(answer.texts)


def test_an_unknown_rule_of_pruning_is_told():
    with pytest.raises(SymbolicRCError, match="there are: half, duorc"):
        with_excerpts(Shown(), ReaderOptions(prune="third"))
