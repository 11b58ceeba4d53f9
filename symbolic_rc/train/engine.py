"""Training the engine on data sets (`symbolic-rc train`): examples, cross-fitting by story, weights."""

from __future__ import annotations

import json
import logging
import multiprocessing
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc import __version__
from symbolic_rc.annotate import default_pipeline
from symbolic_rc.batch.manifest import MANIFEST, PREDICTIONS, TRACES
from symbolic_rc.batch.scoring import prediction_line
from symbolic_rc.batch.worker import trace_line
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Answer, Record
from symbolic_rc.datasets import read, recognised
from symbolic_rc.datasets.overlap import TextOverlap, TrainedOn, add_trained_on, load_samples, read_trained_on
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.models.trees import Trees
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.refusal import fit, no_answer_features, sample, with_other_word, without_word
from symbolic_rc.ranker.reranker import CalibratedTrees
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.ranker.weights import SHIPPED, EngineWeights, load_weights, write_weights
from symbolic_rc.rules.rulebook import default_rulebook
from symbolic_rc.train.ranker.choices import learn_choices, learn_several
from symbolic_rc.train.ranker.cross_validate import Answered, answer_each, figures
from symbolic_rc.train.ranker.fit import (
    PRACTICE,
    Example,
    Keep,
    Listing,
    RankerSettings,
    Say,
    Tables,
    TrainingSet,
    combined,
    extent_listings,
    fit_extents,
    fit_inverse_temperature,
    fit_linear,
    fit_trees,
    gather,
    listing,
)
from symbolic_rc.train.rules import learn_rules, rules_json

#: Questions from which refusing is learned.
DOUBTED = 1500
_Looked = tuple[StoryIndex, WordMatches, NDArray[np.bool_] | None]


def _unanswerable(x: Example, hidden: NDArray[np.bool_], other: StoryIndex, seed: int) -> Iterator[_Looked]:
    """Yield ways to look at a question whose answer is not there: story, relation, hidden sentences."""
    yield x.story, x.alignment, hidden
    yield other, match_question(x.asked, other), None
    yield x.story, without_word(x.alignment, seed), None
    yield x.story, with_other_word(x.alignment, x.asked, x.story, seed), None
    yield x.story, with_other_word(x.alignment, x.asked, x.story, seed + 1), None


