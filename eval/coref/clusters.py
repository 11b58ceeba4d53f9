"""Clusters on LitBank, held out and in folds, and on OntoGUM."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eval.coref.metrics import CorefScore
from eval.coref.response import response
from symbolic_rc.coref.linking import PreparedDocument, apply_sieves, link_all, link_with_speakers
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import KIND, PRO, PRONOUN
from symbolic_rc.coref.model import CorefModel, EntityRanker, model
from symbolic_rc.coref.ranker.arrays import Links
from symbolic_rc.train.coref.corpora import GoldDocument
from symbolic_rc.train.coref.examples import HELD_OUT, CorefExample, set_types, split, train_and_set_types
from symbolic_rc.train.coref.main import train_ranker

PERSONS = {"first": (G.ME, G.WE), "second": (G.YOU,), "third": (G.HE, G.SHE, G.IT, G.THEY)}


def linked(example: CorefExample, ranker: EntityRanker) -> Links:
    """Link an example's mentions."""
    return link_all(apply_sieves(example.document), ranker)


def linked_with_speakers(example: CorefExample, using: CorefModel) -> tuple[PreparedDocument, Links]:
    """Link an example's mentions with the full model."""
    return link_with_speakers(apply_sieves(example.document), using.ranker, using.speakers)


def show_score(name: str, score: CorefScore) -> None:
    """Print one line of all metrics."""
    metrics = {
        "mentions": score.mentions, "coreferent": score.coreferent, "MUC": score.muc, "B3": score.b3,
        "CEAFe": score.ceafe,
    }  # fmt: skip
    parts = [
        f"{label} {100 * t.precision:.1f}/{100 * t.recall:.1f}/{100 * t.f1:.1f}"
        for label, t in metrics.items()
    ]
    print(f"{name:28s} {'  '.join(parts)}  average {100 * score.average:.2f}")


def clusters(documents: Sequence[CorefExample], using: CorefModel | EntityRanker) -> CorefScore:
    """Score clusters as CoNLL-2012 does; a ranker alone does not attribute quotations."""
    score = CorefScore()
    for example in documents:
        assert isinstance(example.gold, GoldDocument)
        assert example.aligned is not None
        if isinstance(using, EntityRanker):
            links = linked(example, using)
        else:
            _, links = linked_with_speakers(example, using)
        found = response(example.document, links, example.aligned, example.gold)
        score.add(example.gold.clusters.values(), found)
    return score


def gold_votes(entity: NDArray[np.int32], labels: NDArray[np.int32]) -> dict[int, Counter[int]]:
    """Return, for each found entity, how many of its mentions have each gold entity."""
    votes: dict[int, Counter[int]] = defaultdict(Counter)
    for m in np.flatnonzero(labels >= 0).tolist():
        votes[int(entity[m])][int(labels[m])] += 1
    return votes


def pronouns(documents: Sequence[CorefExample], using: CorefModel) -> dict[str, tuple[int, int]]:
    """Count gold pronouns whose cluster's gold entity, by majority of its other mentions, is theirs."""
    counts = {name: [0, 0] for name in PERSONS}
    for example in documents:
        entity, labels = linked_with_speakers(example, using)[1].entity, example.labels.gold
        table = example.document.mentions.table
        votes = gold_votes(entity, labels)
        for m in np.flatnonzero((table[:, KIND] == PRONOUN) & (labels >= 0)).tolist():
            person = next((name for name, groups in PERSONS.items() if table[m, PRO] in groups), "")
            if not person:
                continue
            others = votes[int(entity[m])].copy()
            others[int(labels[m])] -= 1
            best = max(others, key=lambda g: (others[g], -g))
            counts[person][0] += others[best] > 0 and best == labels[m]
            counts[person][1] += 1
    return {name: (right, total) for name, (right, total) in counts.items()}


def show_litbank(litbank: Sequence[CorefExample]) -> None:
    """Print the metrics on the held-out documents, by the installed model."""
    installed = model()
    _, test = split(litbank)
    for example in test:
        set_types(example, installed.types)
    show_score("LitBank, 16 held out", clusters(test, installed))
    found = pronouns(test, installed).items()
    by_person = ", ".join(f"{k} {100 * a / max(n, 1):.1f} ({n})" for k, (a, n) in found)
    print("  pronouns by person:", by_person)


def show_folds(litbank: Sequence[CorefExample], others: Sequence[CorefExample]) -> None:
    """Print five-fold cross-validation on LitBank."""
    averages = []
    for fold in range(HELD_OUT):
        training, test = split(litbank, fold)
        train_and_set_types(training, [*test, *others])
        score = clusters(test, train_ranker([*training, *others]))
        show_score(f"LitBank, fold {fold + 1}", score)
        averages.append(100 * score.average)
    mean, deviation = np.mean(averages), np.std(averages)
    print(f"  mean of the folds' averages {mean:.2f} (standard deviation {deviation:.2f})")


def show_ontogum(documents: Sequence[CorefExample]) -> None:
    """Print OntoGUM dev by genre, by the installed model."""
    installed = model()
    for example in documents:
        set_types(example, installed.types)
    show_score("OntoGUM dev", clusters(documents, installed))
    genres = [example.gold.genre for example in documents if isinstance(example.gold, GoldDocument)]
    for genre in sorted(set(genres)):
        own = [example for example, other in zip(documents, genres, strict=True) if other == genre]
        print(f"  {genre:14s} {100 * clusters(own, installed).average:.2f}")
