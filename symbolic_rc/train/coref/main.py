"""Train the coreference model: ``python -m symbolic_rc.train coref --data DIR``.

Trains on LitBank's training documents, OntoGUM's training documents of the genres whose text is CC BY or CC
BY-SA, and GAP. Writes ``coref.lex``. The same command gives the same bytes.

Speakers are learned from LitBank's quotations, on entities of rankers that were not trained on the document.
As few quotations lack a verb of saying, each document is used twice, also with half of these verbs hidden.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.arrays import Flags, Int8s, Ints, Singles
from symbolic_rc.coref.linking import apply_sieves, link, link_all
from symbolic_rc.coref.model import CorefModel, EntityRanker
from symbolic_rc.coref.quotations import conversations as C
from symbolic_rc.coref.quotations.conversations import Chain, Floats
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.speakers import turns_of
from symbolic_rc.coref.ranker.arrays import ShortlistRecords, TrainingInput
from symbolic_rc.coref.ranker.ranking import RIGHT, WRONG
from symbolic_rc.coref.ranker.shortlist import COLUMNS, SHORT
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.models.boosting import BoostSettings, boost_lists
from symbolic_rc.models.trees import Trees
from symbolic_rc.train.annotate.raw import FREE_GENRES
from symbolic_rc.train.coref import corpora
from symbolic_rc.train.coref import examples as E
from symbolic_rc.train.coref.corpora import GapSnippet, GoldDocument, TokenAlignment
from symbolic_rc.train.coref.examples import CorefExample, TrainingPass

log = logging.getLogger(__name__)

EPOCHS, RATE, DROP = 6, 0.15, 0.4
#: Weights are averaged over these seeds: the order of the documents alone varies figures by half a point.
SEEDS = (7, 8, 9)
#: Added to the score of starting a new entity, which is too high without it.
BIAS = -0.7

#: Folds of documents whose shortlists are by weights of the others.
FOLDS = 5
SETTINGS = BoostSettings(
    rounds=600, leaves=31, rate=0.035, least=100, l2=5.0, lists=0.8, features=0.2, sharp=1.0
)
#: The weight of a shortlist in partially and in completely annotated documents.
PARTIAL_WEIGHT, COMPLETE_WEIGHT = 1.0, 2.0

#: Trains a ranker on examples.
Trainer = Callable[[Sequence[CorefExample]], EntityRanker]


def train_weights(
    training: Sequence[CorefExample], epochs: int = EPOCHS, seeds: Sequence[int] = SEEDS
) -> EntityRanker:
    """Train the ranker's weights: the first epoch on gold clusters, then on predicted ones."""
    training = E.training_versions(training)
    passes = [E.training_passes(example) for example in training]
    total = np.zeros(PLACES, np.float64)
    for seed in seeds:
        total += _weights(training, passes, epochs, seed) / len(seeds)
    return EntityRanker((total * (1.0 - DROP)).astype(np.float32), BIAS)


