"""Train how likely a given answer is right: ``python -m symbolic_rc.train support --data DIR …``.

The examples are answers of the engine, of its rules, of its next best candidates and of the baselines, right
and wrong. The weights must have learned from none of these stories: the engine is too often right on them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.statistics import roc_area
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.container import pack_strings, write_container
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import recognised
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.engine import Engine
from symbolic_rc.metrics.squad import squad_normalised, token_f1
from symbolic_rc.models.trees import Trees, fit_trees
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.rules.likelihood import row_of
from symbolic_rc.story.disk import StoryCache
from symbolic_rc.support.features import AGREES, Asked, answer_features, overlap
from symbolic_rc.support.judge import SHIPPED
from symbolic_rc.train.rules import calibration_error
from symbolic_rc.train.shared import asked_in, leaving_out, records_of

#: The readers whose answers are learned from, beside the engine.
READERS = ("symbolic:rules", "word-distance", "passage-only-nearest", "exclusive-frequency")
#: Parts for cross-validation, by story; how many of the engine's candidates are learned from.
FOLDS, CANDIDATES = 4, 4
#: The share of right answers that probabilities are calibrated for: whose answers are judged is not known.
PRIOR = 0.6
Stored = Mapping[str, Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Example:
    """A reader's answer: its features, whether it is right, and where it is from."""

    features: dict[str, float]
    right: bool
    story: str
    reader: str
    question: Question
    answer: tuple[str, ...]


def is_right(texts: Sequence[str], question: Question) -> bool:
    """Whether an answer has a token F1 of a half and more with a reference."""
    given = ", ".join(texts)
    return any(token_f1(given, ", ".join(reference)) >= AGREES for reference in question.references)


def examples_of(
    records: Iterable[Record], engine: Engine, form: str, cache: str = "", stored: Stored | None = None
) -> Iterator[Example]:
    """Yield the answers of all readers to the questions of some records in a format.

    The engine's weights must have learned from none of them. Read stories are kept in the folder `cache`;
    `stored` are answers of other readers, by the reader's name and the question's id.
    """
    stories = StoryCache(cache)
    readers = {name: load_reader(name, ReaderOptions(format=form)) for name in READERS}
    fits = engine.fits
    for record in records:
        story, questions = stories.read(record), record.questions
        given = {
            name: [one.texts for one in reader.answer_all(story, questions)]
            for name, reader in readers.items()
        }
        cases = zip(questions, engine.cases(story, questions), strict=True)
        for number, (question, case) in enumerate(cases):
            asked = Asked.of(case, fits)
            answers = [(name, texts[number]) for name, texts in given.items()] + [("symbolic", asked.texts)]
            answers += [(f"candidate {place}", (text,)) for place, text in enumerate(_candidates(asked), 1)]
            answers += [(name, of[question.id]) for name, of in (stored or {}).items() if question.id in of]
            for name, texts in answers:
                if question.references and "".join(texts).strip():
                    right = is_right(texts, question)
                    yield Example(answer_features(asked, texts), right, record.id, name, question, texts)


def _candidates(asked: Asked) -> Iterator[str]:
    """Yield the best candidates of different words."""
    ranking, seen = asked.ranking, list[list[str]]()
    if ranking is None:
        return
    for row in ranking.rows[ranking.order].tolist():
        text = ranking.text(row)
        words = squad_normalised(text).split()
        if len(seen) < CANDIDATES and all(overlap(words, one) < AGREES for one in seen):
            seen.append(words)
            yield text


def fit(rows: NDArray[np.float32], labels: NDArray[np.bool_]) -> Trees:
    """Fit boosted trees; their scores are log-odds of a right answer, where `PRIOR` of all are right."""
    share = labels.mean()
    balance = np.where(labels, PRIOR / share, (1.0 - PRIOR) / (1.0 - share))
    return fit_trees(
        rows, labels, balance, max_iter=150, max_leaf_nodes=8, learning_rate=0.06, min_samples_leaf=40,
        max_features=0.3,
    )  # fmt: skip


def at_share(found: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """Return what probabilities are where another share of the answers is right than `PRIOR`."""
    odds = found / np.maximum(1.0 - found, 1e-9) * (share / (1.0 - share)) / (PRIOR / (1.0 - PRIOR))
    return odds / (1.0 + odds)


def table_of(examples: Sequence[Example], names: list[str]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the features of all examples, shape (examples, names), and which are right."""
    rows = np.concatenate([row_of(one.features, names) for one in examples])
    return rows, np.array([one.right for one in examples])


def unseen(examples: Sequence[Example], names: list[str], learned: Sequence[bool]) -> NDArray[np.float64]:
    """Return the probability of each example by trees that saw no answer to a question about its story.

    `learned` says which of them may be learned from at all.
    """
    rows, labels = table_of(examples, names)
    found = np.zeros(len(labels))
    for _, others, own in leaving_out([crc32(one.story.encode()) % FOLDS for one in examples], FOLDS):
        if own:
            inside = [i for i in others if learned[i]]
            margins = fit(rows[inside], labels[inside]).scores(rows[own])
            found[own] = 1.0 / (1.0 + np.exp(-margins))
    return found


def main(chosen: argparse.Namespace) -> None:
    """Train on data sets, and write the weights with what cross-validation by story says of them."""
    if not (chosen.sets and chosen.weights):
        raise SymbolicRCError("support is learned from --sets, by --weights that learned from none of them")
    sets = [chosen.data / name for name in chosen.sets]
    only = frozenset(read_text(chosen.only).split() if chosen.only else ())
    known = load_weights(chosen.weights).tables
    examples, asked = list[Example](), list[tuple[str, Question]]()
    for path in sets:
        form = recognised(path)[0]
        records = [one for one in records_of(path) if not only or one.id in only]
        asked += asked_in(records)
        engine = Engine(weights=chosen.weights, profile=form if form in known else "")
        examples += examples_of(records, engine, form, chosen.cache)
    names = names_of(examples)
    rows, labels = table_of(examples, names)
    found = unseen(examples, names, [True] * len(examples))
    error = calibration_error(at_share(found, labels.mean()), labels.astype(float))
    about = {
        "name": "support",
        "licence": "CC BY-SA 4.0",
        "trained on": [path.name for path in sets],
        "answers": len(examples),
        "cross-validated": {
            "folds": FOLDS,
            "by": "story",
            "area under ROC": round(roc_area(found, labels), 4),
            "calibration error": round(error, 4),
        },
    }
    arrays = {**fit(rows, labels).arrays(), **pack_strings("names", names)}
    write_container(chosen.out / SHIPPED, about, arrays)
    add_trained_on(chosen.out / SHIPPED, TrainedOn.of(asked))
    print(about)


def names_of(examples: Iterable[Example]) -> list[str]:
    """Return the names of all features of some examples."""
    return sorted(set().union(*(one.features for one in examples)))
