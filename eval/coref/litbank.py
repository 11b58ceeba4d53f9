"""Clusters on LitBank, held aside and in folds, and on OntoGUM."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from eval.coref.clusters import clusters, linked_twice, show_score
from symbolic_rc.coref.mentions.attributes import KIND, PRO, PRONOUN
from symbolic_rc.coref.model import CorefModel, model
from symbolic_rc.coref.train import corpora
from symbolic_rc.coref.train.examples import (
    Example,
    held_aside,
    set_types,
    type_everything,
)
from symbolic_rc.coref.train.fit import train_ranker

PERSONS = {"first": (1, 6), "second": (2,), "third": (3, 4, 5, 7)}


def pronouns(documents: Sequence[Example], using: CorefModel) -> dict[str, tuple[int, int]]:
    """Count gold pronouns whose cluster's gold entity, by majority of its other mentions, is theirs."""
    counts = {name: [0, 0] for name in PERSONS}
    for example in documents:
        entity = linked_twice(example, using)[1].entity
        labels = example.labels.gold
        table = example.reading.mentions.table
        votes: dict[int, Counter[int]] = defaultdict(Counter)
        for m, e in enumerate(entity.tolist()):
            if labels[m] >= 0:
                votes[e][int(labels[m])] += 1
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


def show_litbank(litbank: Sequence[Example]) -> None:
    """Print the measures on the documents held aside, by the shipped model."""
    shipped = model()
    _, test = held_aside(litbank)
    for example in test:
        set_types(example, shipped.types)
    show_score("LitBank, 16 held aside", clusters(test, shipped))
    found = pronouns(test, shipped)
    print(
        "  pronouns by person:",
        ", ".join(f"{k} {100 * a / max(n, 1):.1f} ({n})" for k, (a, n) in found.items()),
    )


def show_folds(litbank: Sequence[Example], others: Sequence[Example]) -> None:
    """Print five-fold figures: each document by a model that did not see it."""
    averages = []
    for fold in range(corpora.HELD_ASIDE):
        training, test = held_aside(litbank, fold)
        type_everything(training, [*test, *others])
        score = clusters(test, train_ranker([*training, *others]))
        show_score(f"LitBank, fold {fold + 1}", score)
        averages.append(100 * score.average)
    print(
        f"  mean of the folds' averages {np.mean(averages):.2f} (standard deviation {np.std(averages):.2f})"
    )


def show_ontogum(documents: Sequence[Example]) -> None:
    """Print OntoGUM dev by genre, by the shipped model."""
    shipped = model()
    for example in documents:
        set_types(example, shipped.types)
    show_score("OntoGUM dev", clusters(documents, shipped))
    for genre in sorted({example.document.genre for example in documents}):  # type: ignore[union-attr]
        own = [e for e in documents if e.document.genre == genre]  # type: ignore[union-attr]
        print(f"  {genre:14s} {100 * clusters(own, shipped).average:.2f}")