def _fit_refusal(
    training_set: TrainingSet,
    weights_of: Callable[[int], EngineWeights],
    folds: int,
    seed: int,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Learn when to refuse, from questions that are answered right and from such as cannot be answered."""
    there: list[NDArray[np.float64]] = []
    gone: list[NDArray[np.float64]] = []
    right: list[bool] = []
    ranked = training_set.ranked()
    for i in (ranked[k] for k in sample(len(ranked), DOUBTED, seed)):
        x, weights = training_set.examples[i], weights_of(training_set.fold(i, folds))
        good = x.story.cand[x.gold >= 0.5][:, C.C_SENT]
        hidden = np.zeros(len(x.story.bounds) - 1, np.bool_)
        hidden[good] = True
        if not len(good) or hidden.all():
            continue
        ranking = rank(x.story, x.asked, weights, "", x.alignment)
        there.append(no_answer_features(ranking))
        best = ranking.best
        right.append(best >= 0 and bool(x.gold[ranking.view.candidates.selected[best]] >= 0.5))
        other = training_set.examples[(i * 7919 + 13) % len(training_set.examples)].story
        for story, relation, mask in _unanswerable(x, hidden, other, i):
            gone.append(no_answer_features(rank(story, x.asked, weights, "", relation, mask)))
    if len(there) < 20:
        return {}
    learned, lines = fit(np.array(there), np.array(gone), np.array(right))
    for line in lines:
        say(line)
    return {**learned, "profiles": ["", "jsonl", "squad"], "careful": ["squad"]}


_log = logging.getLogger(__name__)

_shared: dict[str, Any] = {}


def _fit_part(fold: int) -> tuple[Tables, list[tuple[int, Listing, list[Listing]]]]:
    """Fit the linear scorer without one fold; list the candidates, and extents, of its questions."""
    training_set, settings = _shared["training_set"], _shared["settings"]
    ranked = training_set.ranked()
    inside = [i for i in ranked if training_set.fold(i, settings.folds) != fold]
    tables = fit_linear([training_set.examples[i] for i in inside], settings)
    whole = combined(tables)
    lists = []
    for i in sorted({*ranked} & {*training_set.of_fold(fold, settings.folds)}):
        x = training_set.examples[i]
        table = whole.get(x.group, whole[""])
        lists.append((i, listing(x, table), extent_listings(x, table)))
    return tables, lists


def _fit_reranker(fold: int) -> tuple[Trees, Trees]:
    """Fit the reranker, and the trees for extents, without one fold's lists."""
    training_set, settings = _shared["training_set"], _shared["settings"]
    inside = [i for i in sorted(_shared["lists"]) if training_set.fold(i, settings.folds) != fold]
    lists = [_shared["lists"][i] for i in inside]
    extents = [one for i in inside for one in _shared["extents"][i]]
    rounds, seed = settings.rounds, settings.seed
    return fit_trees(lists, rounds, seed), fit_extents(extents, rounds // 2, seed)


def _calibrated(grown: Sequence[tuple[Trees, Trees]]) -> tuple[list[CalibratedTrees], list[CalibratedTrees]]:
    """Return the rerankers and the trees for extents with temperatures that no fold's own lists set."""
    training_set, folds = _shared["training_set"], _shared["settings"].folds
    unseen, worded = [], []
    for i in training_set.ranked():
        x, fold = training_set.examples[i], training_set.fold(i, folds)
        unseen.append((fold, x.group, _shared["lists"][i], grown[fold][0]))
        worded += [(fold, x.group, one, grown[fold][1]) for one in _shared["extents"][i]]
    rerankers, extents = (
        [
            CalibratedTrees(pair[which], fit_inverse_temperature([one[1:] for one in seen if one[0] != fold]))
            for fold, pair in enumerate(grown)
        ]
        for which, seen in enumerate((unseen, worded))
    )
    return rerankers, extents


def _each(function: Callable[[Any], Any], folds: Sequence[Any], jobs: int) -> list[Any]:
    if jobs == 1:
        return [function(fold) for fold in folds]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool:
        return list(pool.map(function, folds))


@dataclass(frozen=True, slots=True)
class Trained:
    """What training gives: the weights, and how they fared on stories that they had not seen.

    Attributes
    ----------
    weights : EngineWeights
        In `tables` the shared linear weights, and each group's own part; in `about` what is no array: when to
        refuse (`refusal.fit`), weights of given answers (`choices.fit`), how good a further span must be
        (`learn_several`), when rules decide (`rules.confidence`).
    scores : dict
        The official metrics by group of the answers by weights that never saw the story.
    answered : list of Answered
        These answers, one for each question.
    folds : list of EngineWeights
        For each fold the weights that never saw it.
    """

    weights: EngineWeights
    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    answered: list[Answered] = field(default_factory=list)
    folds: list[EngineWeights] = field(default_factory=list)


def train(
    training_set: TrainingSet, settings: RankerSettings, say: Say = _log.info, keep: Keep | None = None
) -> Trained:
    """Fit everything, cross-validated by story.

    Parameters
    ----------
    say : callable
        Called with lines of progress.
    keep : callable, optional
        Given each question's number and its cross-validated answer, trace and all.
    """
    if not training_set.examples:
        return _choices_alone(training_set, settings, say)
    _shared.update(training_set=training_set, settings=settings)
    folds = list(range(settings.folds))
    # the last "fold" holds nothing out: what is written
    say(f"linear scorer: {len(folds) + 1} fits of {len(training_set.ranked())} questions")
    parts = _each(_fit_part, [*folds, settings.folds], settings.jobs)
    listed = [one for _, found in parts[:-1] for one in found]
    lists, extent_lists = {i: one for i, one, _ in listed}, {i: extents for i, _, extents in listed}
    _shared.update(lists=lists, extents=extent_lists)
    say(f"reranker: {len(folds) + 1} fits")
    rerankers, extents = _calibrated(_each(_fit_reranker, [*folds, settings.folds], settings.jobs))
    say(f"reranker: scores are multiplied by {rerankers[-1].inverse_temperature}")
    several = learn_several(training_set, settings, [part[0] for part in parts[:-1]], rerankers[:-1])
    say(f"several spans: a further span has this share of the best score: {several[-1]}")
    held_out = [
        EngineWeights(combined(part[0]), reranker, {"several": share}, extents=extent)
        for part, reranker, share, extent in zip(parts, rerankers, several, extents, strict=True)
    ]
    say("rules: when each decides")
    each = partial(_each, jobs=settings.jobs)
    rules = learn_rules(training_set, settings, held_out[:-1], each, say)
    scores = figures(training_set, rules.answered)
    for group, named in scores.items():
        say(f"{group}, cross-validated by story: " + ", ".join(f"{k} {v:.2f}" for k, v in named.items()))
    refuse = _fit_refusal(training_set, lambda fold: held_out[fold], settings.folds, settings.seed, say)
    choices, choosers = learn_choices(training_set, settings, lambda fold: held_out[fold], say)
    _shared.clear()
    for fold, fits in enumerate(rules.by_fold):
        about = {**held_out[fold].about, "choices": choices[fold], "rules": rules_json(fits)}
        trees = {group: one.trees for group, one in fits.items()}
        held_out[fold] = replace(held_out[fold], about=about, confidences=trees)
        if keep is not None:
            own = training_set.of_fold(fold, settings.folds)
            answer_each(training_set, own, held_out[fold], default_rulebook(), keep)
    about = {
        "refuse": refuse, "choices": choices[-1], "several": several[-1], "rules": rules_json(rules.fits),
    }  # fmt: skip
    trees = {group: one.trees for group, one in rules.fits.items()}
    weights = EngineWeights(parts[-1][0], rerankers[-1], about, choosers, extents[-1], trees)
    return Trained(weights, scores, rules.answered, held_out[:-1])


def _choices_alone(training_set: TrainingSet, settings: RankerSettings, say: Say) -> Trained:
    """Fit the weights of given answers on top of the shipped weights."""
    shipped = load_weights()
    choices, choosers = learn_choices(training_set, settings, lambda fold: shipped, say)
    about = {name: dict(shipped.about.get(name, {})) for name in ("refuse", "choices", "several", "rules")}
    about["choices"] |= choices[-1]
    return Trained(
        replace(shipped, tables={"": shipped.tables[""]}, about=about, choosers=choosers, confidences={})
    )


def save(path: str | Path, trained: Trained, settings: RankerSettings, sources: Sequence[str]) -> None:
    """Write the weights with what they were learned from."""
    about = {
        "name": "engine",
        "version": 2,
        "licence": "CC BY-SA 4.0",
        "trained on": list(sources),
        "options": {name: value for name, value in asdict(settings).items() if name != "jobs"},
        "cross-validated": trained.scores,
        **trained.weights.about,
    }
    tables = {group: table for group, table in trained.weights.tables.items() if group != PRACTICE}
    write_weights(path, replace(trained.weights, tables=tables, about=about))


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
    inputs: Sequence[str], say: Callable[[str], None], without: frozenset[str] = frozenset()
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


def _learned_by(training_set: TrainingSet) -> TrainedOn:
    """Return the hashes of the questions that weights learned from."""
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
    add_trained_on(out, _learned_by(training_set))
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
