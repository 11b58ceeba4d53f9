"""Cloze readers: padding and markers change no answer."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from symbolic_rc.core.record import Question, Record
from symbolic_rc.neural.catalogue import NEURAL, neural_entry
from symbolic_rc.neural.cloze_readers import ClozeOutput
from symbolic_rc.neural.examples import build_vocabulary

READERS = [entry.name for entry in NEURAL if entry.task.endswith("ClozeTask")]
SMALL = {"hidden": 24, "dropout": 0.0, "least_count": 1, "markers": 10, "stories": 4}


def ready(name, records, **given):
    entry = neural_entry(name)
    settings = entry.settings(**{**SMALL, **given})
    vocabulary = build_vocabulary(records, settings)
    torch.manual_seed(settings.seed)
    model = entry.make_model(vocabulary.initial_vectors(settings.seed), settings)
    task = entry.make_task(vocabulary, settings)
    return model, task, [item_of(task, record) for record in records], settings


def item_of(task, record):
    ((item, _),) = task.items(record, record.questions)
    return item


@pytest.mark.parametrize("name", READERS)
def test_probabilities_are_of_the_story_s_entities(name, cloze_records):
    model, task, items, _ = ready(name, cloze_records)
    batch = task.batch(items)
    found = model.eval()(batch)
    assert found.log_probabilities.shape == (20, batch.markers.shape[1])
    sums = found.log_probabilities.exp().sum(dim=1)
    torch.testing.assert_close(sums, torch.ones(20), atol=1e-4, rtol=0)
    if found.attention is not None:
        steps = batch.asked.shape[1] if name == "impatient-reader" else 1
        assert found.attention.shape == (20, steps, batch.words.shape[1])


@pytest.mark.parametrize("name", ["attentive-reader", "impatient-reader", "deep-lstm-reader"])
def test_the_whole_vocabulary_shares_the_probability(name, cloze_records):
    model, task, items, settings = ready(name, cloze_records, whole_vocabulary=True)
    batch = task.batch(items)
    found = model.eval()(batch)
    words = len(task._vocabulary.words)
    assert found.words.shape == (20, words)
    everything = found.log_probabilities.exp().sum(dim=1) + found.words.exp().sum(dim=1)
    # markers that a story does not have keep a share of their own
    assert settings.markers > batch.markers.shape[1]
    assert (everything < 1).all()


def test_a_word_that_is_more_probable_than_every_entity_is_the_answer():
    text = "@entity10 sold the mill . @entity1 bought it ."
    question = Question("q", "who bought it ? @placeholder", (("@entity1",),), placeholder="@placeholder")
    record = Record("r", text, (question,), tokenised=True)
    _, task, (item,), _ = ready("attentive-reader", [record], whole_vocabulary=True)
    words = torch.zeros(1, len(task._vocabulary.words))
    words[0, task._vocabulary.words.index("mill")] = 0.5
    for entity, right, told in ((0.4, False, "mill"), (0.6, True, "@entity1")):
        output = ClozeOutput(torch.log(torch.tensor([[0.1, entity]])), words=torch.log(words))
        (answer,) = task.answers(lambda _, output=output: output, record, item)
        assert answer.text == told
        assert output.correct(torch.tensor([1])).tolist() == [right]


@pytest.mark.parametrize("name", READERS)
def test_padding_changes_no_answer(name, cloze_records):
    model, task, items, _ = ready(name, cloze_records)
    longer = item_of(task, replace(cloze_records[0], text=cloze_records[0].text + " and the rest ." * 5))
    model.eval()
    alone = model(task.batch([items[1]])).log_probabilities[:, : items[1].candidates]
    beside = model(task.batch([items[1], longer])).log_probabilities[:2, : items[1].candidates]
    torch.testing.assert_close(alone, beside, atol=1e-4, rtol=1e-4)


def test_markers_are_dealt_anew_and_answers_stay_theirs(cloze_records):
    _, task, items, _ = ready("as-reader", cloze_records)
    random = np.random.default_rng(0)
    first, second = task.batch(items, random), task.batch(items, random)
    assert first.markers.tolist() != second.markers.tolist()
    assert first.entities.tolist() == second.entities.tolist()
    assert first.answers.tolist() == second.answers.tolist()
    for batch in (first, second):  # each entity's tokens carry the marker that it was dealt
        places = batch.entities < batch.markers.shape[1]
        rows = torch.arange(len(batch.words))[:, None].expand_as(batch.words)[places]
        assert (batch.words[places] - 6).tolist() == batch.markers[rows, batch.entities[places]].tolist()


def test_an_answer_stands_where_its_own_marker_does():
    text = "@entity10 sold the mill . @entity1 bought it ."
    question = Question("q", "who bought it ? @placeholder", (("@entity1",),), placeholder="@placeholder")
    record = Record("r", text, (question,), tokenised=True)
    _, task, (item,), _ = ready("as-reader", [record])
    output = ClozeOutput(torch.log(torch.tensor([[0.1, 0.9]])))
    (answer,) = task.answers(lambda _: output, record, item)
    assert (answer.text, answer.spans) == ("@entity1", ((26, 34),))
