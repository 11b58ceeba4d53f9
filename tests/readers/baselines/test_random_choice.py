from collections import Counter

from symbolic_rc.core.record import Question
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.story import Story

STORY = Story.from_text("Then Ada met Brack. Then Osric met Ada.")
QUESTIONS = [Question(f"q{i}", "Who?", choices=("a", "b", "c")) for i in range(300)]


def test_a_guess_depends_on_seed_and_id_alone():
    reader = load_reader("random")
    forward = reader.answer_all(STORY, QUESTIONS)
    backward = reader.answer_all(STORY, QUESTIONS[::-1])
    assert forward == backward[::-1]
    assert forward != load_reader("random", ReaderOptions(seed=1)).answer_all(STORY, QUESTIONS)


def test_choices_are_equally_likely():
    counts = Counter(answer.text for answer in load_reader("random").answer_all(STORY, QUESTIONS))
    assert all(70 < counts[choice] < 130 for choice in "abc")


def test_a_free_question_gets_an_entity():
    answers = load_reader("random").answer_all(STORY, [Question(f"q{i}", "Who?") for i in range(50)])
    assert {answer.text for answer in answers} == {"Ada", "Brack", "Osric"}
