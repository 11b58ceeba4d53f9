"""The six strategies of the frame-semantic reader, on text as it is written and on markers."""

import pytest

from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.cloze import ClozeOptions, articles, questions
from symbolic_rc.readers.baselines.frame_semantic import STRATEGIES, FrameSemantic
from symbolic_rc.readers.baselines.prominent import Frequency
from symbolic_rc.story import Story

EXACT, BE, FRAME, PERMUTED, ENTITY, BACK_OFF = STRATEGIES

#: The examples of Hermann et al. 2015, table 4, in their order, and one for the back-off: story, question,
#: answer, strategy. Each name is a marker in the second form.
EXAMPLES = [
    ("Kim loves Suse .", "X loves Suse .", "Kim", EXACT),
    ("Mike is president .", "X is president .", "Mike", BE),
    ("Tom won Academy Award .", "X won Oscar .", "Tom", FRAME),
    ("Suse met Tom .", "X met Suse .", "Tom", PERMUTED),
    ("Tom loves candy .", "X likes candy .", "Tom", ENTITY),
    ("Tom ran . Then Suse saw Tom .", "X sings in the choir .", "Tom", BACK_OFF),
]
MARKERS = {"Academy Award": "@entity7", "Oscar": "@entity6", "Kim": "@entity1", "Suse": "@entity2"}
MARKERS |= {"Mike": "@entity3", "Tom": "@entity4"}

#: Real sentences: around the fact that answers stand others, in longer sentences.
TOLD = (
    "Norling Lines sold its oldest ship to Bergen Museum in May , Ada Holm said . "
    "Holm , who has led Norling Lines since 2009 , called it a sad day . "
    "A week later Jonas Vik praised Holm for her patience . "
    "Vik is a former captain . "
    "In spring , Bergen Museum hired Eva Lund as its curator . "
    "Petra Moe owns the last lighthouse of the coast ."
)
ASKED = [
    ("X sold a ship to Bergen Museum .", "Norling Lines", EXACT),
    ("X hired Eva Lund as a curator .", "Bergen Museum", EXACT),
    ("X is a former captain .", "Jonas Vik", BE),
    ("X hired a curator from abroad .", "Bergen Museum", FRAME),
    ("X praised Vik .", "Ada Holm", PERMUTED),
    ("X bought the last lighthouse of the coast .", "Petra Moe", ENTITY),
    ("X sleeps badly .", "Ada Holm", BACK_OFF),
]


@pytest.fixture(scope="module", autouse=True)
def _frames():
    if not lexicon_path("frames.lex").is_file():
        pytest.skip("frames.lex has not been built")


def asking(text, questions, seed=1):
    """Return answers with their strategies, `X` in each question being the gap."""
    asked = [
        Question(str(i), one.replace("X", "@placeholder", 1), placeholder="@placeholder")
        for i, one in enumerate(questions)
    ]
    found = FrameSemantic(seed).answer_all(Story(Record("tale", text, tokenised=True)), asked)
    return [(one.text, one.rule) for one in found]


def anonymised(text, markers):
    """Return a text with markers in place of its names, long ones first."""
    for name in sorted(markers, key=len, reverse=True):
        text = text.replace(name, markers[name])
    return text


@pytest.mark.parametrize(("story", "question", "answer", "strategy"), EXAMPLES)
def test_the_papers_example(story, question, answer, strategy):
    assert asking(story, [question]) == [(answer, strategy)]


@pytest.mark.parametrize(("story", "question", "answer", "strategy"), EXAMPLES)
def test_the_papers_example_anonymised(story, question, answer, strategy):
    story, question, answer = (anonymised(one, MARKERS) for one in (story, question, answer))
    assert asking(story, [question]) == [(answer, strategy)]


@pytest.mark.parametrize(("question", "answer", "strategy"), ASKED)
def test_longer_sentences(question, answer, strategy):
    assert asking(TOLD, [question]) == [(answer, strategy)]


TOLD_MARKERS = {
    "Norling Lines": "@entity0",
    "Bergen Museum": "@entity1",
    "Ada Holm": "@entity2",
    "Holm": "@entity2",
    "Jonas Vik": "@entity3",
    "Vik": "@entity3",
    "Eva Lund": "@entity5",
    "Petra Moe": "@entity6",
}


@pytest.mark.parametrize(("question", "answer", "strategy"), ASKED)
def test_longer_sentences_anonymised(question, answer, strategy):
    story, question, answer = (anonymised(one, TOLD_MARKERS) for one in (TOLD, question, answer))
    assert asking(story, [question]) == [(answer, strategy)]


@pytest.mark.parametrize("question", ["What did Ada Holm sell ?", "What was sold by Ada Holm ?"])
def test_a_free_question_may_ask_for_what_is_no_entity(question):
    story = Story(Record("tale", "In the autumn Ada Holm sold the old mill .", tokenised=True))
    (answer,) = FrameSemantic().answer_all(story, [Question("q", question)])
    assert (answer.text, answer.rule) == ("the old mill", EXACT)


def test_a_pronoun_answers_by_the_name_of_whom_it_means():
    told = "One day Ada Holm came to Bergen . Later she praised Oskar Lind ."
    assert asking(told, ["X praised Oskar Lind ."]) == [("Ada Holm", EXACT)]


@pytest.mark.data
@pytest.mark.slow
def test_plain_news_is_read_better_than_by_frequency(data_dir):
    from itertools import islice

    options = ClozeOptions(anonymise=False)
    found = articles(data_dir / "cnn/stories-dev.jsonl.xz")
    records = [record for one in islice(found, 60) if (record := questions(one, options))]
    right = {"frame-semantic": 0, "exclusive-frequency": 0}
    strategies = set()
    for record in records:
        story = Story(record)
        for name, reader in (("frame-semantic", FrameSemantic()), ("exclusive-frequency", Frequency(True))):
            for question, answer in zip(
                record.questions, reader.answer_all(story, record.questions), strict=True
            ):
                right[name] += any(answer.text == text for (text,) in question.references)
                strategies.add(answer.rule)
                assert answer.text.lower() not in ("our", "he", "it")
    assert right["frame-semantic"] > right["exclusive-frequency"] + 10
    assert {EXACT, BE, FRAME, BACK_OFF} <= strategies
