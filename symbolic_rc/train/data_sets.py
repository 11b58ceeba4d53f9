"""`symbolic-rc train`: from data sets to a weights file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from symbolic_rc import __version__
from symbolic_rc.annotate import default_pipeline
from symbolic_rc.batch.manifest import MANIFEST, PREDICTIONS, TRACES
from symbolic_rc.batch.scoring import prediction_line
from symbolic_rc.batch.worker import trace_line
from symbolic_rc.core.answer import Answer
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read, recognised
from symbolic_rc.datasets.overlap import TextOverlap, TrainedOn, add_trained_on, load_samples, read_trained_on
from symbolic_rc.ranker.weights import SHIPPED
from symbolic_rc.train.engine import Trained, save, train
from symbolic_rc.train.ranker.examples import TrainingSet, gather
from symbolic_rc.train.ranker.fit import RankerSettings

#: What the shipped weights are learned from, below the folder of data.
SHIPPED_SETS = (
    "narrativeqa/valid.json",
    "quoref/quoref-dev-v0.1.json",
    "fairytaleqa/fairytaleqa.tar.xz",
    "duorc/paraphraserc-squad-format-train.json",
)


def records_of(
    path: str | Path, part: str = "train", without: frozenset[str] = frozenset()
) -> Iterator[Record]:
    """Yield the stories of a data set that are learned from, see `training_set_of`."""
    for record in read(path):
        if not isinstance(record, Record) or record.id in without:
            continue
        if record.tags.get("part", part) == part:
            yield record


def training_set_of(
    inputs: Sequence[str],
    say: Callable[[str], None],
    without: frozenset[str] = frozenset(),
) -> TrainingSet:
    """Read data sets for training.

    Parameters
    ----------
    inputs : sequence of str
        Paths.
    say : callable
        Called with lines of progress.
    without : frozenset of str
        Ids of stories to leave out.

    Raises
    ------
    DataError
        If none of them holds a free-form question with an answer.
    """
    nlp, training_set = default_pipeline(), TrainingSet()
    for path in inputs:
        group = recognised(path)[0]
        count = gather(records_of(path, "train", without), group, nlp, training_set)
        say(f"{path}: {count} questions ({group})")
    if not training_set.examples and not training_set.pools:
        raise DataError("no question with an answer in the input")
    return training_set


def learned_by(training_set: TrainingSet) -> TrainedOn:
    """Return the hashes of the questions that weights learned from.

    Weights of answer choices alone stand on those that ship, and so on what these learned from.
    """
    texts = {name: record.text for name, record in training_set.records.items()}
    as_asked = {(name, q.id): q for name, record in training_set.records.items() for q in record.questions}
    stories = zip(training_set.stories, training_set.examples, strict=True)
    read = [(name, example.asked.question) for name, example in stories]
    read += [(pool.id, pool.asked.question) for pool in training_set.pools]
    asked = [(texts[name], as_asked.get((name, question.id), question)) for name, question in read]
    own = TrainedOn.of(asked)
    below = None if training_set.examples else read_trained_on(lexicon_path(SHIPPED))
    return own | below if below else own


def train_from(
    inputs: Sequence[str],
    out: Path,
    options: Mapping[str, Any],
    say: Callable[[str], None],
    held_out: Path | None = None,
    without: Path | None = None,
) -> Trained:
    """Fit the engine to data sets and write the weights; return them, with cross-validated answers.

    Parameters
    ----------
    held_out : Path, optional
        Where each data set's cross-validated answers are written as a run, see `HeldOut`.
    without : Path, optional
        A file of story ids, one a line: stories to leave out.
    """
    settings, sources = RankerSettings(**options), [Path(path).name for path in inputs]
    left_out = frozenset(read_text(without).split()) if without else frozenset()
    training_set = training_set_of(inputs, say, without=left_out)
    if without:
        sources.append(f"without {len(left_out)} stories of {without.name}")
    return train_and_write(training_set, sources, settings, out, say, held_out)


def train_and_write(
    training_set: TrainingSet,
    sources: Sequence[str],
    settings: RankerSettings,
    out: Path,
    say: Callable[[str], None],
    held_out: Path | None = None,
) -> Trained:
    """Fit the engine to what was read and write the weights, as `train_from` does with data sets."""
    runs = HeldOut(training_set) if held_out is not None else None
    trained = train(training_set, settings, say, runs.keep if runs else None)
    save(out, trained, settings, sources)
    add_trained_on(out, learned_by(training_set))
    say(f"written: {out}")
    if runs and held_out is not None:
        for folder in runs.write(held_out, sources, settings.folds):
            say(f"written: {folder}")
    return trained


class HeldOut:
    """Collects cross-validated answers, a line each.

    Parameters
    ----------
    training_set : TrainingSet
        What the answers' numbers count.
    """

    def __init__(self, training_set: TrainingSet) -> None:
        self._training_set = training_set
        self._lines: dict[str, dict[int, tuple[str, str]]] = defaultdict(dict)

    def keep(self, i: int, answer: Answer) -> None:
        """Take one question's answer."""
        example, story = self._training_set.examples[i], self._training_set.stories[i]
        question = example.asked.question
        self._lines[example.group][i] = (
            prediction_line(story, question, answer),
            trace_line(question, answer),
        )

    def _raw_text(self, rows: Iterable[int]) -> dict[str, Any]:
        """Return whose texts the layers below saw, see `training.seen`."""
        stories = dict.fromkeys(self._training_set.stories[i] for i in rows)
        raw = TextOverlap(load_samples())
        for _ in raw.watch(self._training_set.records[name] for name in stories):
            pass
        return raw.summary()

    def write(self, folder: Path, sources: Sequence[str], folds: int) -> list[Path]:
        """Write a run for each kind of data set, named after it; return their folders."""
        written = []
        for group, found in sorted(self._lines.items()):
            path = folder / group
            path.mkdir(parents=True, exist_ok=True)
            lines = [found[i] for i in sorted(found)]
            for name, part in ((PREDICTIONS, 0), (TRACES, 1)):
                (path / name).write_text("".join(line[part] + "\n" for line in lines), encoding="utf-8")
            manifest = {
                "version": __version__,
                "options": {"reader": "symbolic", "format": group},
                "counts": {"questions": len(lines)},
                "learned_from": list(sources),
                "held_out": {"folds": folds, "by": "story"},
                "raw_text": self._raw_text(found),
            }
            (path / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
            written.append(path)
        return written
