"""The CNN benchmark from articles and highlights, beside Hermann et al. 2015 and Chen et al. 2016.

``python -m eval.cloze --data DIR --runs RUNS [--train] [--ablation] [--coreference] [--limit N]``

Without options: builds the questions of the train and dev articles and prints what tables 1 and 2 of
Hermann et al. count, beside the paper's. ``--train`` trains the feature classifier
on the train questions (weights in ``RUNS/cloze``, for ``python -m eval.tables hermann2015 --data DIR --runs
RUNS``) and prints its accuracy on dev. ``--ablation`` trains it again without each of its feature templates
and prints the ablation table of Chen et al. with ours. Features are kept in ``RUNS/cloze``. ``--coreference``
builds the dev questions in both ways to join names, by their forms and by coreference, and prints how many
answers are found in the articles and how well readers do (``--limit 250`` articles take some minutes).
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from eval.analysis.hermann2015 import PARTS, counted, tables
from eval.neural.classifier import kept_examples
from eval.tables.measure import Place, input_path
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.cloze import Article, ClozeDocument, ClozeOptions, build_folder
from symbolic_rc.datasets.cloze import articles as find_articles
from symbolic_rc.readers import load_reader
from symbolic_rc.readers.baselines.feature_classifier import TEMPLATES, Rarity
from symbolic_rc.story import Story
from symbolic_rc.train.cloze import Examples, examples, fit, rarity_of, write_weights
from symbolic_rc.train.shared import records_of

#: Chen et al. 2016: accuracy on CNN's dev part, in full and without each template; None: not at hand.
_PAPER_FULL = 67.1
_PAPER_ABLATION = {
    "whether e is in the question": None,
    "frequency of e": 63.7,
    "position of e": None,
    "n-gram match": 60.5,
    "word distance": 65.4,
    "sentence co-occurrence": None,
    "dependency parse match": 65.6,
}


def _records(place: Place, part: str) -> Iterator[Record]:
    return islice(records_of(input_path(place, PARTS[part]), "jsonl", ""), place.limit)


def _examples(place: Place, part: str, rarity: Rarity) -> Examples:
    """Return a part's features; whole parts are kept in the folder of runs beside their questions."""
    records = _records(place, part)
    if place.limit is not None:
        return examples(records, rarity, place.jobs)
    return kept_examples(input_path(place, PARTS[part]), records, rarity, place.jobs)[0]


def train(place: Place, rarity: Rarity) -> tuple[Examples, Examples, float]:
    """Compute the features of both parts, train, write the weights; return the features and the accuracy."""
    found = _examples(place, "train", rarity)
    dev = _examples(place, "dev", rarity)
    trees = fit(found)
    accuracy = dev.accuracy(trees.scores(dev.features))
    about = {"questions": len(found.bounds) - 1, "dev_accuracy": round(accuracy, 2)}
    write_weights(place.runs / "cloze" / "feature-classifier.lex", trees, rarity, about)
    print(f"feature-classifier: {accuracy:.1f} on dev ({len(dev.bounds) - 1:,} questions)", flush=True)
    return found, dev, accuracy


def ablation(found: Examples, dev: Examples, full: float) -> None:
    """Print the accuracy on dev in full and without each template."""
    print(f"{'without':<32}{'ours':>8}{'paper':>8}")
    print(f"{'(nothing)':<32}{full:>8.1f}{_PAPER_FULL:>8.1f}", flush=True)
    for name in TEMPLATES:
        accuracy = dev.accuracy(fit(found, without=(name,)).scores(_silenced(dev, name)))
        paper = _PAPER_ABLATION[name]
        print(f"{name:<32}{accuracy:>8.1f}{'' if paper is None else paper:>8}", flush=True)


def _silenced(dev: Examples, name: str):  # type: ignore[no-untyped-def]
    from symbolic_rc.readers.baselines.feature_classifier import columns_of

    features = dev.features.copy()
    features[:, columns_of(name)] = 0.0
    return features


def joins(place: Place) -> None:
    """Print what either way to join names finds, and the accuracy of readers on its questions."""
    articles = place.data / "cnn/stories-dev.jsonl.xz"
    names = "max-frequency", "exclusive-frequency", "word-distance", "frame-semantic"
    print(
        f"{'joined by':<16}{'entities':>10}{'asked for':>10}{'found':>8}" + "".join(f"{n:>21}" for n in names)
    )
    for coreference in (False, True):
        options = ClozeOptions(coreference=coreference)
        folder = place.runs / "cloze" / f"joined-{'coreference' if coreference else 'forms'}"
        figures = build_folder(find_articles(articles), folder, options, files=False, limit=place.limit)
        asked = 0  # how many entities the highlights of the articles name, each once a highlight
        for one in islice(find_articles(articles), place.limit):
            document = ClozeDocument(one, coreference=coreference) if isinstance(one, Article) else None
            if document is not None and len(document.texts[0].words) <= options.max_tokens:
                asked += sum(len({entity for _, entity in each}) for each in document.mentions[1:])
        right = [_accuracy(folder / "questions.jsonl", name) for name in names]
        label = "coreference" if coreference else "forms"
        found = 100 * figures["queries"] / max(1, asked)
        print(
            f"{label:<16}{figures['mean_entities']:>10}{asked:>10,}{found:>7.1f}%"
            + "".join(f"{each:>21.1f}" for each in right),
            flush=True,
        )


def _accuracy(questions: Path, name: str) -> float:
    """Return a reader's share of right answers, in percent."""
    reader, right, count = load_reader(name), 0, 0
    for record in records_of(questions, "jsonl", ""):
        answers = reader.answer_all(Story(record), record.questions)
        pairs = zip(record.questions, answers, strict=True)
        right += sum(answer.texts in question.references for question, answer in pairs)
        count += len(answers)
    return 100 * right / max(1, count)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, required=True, help="folder for questions and weights")
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("--coreference", action="store_true", help="join names by coreference, beside forms")
    parser.add_argument("--limit", type=int, help="number of stories of each part")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    place = Place(options.data, options.runs, options.jobs, limit=options.limit)
    if options.coreference:
        joins(place)
        return
    for line in tables({part: counted(place, part) for part in PARTS}):
        print(line, flush=True)
    if options.train or options.ablation:
        found, dev, full = train(place, rarity_of(_records(place, "train")))
        if options.ablation:
            ablation(found, dev, full)


if __name__ == "__main__":
    main()
