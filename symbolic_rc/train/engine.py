"""Training the engine on data sets (`symbolic-rc train`): examples, cross-fitting by story, weights."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
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
from symbolic_rc.core.record import Answer
from symbolic_rc.core.tokens import grouped
from symbolic_rc.datasets import recognised
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
from symbolic_rc.train.ranker import fit as F
from symbolic_rc.train.ranker.choices import learn_choices, learn_several
from symbolic_rc.train.ranker.cross_validate import Answered, answer_each, figures
from symbolic_rc.train.ranker.fit import Example, Keep, Listing, RankerSettings, Say, Tables, TrainingSet
from symbolic_rc.train.rules import learn_rules, rules_json
from symbolic_rc.train.shared import each, records_of

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
    training_set: TrainingSet, settings: RankerSettings, held_out: Sequence[EngineWeights], say: Say
) -> dict[str, Any]:
    """Learn when to refuse, from questions that are answered right and from such as cannot be answered."""
    there: list[NDArray[np.float64]] = []
    gone: list[NDArray[np.float64]] = []
    right: list[bool] = []
    ranked = training_set.ranked()
    for i in (ranked[k] for k in sample(len(ranked), DOUBTED, settings.seed)):
        x, weights = training_set.examples[i], held_out[training_set.fold(i, settings.folds)]
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

#: What is learned from, how, and of each question the listed candidates and extents by what never saw it.
_Listed = tuple[TrainingSet, RankerSettings, dict[int, tuple[Listing, list[Listing]]]]


def _fit_part(
    given: tuple[TrainingSet, RankerSettings], fold: int
) -> tuple[Tables, dict[int, tuple[Listing, list[Listing]]]]:
    """Fit the linear scorer without one fold; list the candidates, and extents, of its questions."""
    training_set, settings = given
    ranked = training_set.ranked()
    inside = [i for i in ranked if training_set.fold(i, settings.folds) != fold]
    tables = F.fit_linear([training_set.examples[i] for i in inside], settings)
    whole = F.combined(tables)
    lists = {}
    for i in sorted({*ranked} & {*training_set.of_fold(fold, settings.folds)}):
        x = training_set.examples[i]
        table = whole.get(x.group, whole[""])
        lists[i] = F.listing(x, table), F.extent_listings(x, table)
    return tables, lists


def _fit_reranker(given: _Listed, fold: int) -> tuple[Trees, Trees]:
    """Fit the reranker, and the trees for extents, without one fold's lists."""
    training_set, settings, listed = given
    inside = [listed[i] for i in sorted(listed) if training_set.fold(i, settings.folds) != fold]
    extents = [one for _, several in inside for one in several]
    rounds, seed = settings.rounds, settings.seed
    return F.fit_trees([one for one, _ in inside], rounds, seed), F.fit_extents(extents, rounds // 2, seed)


def _calibrated(
    given: _Listed, grown: Sequence[tuple[Trees, Trees]]
) -> tuple[list[CalibratedTrees], list[CalibratedTrees]]:
    """Return the rerankers and the trees for extents with temperatures that no fold's own lists set."""
    training_set, settings, listed = given
    unseen, worded = [], []
    for i in training_set.ranked():
        x, fold = training_set.examples[i], training_set.fold(i, settings.folds)
        unseen.append((fold, x.group, listed[i][0], grown[fold][0]))
        worded += [(fold, x.group, one, grown[fold][1]) for one in listed[i][1]]

    def calibrated(which: int, listings: list[tuple[int, str, Listing, Trees]]) -> list[CalibratedTrees]:
        others = ([one[1:] for one in listings if one[0] != fold] for fold in range(len(grown)))
        temperatures = map(F.fit_inverse_temperature, others)
        return [CalibratedTrees(pair[which], own) for pair, own in zip(grown, temperatures, strict=True)]

    return calibrated(0, unseen), calibrated(1, worded)


@dataclass(frozen=True, slots=True)
class Trained:
    """What training gives: the weights, those that never saw each fold, and how these fared on it.

    The weights' `tables` are the shared linear weights, and each group's own part; `about` is what is no
    array: when to refuse (`refusal.fit`), weights of given answers (`choices.fit`), how good a further span
    must be (`learn_several`), when rules decide (`rules.confidence`). `scores` are the official metrics by
    group.
    """

    weights: EngineWeights
    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    answered: list[Answered] = field(default_factory=list)
    folds: list[EngineWeights] = field(default_factory=list)


def train(
    training_set: TrainingSet, settings: RankerSettings, say: Say = _log.info, keep: Keep | None = None
) -> Trained:
    """Fit everything, cross-validated by story; `keep` gets each cross-validated answer, trace and all."""
    if not training_set.examples:
        return _choices_alone(training_set, settings, say)
    folds = range(settings.folds + 1)  # the last one holds nothing out: what is written
    say(f"linear scorer: {len(folds)} fits of {len(training_set.ranked())} questions")
    parts = [*each(_fit_part, (training_set, settings), folds, settings.jobs)]
    lists = {i: one for _, found in parts[:-1] for i, one in found.items()}
    listed = (training_set, settings, lists)
    say(f"reranker: {len(folds)} fits")
    rerankers, extents = _calibrated(listed, [*each(_fit_reranker, listed, folds, settings.jobs)])
    say(f"reranker: scores are multiplied by {rerankers[-1].inverse_temperature}")
    several = learn_several(training_set, settings, [part[0] for part in parts[:-1]], rerankers[:-1])
    say(f"several spans: a further span has this share of the best score: {several[-1]}")
    held_out = [
        EngineWeights(F.combined(part[0]), reranker, {"several": share}, extents=extent)
        for part, reranker, share, extent in zip(parts, rerankers, several, extents, strict=True)
    ]
    say("rules: when each decides")
    rules = learn_rules(training_set, settings, held_out[:-1], say)
    scores = figures(training_set, rules.answered)
    for group, named in scores.items():
        say(f"{group}, cross-validated by story: " + ", ".join(f"{k} {v:.2f}" for k, v in named.items()))
    refuse = _fit_refusal(training_set, settings, held_out, say)
    choices, choosers = learn_choices(training_set, settings, held_out, say)
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
    choices, choosers = learn_choices(training_set, settings, [shipped] * settings.folds, say)
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
    tables = {group: table for group, table in trained.weights.tables.items() if group != F.PRACTICE}
    write_weights(path, replace(trained.weights, tables=tables, about=about))


def training_set_of(inputs: Sequence[str], say: Say, without: frozenset[str] = frozenset()) -> TrainingSet:
    """Read data sets for training, but the stories with some ids.

    Raises
    ------
    DataError
        If none of them holds a free-form question with an answer.
    """
    nlp, training_set = default_pipeline(), TrainingSet()
    for path in inputs:
        group = recognised(path)[0]
        count = F.gather(records_of(path, without=without), group, nlp, training_set)
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
    say: Say,
    held_out: Path | None = None,
    without: Path | None = None,
) -> Trained:
    """Fit the engine to data sets and write the weights; return them, with cross-validated answers.

    These are written to `held_out`, a run for each kind of data set; `without` is a file of ids of stories to
    leave out, one a line.
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
    say: Say,
    held_out: Path | None = None,
) -> Trained:
    """Fit the engine to what was read and write the weights, as `train_from` does with data sets."""
    lines = dict[int, tuple[str, str]]()

    def keep(i: int, answer: Answer) -> None:
        question = training_set.examples[i].asked.question
        lines[i] = prediction_line(training_set.stories[i], question, answer), trace_line(question, answer)

    trained = train(training_set, settings, say, keep if held_out else None)
    save(out, trained, settings, sources)
    add_trained_on(out, _learned_by(training_set))
    say(f"written: {out}")
    if held_out is not None:
        about = {"learned_from": list(sources), "held_out": {"folds": settings.folds, "by": "story"}}
        for folder in _write_runs(held_out, training_set, lines, about):
            say(f"written: {folder}")
    return trained


def _write_runs(
    folder: Path, training_set: TrainingSet, lines: Mapping[int, tuple[str, str]], about: Mapping[str, Any]
) -> Iterator[Path]:
    """Write the lines of answers as a run for each kind of data set, named after it; yield their folders."""
    by_group = grouped((training_set.examples[i].group, i) for i in lines)
    for group, rows in sorted(by_group.items()):
        path = folder / group
        path.mkdir(parents=True, exist_ok=True)
        for place, name in enumerate((PREDICTIONS, TRACES)):
            text = "".join(lines[i][place] + "\n" for i in sorted(rows))
            (path / name).write_text(text, encoding="utf-8")
        raw = TextOverlap(load_samples())
        stories = dict.fromkeys(training_set.stories[i] for i in rows)
        deque(raw.watch(training_set.records[name] for name in stories), maxlen=0)
        manifest = {
            "version": __version__,
            "options": {"reader": "symbolic", "format": group},
            "counts": {"questions": len(rows)},
            **about,
            "raw_text": raw.summary(),
        }
        (path / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        yield path