def _weights(
    training: Sequence[CorefExample], passes: Sequence[list[TrainingPass]], epochs: int, seed: int
) -> NDArray[np.float64]:
    """Return the mean of the weights after each epoch of the second half."""
    weights, gradients = np.zeros(PLACES, np.float32), np.zeros(PLACES, np.float32)
    ranker = EntityRanker(weights)
    total = np.zeros(PLACES, np.float64)
    generator = np.random.default_rng(seed)
    for epoch in range(epochs):
        loss = 0.0
        for i in generator.permutation(len(training)).tolist():
            example = training[i]
            if epoch == 0 and isinstance(example.gold, GapSnippet):
                continue
            drawn = (seed * epochs + epoch) * len(training) + i
            for one in passes[i]:
                given = TrainingInput(example.labels.gold, one.mode, RATE, epoch == 0, DROP, drawn)
                loss += link(one.document, ranker, None, one.choice, given, gradients).loss
        log.info("seed %d, epoch %d: loss %.0f", seed, epoch + 1, loss)
        if epoch >= epochs // 2:
            total += weights
    return total / (epochs - epochs // 2)


def train_ranker(training: Sequence[CorefExample]) -> EntityRanker:
    """Train the ranker's weights on all documents, and its trees by cross-validation."""
    return replace(train_weights(training), trees=grow_trees(training, train_weights))


def shortlists(example: CorefExample, ranker: EntityRanker) -> Iterator[tuple[Singles, Int8s]]:
    """Yield the features and labels of each shortlist with right and wrong candidates."""
    for one in E.training_passes(example):
        n = len(one.document.mentions)
        records = ShortlistRecords(
            np.zeros((n, SHORT + 1, COLUMNS), np.float32), np.zeros((n, SHORT + 1), np.int8)
        )
        given = TrainingInput(example.labels.gold, one.mode, records=records)
        link(apply_sieves(one.document), ranker, choice=one.choice, training=given)
        useful = (records.labels == RIGHT).any(1) & (records.labels == WRONG).any(1)
        for features, labels in zip(records.features[useful], records.labels[useful], strict=True):
            yield features[labels > 0], labels[labels > 0]


def grow_trees(training: Sequence[CorefExample], train: Trainer, settings: BoostSettings = SETTINGS) -> Trees:
    """Boost trees on the shortlists of documents, each by weights that `train` learned from the others."""
    lists = []
    for fold, rest, own in E.in_turn(E.training_versions(training), FOLDS):
        ranker = train(rest)
        for example in own:
            complete = isinstance(example.gold, GapSnippet) or example.gold.complete
            weight = np.float32(COMPLETE_WEIGHT if complete else PARTIAL_WEIGHT)
            for features, labels in shortlists(example, ranker):
                lists.append((features, np.where(labels == RIGHT, weight, np.float32(0.0))))
        log.info("fold %d of %d: %d shortlists", fold + 1, FOLDS, len(lists))
    return boost_lists(lists, settings)


#: Of the speaker model: folds of documents, the share of verbs of saying that is hidden, gradient ascent.
SPEAKER_FOLDS, HIDDEN, SPEAKER_SEED = 4, 0.5, 1
SPEAKER_EPOCHS, SPEAKER_RATE, L2 = 40, 0.3, 1.0
#: Adam's decays of the gradient's mean and of its square's (Kingma and Ba 2015).
_MEAN, _SQUARE = 0.9, 0.99

#: Of each turn, which candidates are the gold speaker; None where that is not trained on.
Allowed = list[Flags | None]


def match_quotations(
    document: GoldDocument, aligned: TokenAlignment, quotes: Sequence[Quotation]
) -> list[tuple[int, int]]:
    """Return for each gold quotation the found one that overlaps most, or -1, and its gold speaker.

    Speakers are numbered by the document's clusters; -2 is none of them.
    """
    numbers = {key: i for i, key in enumerate(document.clusters)}
    own = [aligned.to_gold(q.start, q.end) for q in quotes]
    found = []
    for quote in document.quotes:
        shared = [min(end, quote.end) - max(start, quote.start) for start, end in own]
        best = max(range(len(own)), key=shared.__getitem__, default=-1)
        overlaps = best >= 0 and shared[best] > 0
        found.append((best if overlaps else -1, numbers.get(quote.speaker, -2)))
    return found


def training_chains(
    example: CorefExample, entity: Ints, hide: float = 0.0
) -> Iterator[tuple[Chain, Allowed]]:
    """Yield a LitBank document's conversations, with the candidates of each open turn that are its speaker.

    `entity` is that of each mention; the share `hide` of turns with a precise rule is treated as open.
    """
    document, gold = example.document, example.gold
    assert isinstance(gold, GoldDocument)
    assert example.aligned is not None
    quotes = document.quotes
    paragraphs = [int(document.syntax.paragraphs[quote.start]) for quote in quotes]
    turns = turns_of(paragraphs, [quote.rule for quote in quotes])
    precise = np.array([C.has_precise_rule(quotes, turn) for turn in turns], bool)
    drawn = np.random.default_rng(SPEAKER_SEED).random(len(turns)) < hide
    hidden = set(np.flatnonzero(precise & drawn).tolist())
    known = set(np.flatnonzero(precise & ~drawn).tolist())
    speaker = dict(match_quotations(gold, example.aligned, quotes))
    for chain in C.Conversations(document.syntax, document.mentions, quotes, entity, hidden).open_chains():
        allowed: Allowed = []
        for t, people in zip(chain.turns, chain.candidates, strict=True):
            wanted = next((speaker[i] for i in turns[t] if i in speaker), -2)
            right = example.labels.gold[people] == wanted
            allowed.append(right if right.any() and t not in known else None)
        if any(right is not None for right in allowed):
            yield chain, allowed


def fit_chains(training: Sequence[tuple[Chain, Allowed]]) -> Floats:
    """Return the weights that maximise the likelihood of the gold speakers, by gradient ascent."""
    weights, mean, square = (np.zeros(len(C.FEATURES)) for _ in range(3))
    for epoch in range(SPEAKER_EPOCHS):
        gradient, gain = -L2 * weights, 0.0
        for chain, allowed in training:
            total, expected, _ = C.expect(chain, weights)
            right, wanted, _ = C.expect(chain, weights, allowed)
            gradient += wanted - expected
            gain += right - total
        mean = _MEAN * mean + (1 - _MEAN) * gradient
        square = _SQUARE * square + (1 - _SQUARE) * gradient**2
        step = mean / (1 - _MEAN ** (epoch + 1))
        size = np.sqrt(square / (1 - _SQUARE ** (epoch + 1))) + 1e-8
        weights = weights + SPEAKER_RATE * (1 - epoch / SPEAKER_EPOCHS) * step / size
    log.info("speakers: %d conversations, log-likelihood %.1f", len(training), gain)
    return weights


def train_speakers(litbank: Sequence[CorefExample], train: Trainer) -> Floats:
    """Train the weights of conversations on entities of rankers that `train` learned from other documents."""
    training: list[tuple[Chain, Allowed]] = []
    for _, rest, own in E.in_turn(litbank, SPEAKER_FOLDS):
        ranker = train(rest)
        for example in own:
            entity = link_all(apply_sieves(example.document), ranker).entity
            for hide in (0.0, HIDDEN):
                training += training_chains(example, entity, hide)
    return fit_chains(training)


def main(options: argparse.Namespace) -> None:
    """Train on all data that may be shipped, and write the model."""
    annotate = E.annotator(for_training=True)
    litbank, _ = E.split(E.examples(corpora.litbank(options.data), annotate))
    open_text = [d for d in corpora.ontogum(options.data, "train") if d.genre in FREE_GENRES]
    snippets = [*corpora.gap(options.data, "development"), *corpora.gap(options.data, "validation")]
    others = E.examples([*open_text, *snippets], annotate)
    types = E.train_and_set_types(litbank, others)
    ranker = train_ranker([*litbank, *others])
    speakers = train_speakers(litbank, partial(train_weights, seeds=SEEDS[:1]))
    about = {
        "name": "coref",
        "version": "3",
        "source": "LitBank (64 documents), OntoGUM train (academic, bio, court, interview, "
        "news, voyage), GAP",
        "licence": "CC BY 4.0, CC BY-SA; Apache-2.0",
        "options": {"epochs": EPOCHS, "rate": RATE, "drop": DROP, "bias": BIAS, "seeds": SEEDS},
        "trees": asdict(SETTINGS),
    }
    path = options.out / "coref.lex"
    CorefModel(ranker, types, about, speakers).save(path)
    log.info("%s: %d bytes", path, path.stat().st_size)
