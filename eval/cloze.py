"""The CNN benchmark from articles and highlights, beside Hermann et al. 2015 and Chen et al. 2016.

``python -m eval.cloze --data DIR --runs RUNS [--train] [--ablation] [--limit N]``

Without options: builds the questions of the train and dev articles and prints the papers' tables 1 and 2
with ours. ``--train`` trains the feature classifier on the train questions (weights in ``RUNS/cloze``, for
``python -m eval.tables hermann2015 --data DIR --runs RUNS``) and prints its accuracy on dev. ``--ablation``
trains it again without each of its feature templates and prints the ablation table of Chen et al. with ours.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from eval.tables.measure import Place, input_path
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.datasets.cloze.statistics import TOP
from symbolic_rc.readers.cloze.features import TEMPLATES
from symbolic_rc.readers.cloze.training import Examples, Rarity, examples, fit, rarity_of, write_weights

#: Hermann et al. 2015, tables 1 (train and valid of CNN) and 2 (CNN).
_PAPER = {
    "documents": (90266, 1220),
    "queries": (380298, 3924),
    "max_entities": (527, 187),
    "mean_entities": (26.4, 26.5),
    "mean_tokens": (762, 763),
    "vocabulary": (118497, 118497),
}
_PAPER_TOP = dict(zip(TOP, (30.5, 47.7, 58.1, 70.6, 85.1), strict=True))

#: Chen et al. 2016, table 3: accuracy on CNN's dev part without each template; in full 67.1.
_PAPER_ABLATION = {
    "whether e is in the question": 67.0,
    "frequency of e": 63.7,
    "position of e": 65.9,
    "n-gram match": 60.5,
    "word distance": 65.4,
    "sentence co-occurrence": 66.0,
    "dependency parse match": 65.6,
}

_PARTS = {"train": "cnn/stories-train.jsonl.xz!cloze", "dev": "cnn/stories-dev.jsonl.xz!cloze"}


def corpus_tables(place: Place) -> str:
    """Return tables 1 and 2 as text."""
    figures = {}
    for part, path in _PARTS.items():
        folder = input_path(place, path).parent
        figures[part] = json.loads((folder / "cloze.json").read_text(encoding="utf-8"))["figures"]
    lines = [f"{'':<16}{'train':>10}{'paper':>10}{'dev':>10}{'paper':>10}"]
    for name, (train, dev) in _PAPER.items():
        ours = figures["train"][name], figures["dev"][name]
        lines.append(f"{name:<16}{ours[0]:>10,}{train:>10,}{ours[1]:>10,}{dev:>10,}")
    for limit, paper in _PAPER_TOP.items():
        ours = figures["train"][f"top_{limit}"], figures["dev"][f"top_{limit}"]
        lines.append(f"{f'top {limit}':<16}{ours[0]:>10}{paper:>10}{ours[1]:>10}{paper:>10}")
    return "\n".join(lines)


def _records(place: Place, part: str) -> Iterator[Record]:
    found = read(input_path(place, _PARTS[part]), "jsonl")
    records = (record for record in found if isinstance(record, Record))
    return islice(records, place.limit)


def train(place: Place, rarity: Rarity) -> tuple[Examples, Examples]:
    """Compute the features of both parts, train, write the weights; return the features."""
    found = examples(_records(place, "train"), rarity, place.jobs)
    dev = examples(_records(place, "dev"), rarity, place.jobs)
    trees = fit(found)
    accuracy = dev.accuracy(trees.scores(dev.features))
    about = {"questions": len(found.bounds) - 1, "dev_accuracy": round(accuracy, 2)}
    write_weights(place.runs / "cloze" / "feature-classifier.lex", trees, rarity, about)
    print(f"feature-classifier: {accuracy:.1f} on dev ({len(dev.bounds) - 1:,} questions)", flush=True)
    return found, dev


def ablation(found: Examples, dev: Examples) -> None:
    """Print the accuracy on dev without each template."""
    print(f"{'without':<32}{'ours':>8}{'paper':>8}")
    for name in TEMPLATES:
        accuracy = dev.accuracy(fit(found, without=(name,)).scores(_silenced(dev, name)))
        print(f"{name:<32}{accuracy:>8.1f}{_PAPER_ABLATION[name]:>8.1f}", flush=True)


def _silenced(dev: Examples, name: str):  # type: ignore[no-untyped-def]
    from symbolic_rc.readers.cloze.features import columns_of

    features = dev.features.copy()
    features[:, columns_of(name)] = 0.0
    return features


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, required=True, help="folder for questions and weights")
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("--limit", type=int, help="so many stories of each part")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    place = Place(options.data, options.runs, options.jobs, limit=options.limit)
    print(corpus_tables(place), flush=True)
    if options.train or options.ablation:
        found, dev = train(place, rarity_of(_records(place, "train")))
        if options.ablation:
            ablation(found, dev)


if __name__ == "__main__":
    main()
