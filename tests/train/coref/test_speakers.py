"""Training of the speaker model on gold quotations."""

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.model import model
from symbolic_rc.coref.quotations.conversations import FEATURES, expect
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.train.coref.corpora import GoldDocument, GoldQuotation
from symbolic_rc.train.coref.examples import CorefExample, examples
from symbolic_rc.train.coref.main import fit_chains, match_quotations, train_speakers, training_chains

NAMES = ("Anna", "Tom", "Mary", "Jack", "Susan", "Peter", "Helen", "George")


def document(first: str, second: str) -> GoldDocument:
    """Return a conversation of two people with alternating turns."""
    text = (
        f'{first} met {second} .\n\n" Where is it ? " asked {first} .\n\n" What ? " said {second} .\n\n'
        '" The key . "\n\n" It is lost . "\n\n" Lost ? "\n\n" Yes . "\n'
    )
    tokens, starts, at = tuple(text.split()), [], 0
    for token in tokens:
        at = text.index(token, at)
        starts.append(at)
        at += len(token)
    ends = tuple(start + len(token) for start, token in zip(starts, tokens, strict=True))
    marks = [i for i, token in enumerate(tokens) if token == '"']
    pairs = zip(marks[::2], marks[1::2], strict=True)
    quotes = tuple(GoldQuotation(a, b + 1, "12"[n % 2]) for n, (a, b) in enumerate(pairs))
    clusters = {
        str(k): tuple((i, i + 1) for i, token in enumerate(tokens) if token == name)
        for k, name in ((1, first), (2, second))
    }
    return GoldDocument(first, text, tokens, tuple(starts), ends, clusters, quotes=quotes)


def stories() -> list[CorefExample]:
    pairs = zip(NAMES, NAMES[1:] + NAMES[:1], strict=True)
    return examples([document(*pair) for pair in pairs], default_pipeline().pipe)


def test_gold_quotations_are_matched() -> None:
    (example, *_) = stories()
    assert example.aligned is not None
    assert isinstance(example.gold, GoldDocument)
    found = match_quotations(example.gold, example.aligned, example.document.quotes)
    assert found == [(0, 0), (1, 1), (2, 0), (3, 1), (4, 0), (5, 1)]
    last = [Quotation(example.document.quotes[-1].start, example.document.quotes[-1].end)]
    assert match_quotations(example.gold, example.aligned, last) == [
        (-1, 0), (-1, 1), (-1, 0), (-1, 1), (-1, 0), (0, 1),
    ]  # fmt: skip


def test_alternating_turns_are_learned() -> None:
    training = stories()
    weights = train_speakers(training, lambda rest: model().ranker)
    again = train_speakers(training, lambda rest: model().ranker)
    assert weights.tobytes() == again.tobytes()
    assert weights[FEATURES.index("back, same next")] > 0 > weights[FEATURES.index("same next")]
    for example in training:
        entity = np.maximum(example.labels.gold, -1) + 1
        for chain, allowed in training_chains(example, entity.astype(np.int32)):
            _, _, probabilities = expect(chain, weights)
            for right, probability in zip(allowed, probabilities, strict=True):
                assert right is None or right[int(probability.argmax())]


def test_turns_with_a_precise_rule_can_be_hidden() -> None:
    (example, *_) = stories()
    entity = (example.labels.gold + 1).astype(np.int32)
    ((_, plain),) = training_chains(example, entity)
    ((_, hidden),) = training_chains(example, entity, 1.0)
    assert [right is None for right in plain] == [True, True, False, False, False, False]
    assert not any(right is None for right in hidden[:2])


def test_no_training_chains() -> None:
    assert not fit_chains([]).any()
