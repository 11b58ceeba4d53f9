"""Readers of free-form questions: padding changes nothing."""

import random
from dataclasses import replace

import pytest
import torch

from symbolic_rc.core.record import Question, Record
from symbolic_rc.neural.answering import GeneratingReader, NeuralReader
from symbolic_rc.neural.catalogue import NEURAL, neural_entry
from symbolic_rc.neural.examples import NeuralVocabulary, build_vocabulary, passages
from symbolic_rc.neural.spans import SpanOutput
from symbolic_rc.neural.training import ModelFile
from symbolic_rc.readers import RankingReader
from symbolic_rc.story import Story

SPANS = [entry.name for entry in NEURAL if entry.task.endswith("SpanTask")]
SMALL = {"hidden": 16, "dropout": 0.0, "least_count": 1, "markers": 10, "stories": 5}


@pytest.fixture
def records():
    chance, found = random.Random(5), []
    for number in range(5):
        names = chance.sample("Ada Bo Cara Dan Eve Finn Gus Hal".split(), 4)
        things = chance.sample("mill boat bridge house farm inn".split(), 4)
        text = " ".join(f"{name} sold the {thing} ." for name, thing in zip(names, things, strict=True))
        questions = tuple(
            Question(f"{number}-{i}", f"Who sold the {thing} ?", ((name,),))
            for i, (name, thing) in enumerate(zip(names, things, strict=True))
        )
        found.append(Record(f"s{number}", text, questions))
    return found


def ready(name, records, **given):
    entry = neural_entry(name)
    settings = entry.settings(**{**SMALL, **given})
    vocabulary = build_vocabulary(records, settings)
    torch.manual_seed(settings.seed)
    model = entry.make_model(vocabulary.initial_vectors(settings.seed), settings)
    task = entry.make_task(vocabulary, settings)
    items = [item for record in records for item, _ in task.items(record, record.questions)]
    return model, task, items


@pytest.mark.parametrize("name", SPANS)
def test_padding_changes_no_span(name, records):
    model, task, items = ready(name, records)
    longer = Record("", records[0].text + " And so on ." * 4, records[0].questions)
    ((other, _),) = task.items(longer, longer.questions)
    model.eval()
    alone, beside = model(task.batch([items[1]])), model(task.batch([items[1], other]))
    width = len(items[1])
    for one, two in ((alone.first, beside.first), (alone.last, beside.last)):
        torch.testing.assert_close(one, two[:4, :width], atol=1e-4, rtol=1e-4)
        assert bool((two[:4, width:] < -1e8).all())


def test_the_best_span_is_not_longer_than_allowed_and_not_turned_round():
    first, last = torch.tensor([[0.0, 5.0, 0.0, 0.0]]), torch.tensor([[6.0, 0.0, 3.0, 4.0]])
    assert [one[:2] for one in SpanOutput(first, last).best(2)] == [(1, 2)]
    assert [one[:2] for one in SpanOutput(first, last).best(9)] == [(1, 3)]


def test_words_that_are_not_known_are_the_same_in_question_and_passage():
    question = Question("q", "Who saw Zyx?", (("Ann",),))
    record = Record("r", "Ann saw Zyx and Qwy.", (question,))
    ((found, places),) = passages(record, [question], NeuralVocabulary(["ann", "saw", "and"], 5), 100)
    assert places == [0]
    assert found.unknowns.tolist() == [-1, -1, 0, -1, 1, 2]
    assert found.questions[0].unknowns.tolist()[2] == 0
    assert (found.questions[0].first, found.questions[0].last) == (0, 0)


def test_questions_of_one_passage_are_learned_from_in_turns(records):
    _, task, _ = ready("bidaf", records, questions=3)
    found = task.items(records[0], records[0].questions, training=True)
    assert [(len(one.questions), places) for one, places in found] == [(3, [0, 1, 2]), (1, [3])]
    assert len(task.items(records[0], records[0].questions)) == 1


@pytest.mark.parametrize("name", [entry.name for entry in NEURAL if entry.task.endswith("GenerationTask")])
def test_given_answers_are_ranked_by_their_probability_for_each_word(name, records):
    model, task, _ = ready(name, records)
    asked, pool = records[0].questions[0], [one.references[0][0] for one in records[0].questions]
    file = ModelFile(name, task._settings, task._vocabulary, model.state_dict(), {})
    reader = GeneratingReader(file)
    assert isinstance(reader, RankingReader)
    found = reader.rank(Story(records[0]), asked, [*pool, "Ada and Bo", pool[0]])
    assert found.dtype == "float64"
    assert found[0] == found[-1]
    for text, score, words in ((pool[1], found[1], 2), ("Ada and Bo", found[4], 4)):  # its end is a word, too
        ((item, _),) = task.items(records[0], [replace(asked, references=((text,),))])
        with torch.inference_mode():
            total, _ = task.loss(model.eval(), task.batch([item]))
        assert score == pytest.approx(-float(total) / words, rel=1e-4)
    assert reader.rank(Story(Record("r", " ")), asked, pool).tolist() == [0.0] * 4


def test_a_reader_of_spans_ranks_nothing(records):
    model, task, _ = ready("bidaf", records)
    file = ModelFile("bidaf", task._settings, task._vocabulary, model.state_dict(), {})
    assert not isinstance(NeuralReader(file), RankingReader)


def test_a_section_that_the_data_name_is_the_passage():
    text = "Ann sold it. Bo bought it."
    question = Question("q", "Who bought it?", (("Bo",),), tags={"context": f"13-{len(text)}"})
    ((found, _),) = passages(Record("r", text, (question,)), [question], NeuralVocabulary([]), 100)
    assert found.texts == ("bo", "bought", "it", ".")
    assert found.starts[0] == 13
