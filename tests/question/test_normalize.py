"""What questions are read as."""

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.question.normalize import READ_AS, Speller, normalize_question

STORY = "Ada Holm kept the mill. When the flood came, she sold the wheel to Bo Finch, a trader."


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("who sold the whel", "Who sold the wheel?"),
        ("WHO'S BO FINCH?", "Who is Bo Finch?"),
        ("Where's she been?", "Where has she been?"),
        ("When the flood came, what did Ada sell?", "What did Ada sell when the flood came?"),
        (
            "After the flood, to whom did Ada sell the wheel?",
            "To whom did Ada sell the wheel after the flood?",
        ),
        ("Ada sold the wheel, didn’t she?", "Is it true that Ada sold the wheel?"),
        ("Ada didn't sell the wheel, did she?", "Is it true that Ada did sell the wheel?"),
        ("Ada can't swim, can she?", "Is it true that Ada can swim?"),
        ("Ada won't come, will she?", "Is it true that Ada will come?"),
        ("Do you know whether Ada left?", "Is it true that Ada left?"),
        ("Tell me if Ada left.", "Is it true that Ada left?"),
        ("Would you say that Ada left?", "Is it true that Ada left?"),
        ("Could it be that Ada left?", "Is it true that Ada left?"),
        ("Can you tell me: what did Ada sell?", "What did Ada sell?"),
        ("Do you know why did Ada leave?", "Why did Ada leave?"),
        ("According to the passage, where is Ada?", "Where is Ada?"),
        ("What exactly did Ada sell, according to this story?", "What did Ada sell?"),
        ("And so, how many wheels did she sell?", "How many wheels did she sell?"),
        ("Ada left, right?", "Is it true that Ada left?"),
        ("So did Ada leave?", "Did Ada leave?"),
        ("According to the text, did Ada leave?", "Did Ada leave?"),
        ("After the flood, did Ada leave?", "Did Ada leave after the flood?"),
    ],
)
def test_a_question_is_read_in_one_form(asked, read):
    made = normalize_question(Question("1", asked), Speller(STORY))
    assert made.text == read
    assert made.tags[READ_AS]


@pytest.mark.parametrize(
    "asked",
    [
        "Who sold the wheel?",
        "What did Ada, when asked, sell?",
        "When was it, then?",
        "Is it true that Ada left?",
        "Who was right?",
        "Did Ada ask whether Bo left?",
        "What do you think she sold?",
    ],
)
def test_a_plain_question_is_itself(asked):
    question = Question("1", asked)
    assert normalize_question(question, Speller(STORY)) is question


def test_a_cloze_question_is_left_alone():
    question = Question("1", "@placeholder sold the whel", placeholder="@placeholder")
    assert normalize_question(question, Speller(STORY)) is question


@pytest.mark.parametrize("weights", ["", None])
def test_the_trace_tells_what_was_read(weights):
    engine = symbolic_rc.load(weights=weights)
    answer = engine.answer(engine.read(STORY), "Who sold the whel?")
    assert answer.text == "Ada Holm"
    assert answer.trace.understanding[READ_AS] == "read *whel* as *wheel*"
    assert "read *whel* as *wheel*" in str(answer.trace)


def test_ranking_finds_the_case_of_a_question_that_was_read_anew():
    engine = symbolic_rc.load()
    story, question = engine.read(STORY), Question("1", "Who sold the whel?")
    before = engine.rank(story, question, ["Ada Holm", "Bo Finch"])
    engine.answer_all(story, [question])
    assert before.tolist() == engine.rank(story, question, ["Ada Holm", "Bo Finch"]).tolist()
