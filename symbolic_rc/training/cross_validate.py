"""Answers by weights that never saw the story, and their figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.metrics import metrics_for
from symbolic_rc.ranking.calibrated_trees import Forest
from symbolic_rc.ranking.weights import Weights
from symbolic_rc.rules.default_rules import default_book
from symbolic_rc.rules.resolve import open_case, run, settle
from symbolic_rc.rules.rule import Rulebook
from symbolic_rc.training.examples import Material
from symbolic_rc.training.settings import Keep, Settings, Tables, combined


@dataclass(frozen=True, slots=True)
class Answered:
    """One question's answer by weights that never saw its story.

    Attributes
    ----------
    instance : int
        Which instance of the material.
    texts : tuple of str
    score : float
    rule : str
        The rule that decided.
    fired : tuple of str
        The rules that proposed something.
    """

    instance: int
    texts: tuple[str, ...]
    score: float
    rule: str
    fired: tuple[str, ...]


def answer_each(
    material: Material, which: Iterable[int], weights: Weights, book: Rulebook, keep: Keep | None = None
) -> list[Answered]:
    """Answer some of the material's questions with given weights and rules; `keep` is given each answer."""
    found = []
    for i in which:
        x = material.instances[i]
        case = open_case(x.story, x.asked, weights, x.group, x.relation)
        answer = settle(case, run(case, book))
        if keep is not None:
            keep(i, answer)
        found.append(Answered(i, answer.texts, answer.score, answer.rule, tuple(case.fired)))
    return found


def validated(
    material: Material,
    settings: Settings,
    tables: Sequence[Tables],
    forests: Sequence[Forest],
    several: Sequence[dict[str, float]],
    keep: Keep | None = None,
) -> list[Answered]:
    """Answer each question with the weights that never saw its story; in order of the instances."""
    book, found = default_book(), []
    for fold, (table, forest) in enumerate(zip(tables, forests, strict=True)):
        outside = [i for i in range(len(material.instances)) if material.fold(i, settings.folds) == fold]
        about = {"several": several[fold]}
        found += answer_each(material, outside, Weights(combined(table), forest, about), book, keep)
    return sorted(found, key=lambda one: one.instance)


def statistics(material: Material, answered: Iterable[Answered]) -> dict[str, dict[str, NDArray[np.float64]]]:
    """Return the official metrics' statistics of each group: metric name to rows, one a question."""
    sums: dict[str, dict[str, list[Any]]] = {}
    for one in answered:
        x = material.instances[one.instance]
        for metric in metrics_for(x.group):
            if metric.applies(x.asked.question):
                rows = sums.setdefault(x.group, {}).setdefault(metric.name, [])
                rows.append(metric.statistics(one.texts, x.asked.question))
    return {group: {name: np.array(rows) for name, rows in named.items()} for group, named in sums.items()}


def figures(material: Material, answered: Sequence[Answered]) -> dict[str, dict[str, float]]:
    """Return the official metrics of each group, with the number of questions."""
    found = {}
    for group, named in statistics(material, answered).items():
        scores = {m.name: float(m.score(named[m.name])) for m in metrics_for(group) if m.name in named}
        scores["questions"] = sum(material.instances[one.instance].group == group for one in answered)
        found[group] = scores
    return found
