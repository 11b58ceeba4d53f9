from itertools import islice

import pytest

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import read
from symbolic_rc.metrics import MRR, AnswerPool
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.readers.baselines.retrieval import PAPER_SPANS
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


@pytest.mark.parametrize("measure", ["bleu1", "rougel", "cosine"])
def test_the_oracle_may_take_spans_as_long_as_the_answer(measure):
    answer = load_reader(f"oracle-{measure}-answer").answer_all(STORY, [QUESTION])[0]
    assert answer.text == "nine loaves"
    long = Question("q", "who ?", (("sailor sang all night long .",), ("the old wolf",)))
    assert load_reader(f"oracle-{measure}").answer_all(STORY, [long])[0].text == "sailor sang all night long"


def test_whole_stories_have_the_spans_of_their_own_table():
    stories = ReaderOptions(format="narrativeqa-stories")
    for name in ("ir-bleu1", "ir-rougel", "ir-cosine", "oracle-bleu1", "oracle-rougel", "oracle-cosine"):
        kind, _, measure = name.partition("-")
        for options, place in ((ReaderOptions(), 0), (stories, 1)):
            span = PAPER_SPANS[kind][measure][place]
            answer = load_reader(name, options).answer_all(STORY, [QUESTION])[0]
            assert answer.rule == f"{name}-{span}"
            assert answer.texts == load_reader(f"{name}-{span}").answer_all(STORY, [QUESTION])[0].texts
    assert PAPER_SPANS["ir"] == {  # Kocisky et al. 2018: table 5, table 6
        "bleu1": ("sentence", "8gram"),
        "rougel": ("8gram", "sentence"),
        "cosine": ("sentence", "8gram"),
    }


@pytest.mark.parametrize("measure", ["bleu1", "rougel", "cosine"])
def test_the_oracle_ranks_the_answer_itself_first(measure):
    pool = ["nine loaves .", "Qzx", "the nine loaves", "Wvy", "nine sailors"]
    reader = load_reader(f"oracle-{measure}")
    for place, answer in enumerate(("nine loaves", "qzx .")):
        scores = reader.rank(STORY, Question("q", "?", ((answer,),)), pool)
        assert scores.argmax() == place
        assert (scores == scores.max()).sum() == 1


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


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "stories", "low", "high"),
    [  # Kocisky et al. 2018, table 5: random rank 0.133, oracles 1.000
        ("random", 115, 0.128, 0.138),
        ("oracle-bleu1", 12, 0.98, 1.0),
        ("oracle-rougel", 12, 0.98, 1.0),
        ("oracle-cosine", 12, 0.98, 1.0),
    ],
)
def test_the_mrr_of_chance_and_of_the_oracles(data_dir, name, stories, low, high):
    reader, metric, found = load_reader(name), MRR(), []
    for record in islice(read(data_dir / "narrativeqa" / "valid.json", "narrativeqa"), stories):
        pool, story = AnswerPool.of(record.questions), Story(record)
        for number, question in enumerate(record.questions):
            scores = reader.rank(story, question, pool.texts)
            found.append(metric.statistics(pool, scores, number, question))
    assert low <= metric.score(found) <= high
