import pytest

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story

STORY = Story(
    Record(
        "s",
        "A miller slept . The old baker sold nine loaves to a sailor . The sailor sang all night long .",
        tokenised=True,
    )
)
QUESTION = Question("q", "what did the baker sell to a sailor ?", (("nine loaves",), ("the nine loaves",)))


@pytest.mark.parametrize("measure", ["bleu1", "rougel"])
def test_the_sentence_most_like_the_question(measure):
    answer = load_reader(f"ir-{measure}-sentence").answer_all(STORY, [QUESTION])[0]
    assert answer.text == "The old baker sold nine loaves to a sailor ."
    assert answer.rule == f"ir-{measure}-sentence"
    assert [STORY.text[i:j] for i, j in answer.spans] == [answer.text]


def test_spans_have_the_length_that_was_named():
    for name, length in (("4gram", 4), ("8gram", 8)):
        answer = load_reader(f"ir-bleu1-{name}").answer_all(STORY, [QUESTION])[0]
        assert len(answer.text.split()) == length


def test_the_default_spans_are_the_papers_best():
    for measure, span in (("bleu1", "sentence"), ("rougel", "8gram")):
        short, long = load_reader(f"ir-{measure}"), load_reader(f"ir-{measure}-{span}")
        assert short.answer_all(STORY, [QUESTION]) == long.answer_all(STORY, [QUESTION])


def test_the_oracle_takes_the_best_of_the_references():
    answer = load_reader("oracle-rougel-4gram").answer_all(STORY, [QUESTION])[0]
    assert "nine loaves" in answer.text


def test_the_oracle_without_references_says_nothing():
    answers = load_reader("oracle-bleu1").answer_all(STORY, [Question("q", "what ?"), QUESTION])
    assert answers[0].texts == ()
    assert answers[1].texts


def test_ranking_prefers_the_answer_like_the_question():
    scores = load_reader("ir-bleu1").rank(STORY, QUESTION, ["a mouse", "the baker sell", "nothing"])
    assert scores.argmax() == 1
    assert len(scores) == 3


def test_a_story_shorter_than_the_span_is_the_answer():
    story = Story.from_text("Only this")
    assert load_reader("ir-bleu1-8gram").answer_all(story, [Question("q", "this?")])[0].text == "Only this"
    assert load_reader("ir-bleu1-8gram").answer_all(Story.from_text(""), [QUESTION])[0].texts == ()
