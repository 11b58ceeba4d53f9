"""The engine's figures, cross-validated by story: ``python -m eval.engine --data DIR``.

Prints, for each data set that may train what ships: the official metrics of answers by weights that never saw
the story; the best baseline reader beside them with a paired permutation test; how each rule fared; and, with
``--leave-out``, what weights give that never saw the data set at all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.batch.ablation import rules_table
from symbolic_rc.batch.training import SHIPPED_SETS, material_of
from symbolic_rc.compare.statistics import permutation_test
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import load_reader
from symbolic_rc.rules.book import default_book
from symbolic_rc.rules.training import Material, Settings, combined, figures, statistics, train
from symbolic_rc.story import Story

#: The strongest baseline reader of each data set, and the metric that is tested.
BASELINES = {
    "narrativeqa": ("ir-bleu1", "rouge_l"),
    "quoref": ("exclusive-frequency", "f1"),
    "fairytaleqa": ("ir-bleu1", "rouge_l_f1"),
    "squad": ("ir-bleu1", "f1"),
}


def baseline_rows(material: Material, group: str, reader: str, metric_name: str) -> np.ndarray:
    """Return a baseline reader's statistics on the material's questions of a group."""
    found, metric = load_reader(reader), next(m for m in metrics_for(group) if m.name == metric_name)
    rows = []
    nlp = default_pipeline()
    by_story: dict[str, list[int]] = {}
    for i, x in enumerate(material.instances):
        if x.group == group:
            by_story.setdefault(material.stories[i], []).append(i)
    for name, members in by_story.items():
        record = material.records[name]
        questions = [material.instances[i].asked.question for i in members]
        answers = found.answer_all(Story(replace(record, questions=()), nlp), questions)
        rows += [metric.statistics(a.texts, q) for a, q in zip(answers, questions, strict=True)]
    return np.array(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--leave-out", action="store_true", help="also weights that never saw the data set")
    options = parser.parse_args(arguments)

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    material = material_of([str(options.data / path) for path in SHIPPED_SETS], say)
    settings = Settings(folds=options.folds, jobs=options.jobs)
    trained = train(material, settings, say)
    rows = statistics(material, trained.answered)
    for group in rows:
        reader, name = BASELINES[group]
        metric = next(m for m in metrics_for(group) if m.name == name)
        other = baseline_rows(material, group, reader, name)
        p = permutation_test(rows[group][name], other, metric.score)
        own, theirs = metric.score(rows[group][name]), metric.score(other)
        say(f"\n{group}: {name} {own:.2f}, {reader} {theirs:.2f}, p = {p:.4f}")
        own_answers = [a for a in trained.answered if material.instances[a.instance].group == group]
        for line in rules_table(material, own_answers, group):
            say(line)
    if options.leave_out:
        for group in rows:
            leave_out(material, group, settings, say)


def leave_out(material: Material, group: str, settings: Settings, say) -> None:  # type: ignore[no-untyped-def]
    """Print what weights give on a data set that they never saw."""
    from symbolic_rc.rules.training import answer_each
    from symbolic_rc.rules.weights import Weights

    seen = Material()
    unseen = [i for i, x in enumerate(material.instances) if x.group == group]
    for i, x in enumerate(material.instances):
        if x.group != group:
            seen.instances.append(x)
            seen.stories.append(material.stories[i])
    found = train(seen, settings, lambda line: None)
    weights = Weights(combined(found.tables), found.forest)
    answered = answer_each(material, unseen, weights, default_book())
    scores = figures(material, answered)[group]
    say(f"{group}, weights that never saw it: " + ", ".join(f"{k} {v:.2f}" for k, v in scores.items()))


if __name__ == "__main__":
    main()
