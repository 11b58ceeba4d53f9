"""Training the engine on data sets: examples, cross-fitting by story, the weights that are written."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.models.trees import Trees
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.refusal import fit, no_answer_features, sample, with_other_word, without_word
from symbolic_rc.ranker.reranker import CalibratedTrees
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.ranker.weights import EngineWeights, load_weights, write_weights
from symbolic_rc.rules.rulebook import default_rulebook
from symbolic_rc.train.ranker.choices import learn_choices, learn_several
from symbolic_rc.train.ranker.cross_validate import Answered, answer_each, figures
from symbolic_rc.train.ranker.examples import PRACTICE, TrainingSet
from symbolic_rc.train.ranker.fit import (
    Keep,
    Listing,
    RankerSettings,
    Say,
    Tables,
    combined,
    extent_listings,
    fit_extents,
    fit_inverse_temperature,
    fit_linear,
    fit_trees,
    listing,
)
from symbolic_rc.train.rules import learn_rules, rules_json

if TYPE_CHECKING:
    from symbolic_rc.train.ranker.examples import TrainingSet
    from symbolic_rc.train.ranker.fit import Example


#: Questions from which refusing is learned.
DOUBTED = 1500
_Looked = tuple[StoryIndex, WordMatches, NDArray[np.bool_] | None]


def _unanswerable(x: Example, hidden: NDArray[np.bool_], other: StoryIndex, seed: int) -> Iterator[_Looked]:
    """Yield ways to look at a question such that its answer is not there: story, relation, hidden sentences.

    The sentences of the answer are hidden; the story is another one; one of the question's words is taken for
    one that the story does not have, or for another of the story's.
    """
    yield x.story, x.alignment, hidden
    yield other, match_question(x.asked, other), None
    yield x.story, without_word(x.alignment, seed), None
    yield x.story, with_other_word(x.alignment, x.asked, x.story, seed), None
    yield x.story, with_other_word(x.alignment, x.asked, x.story, seed + 1), None


def fit_refusal(
    training_set: TrainingSet,
    weights_of: Callable[[int], EngineWeights],
    folds: int,
    seed: int,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Learn when to refuse, from questions that are answered right and from such as cannot be answered.

    Parameters
    ----------
    training_set : TrainingSet
    weights_of : callable
        The weights that never saw a fold's stories.
    folds : int
    seed : int
    say : callable
        Called with the lines of the curve.
    """
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
    tables : dict of str to ndarray
        The shared linear weights under the empty name, each group's own part under its name.
    answered : list of Answered
        Every question, answered by weights that never saw its story.
    scores : dict
        The official metrics of those answers by group.
    refuse : dict
        When to refuse, see `refusal.fit`.
    choices : dict of str to list of float
        The weights of given answers' features by group, see `choosing.fit`.
    folds : list of EngineWeights
        For each fold the weights that never saw it.
    several : dict of str to float
        How good a further span must be beside the best, by group, see `learn_several`.
    choosers : dict of str to Trees
        What chooses between given answers, by group, see `choosing.fit_trees`.
    rules : dict
        When each rule decides, by group, as JSON-ready values; see `rules.confidence`.
    extents : CalibratedTrees or None
        What gives answers that rules have found the extent of a data set's answers.
    confidences : dict of str to Trees
        The confidence in rules' proposals, by group.
    """

    tables: Tables
    reranker: CalibratedTrees
    answered: list[Answered]
    scores: dict[str, dict[str, float]]
    refuse: dict[str, Any] = field(default_factory=dict)
    choices: dict[str, list[float]] = field(default_factory=dict)
    folds: list[EngineWeights] = field(default_factory=list)
    several: dict[str, float] = field(default_factory=dict)
    choosers: dict[str, Trees] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    extents: CalibratedTrees | None = None
    confidences: dict[str, Trees] = field(default_factory=dict)


def train(
    training_set: TrainingSet, settings: RankerSettings, say: Say = _log.info, keep: Keep | None = None
) -> Trained:
    """Fit everything, cross-validated by story.

    Parameters
    ----------
    training_set : TrainingSet
    settings : RankerSettings
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
    grown = _each(_fit_reranker, [*folds, settings.folds], settings.jobs)
    rerankers, extents = _calibrated(grown)
    say(f"reranker: scores are multiplied by {rerankers[-1].inverse_temperature}")
    several = learn_several(training_set, settings, [part[0] for part in parts[:-1]], rerankers[:-1])
    say(f"several spans: a further span has this share of the best score: {several[-1]}")
    held_out = [
        EngineWeights(combined(part[0]), reranker, {"several": share}, extents=extent)
        for part, reranker, share, extent in zip(parts, rerankers, several, extents, strict=True)
    ]
    say("rules: when each decides")
    rules = learn_rules(
        training_set,
        settings,
        held_out[:-1],
        lambda function, tasks: _each(function, tasks, settings.jobs),
        say,
    )
    scores = figures(training_set, rules.answered)
    for group, named in scores.items():
        say(f"{group}, cross-validated by story: " + ", ".join(f"{k} {v:.2f}" for k, v in named.items()))
    refuse = fit_refusal(training_set, lambda fold: held_out[fold], settings.folds, settings.seed, say)
    choices, choosers = learn_choices(training_set, settings, lambda fold: held_out[fold], say)
    _shared.clear()
    for fold, fits in enumerate(rules.by_fold):
        about = {**held_out[fold].about, "choices": choices[fold], "rules": rules_json(fits)}
        trees = {group: one.trees for group, one in fits.items()}
        held_out[fold] = replace(held_out[fold], about=about, confidences=trees)
        if keep is not None:
            own = training_set.of_fold(fold, settings.folds)
            answer_each(training_set, own, held_out[fold], default_rulebook(), keep)
    return Trained(
        parts[-1][0],
        rerankers[-1],
        rules.answered,
        scores,
        refuse,
        choices[-1],
        held_out[:-1],
        several[-1],
        choosers,
        rules_json(rules.fits),
        extents[-1],
        {group: one.trees for group, one in rules.fits.items()},
    )


def _choices_alone(training_set: TrainingSet, settings: RankerSettings, say: Say) -> Trained:
    """Fit the weights of given answers on top of the shipped weights."""
    shipped = load_weights()
    choices, choosers = learn_choices(training_set, settings, lambda fold: shipped, say)
    known = dict(shipped.about.get("choices", {}))
    refuse = dict(shipped.about.get("refuse", {}))
    reranker = shipped.reranker
    assert reranker is not None
    several = dict(shipped.about.get("several", {}))
    rules = dict(shipped.about.get("rules", {}))
    known |= choices[-1]
    return Trained(
        {"": shipped.tables[""]},
        reranker,
        [],
        {},
        refuse,
        known,
        [],
        several,
        choosers,
        rules,
        shipped.extents,
    )


def save(path: str | Path, trained: Trained, settings: RankerSettings, sources: Sequence[str]) -> None:
    """Write the weights with what they were learned from."""
    about = {
        "name": "engine",
        "version": 2,
        "licence": "CC BY-SA 4.0",
        "trained on": list(sources),
        "options": {
            name: getattr(settings, name) for name in RankerSettings.__dataclass_fields__ if name != "jobs"
        },
        "cross-validated": trained.scores,
        "refuse": trained.refuse,
        "choices": trained.choices,
        "several": trained.several,
        "rules": trained.rules,
    }
    tables = {group: table for group, table in trained.tables.items() if group != PRACTICE}
    weights = EngineWeights(
        tables, trained.reranker, about, trained.choosers, trained.extents, trained.confidences
    )
    write_weights(path, weights)
