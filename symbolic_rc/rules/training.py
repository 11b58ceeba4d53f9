"""Training the engine on data sets: instances, cross-fitting by story, the weights that are written."""

from __future__ import annotations

import logging
import multiprocessing
import zlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.metrics import metrics_for
from symbolic_rc.rules import layout as L
from symbolic_rc.rules.book import default_book
from symbolic_rc.rules.choosing import accuracy, pool_features
from symbolic_rc.rules.choosing import fit as fit_choices
from symbolic_rc.rules.choosing import fit_trees as fit_chooser
from symbolic_rc.rules.learning import Listing, fit_linear, fit_sure, fit_trees, listing
from symbolic_rc.rules.material import Material, answer_pools
from symbolic_rc.rules.refusal import fit as fit_doubt
from symbolic_rc.rules.refusal import sample, signs
from symbolic_rc.rules.relation import relate, without_word
from symbolic_rc.rules.resolve import open_case, run, settle
from symbolic_rc.rules.rule import Rulebook
from symbolic_rc.rules.trees import Trees
from symbolic_rc.rules.weights import VERSION, Weights, load_weights, write_weights

_log = logging.getLogger(__name__)
Tables = dict[str, NDArray[np.float32]]
Say = Callable[[str], None]
Keep = Callable[[int, Answer], None]
#: Questions from which refusing is learned.
_DOUBTED = 1500
#: Pools of answers from which choosing is learned.
_POOLED = 1500


@dataclass(frozen=True, slots=True)
class Settings:
    """How the engine is fitted.

    Attributes
    ----------
    folds : int
        Parts for cross-fitting: the second look learns from lists of questions that the linear scorer
        had not seen, and the report is of stories that neither had.
    epochs, bits, rate, sharp, latent, start : int and float
        Of the linear scorer, see `learning.fit_linear`.
    rounds : int
        Trees of the second look.
    seed : int
    jobs : int
        Processes; never changes a result.
    """

    folds: int = 3
    epochs: int = 5
    bits: int = 20
    rate: float = 0.08
    sharp: float = 3.0
    latent: float = 1.0
    start: float = 0.5
    rounds: int = 300
    seed: int = 1
    jobs: int = 1


def combined(tables: Tables) -> Tables:
    """Return each group's whole table: the shared part and its own."""
    return {name: tables[""] + table if name else table for name, table in tables.items()}


_shared: dict[str, Any] = {}


def _fit_part(fold: int) -> tuple[Tables, list[tuple[int, Listing]]]:
    """Fit the linear scorer without one fold and list the candidates of that fold's questions."""
    material, settings = _shared["material"], _shared["settings"]
    inside = [i for i in range(len(material.instances)) if material.fold(i, settings.folds) != fold]
    tables = fit_linear(
        [material.instances[i] for i in inside],
        epochs=settings.epochs,
        bits=settings.bits,
        rate=settings.rate,
        sharp=settings.sharp,
        latent=settings.latent,
        start=settings.start,
        seed=settings.seed,
    )
    whole = combined(tables)
    lists = []
    for i, x in enumerate(material.instances):
        if material.fold(i, settings.folds) == fold:
            lists.append((i, listing(x, whole.get(x.group, whole[""]))))
    return tables, lists


def _fit_forest(fold: int) -> Trees:
    """Fit the second look without one fold's lists."""
    material, settings, lists = _shared["material"], _shared["settings"], _shared["lists"]
    return fit_trees(
        [one for i, one in sorted(lists.items()) if material.fold(i, settings.folds) != fold],
        settings.rounds,
        settings.seed,
    )


def _each(function: Callable[[int], Any], folds: Sequence[int], jobs: int) -> list[Any]:
    if jobs == 1:
        return [function(fold) for fold in folds]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool:
        return list(pool.map(function, folds))


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


#: How good a further span must be beside the best: what is tried.
_SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


def learn_several(
    material: Material, settings: Settings, tables: Sequence[Tables], forests: Sequence[Trees]
) -> list[dict[str, float]]:
    """Learn for groups whose answers may be several spans how good a further span must be beside the best.

    Returns
    -------
    list of dict of str to float
        For each fold what the other folds' stories say, then what all say; by group.
    """
    groups = sorted(
        {x.group for x in material.instances if any(len(one) > 1 for one in x.asked.question.references)}
    )
    found: list[dict[str, float]] = [{} for _ in range(settings.folds + 1)]
    book = default_book()
    for group in groups:
        which = [
            i for i, x in enumerate(material.instances) if x.group == group and x.asked.understanding.plural
        ]
        metric = metrics_for(group)[-1]
        folds = np.array([material.fold(i, settings.folds) for i in which])
        scores = np.zeros((len(_SHARES), len(which)))
        wholes = [combined(table) for table in tables]
        for s, share in enumerate(_SHARES):
            for k, i in enumerate(which):
                weights = Weights(wholes[folds[k]], forests[folds[k]], {"several": {group: share}})
                one = answer_each(material, [i], weights, book)[0]
                question = material.instances[i].asked.question
                scores[s, k] = metric.score(metric.statistics(one.texts, question))
        for fold, known in enumerate(found):
            seen = folds != fold
            if seen.any():
                known[group] = _SHARES[int(scores[:, seen].mean(axis=1).argmax())]
    for known in found:
        # any text may be asked for several
        known.update({"": max(known.values()), "jsonl": max(known.values())} if known else {})
    return found


def validated(
    material: Material,
    settings: Settings,
    tables: Sequence[Tables],
    forests: Sequence[Trees],
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


def doubted(
    material: Material, settings: Settings, tables: Sequence[Tables], forests: Sequence[Trees], say: Say
) -> dict[str, Any]:
    """Learn when to refuse, from questions beside the same where the story does not hold the answer.

    Those are made in three ways: the sentences of the answer are hidden, the story is another one, or one of
    the question's words is taken for one that the story does not have.
    """
    book = default_book()
    there: list[NDArray[np.float64]] = []
    gone: list[NDArray[np.float64]] = []
    right: list[bool] = []
    wholes = [combined(table) for table in tables]
    for i in sample(len(material.instances), _DOUBTED, settings.seed):
        x, fold = material.instances[i], material.fold(i, settings.folds)
        weights = Weights(wholes[fold], forests[fold])
        good = x.story.cand[x.gold >= 0.5][:, L.C_SENT]
        hidden = np.zeros(len(x.story.bounds) - 1, np.bool_)
        hidden[good] = True
        if not len(good) or hidden.all():
            continue
        other = material.instances[(i * 7919 + 13) % len(material.instances)].story
        for where, story, relation, mask in (
            (there, x.story, x.relation, None),
            (gone, x.story, x.relation, hidden),
            (gone, other, relate(x.asked, other), None),
            (gone, x.story, without_word(x.relation, i), None),
        ):
            case = open_case(story, x.asked, weights, "", relation, mask)
            run(case, book)
            where.append(signs(case))
            if where is there:
                best = case.chosen[0] if case.chosen else -1
                right.append(best >= 0 and bool(x.gold[case.view.scene.selected[best]] >= 0.5))
    if len(there) < 20:
        return {}
    learned, lines = fit_doubt(np.array(there), np.array(gone), np.array(right))
    for line in lines:
        say(line)
    return {**learned, "styles": ["", "jsonl", "squad"], "careful": ["squad"]}


def learn_choices(
    material: Material, settings: Settings, weights_of: Callable[[int], Weights], say: Say
) -> tuple[dict[str, list[float]], dict[str, Trees]]:
    """Learn which given answer is right: for any text from pools of answers, for data with choices from them.

    Parameters
    ----------
    weights_of : callable
        The weights to use for a fold.

    Returns
    -------
    dict of str to list of float
        Weights for any text, under the empty name.
    dict of str to Trees
        What chooses for each group with choices.
    """
    book = default_book()
    learned: dict[str, list[float]] = {}
    choosers: dict[str, Trees] = {}
    sets = []
    for i, pool in answer_pools(material, _POOLED, settings.seed):
        weights = weights_of(material.fold(i, settings.folds))
        sets.append((pool_features(pool, book, weights), pool.right))
    if sets:
        learned[""] = fit_choices(sets)
        say(f"given answers, fitted: {accuracy(sets, learned['']):.2f} of {len(sets)} pools")
    for group in sorted({pool.group for pool in material.pools}):
        pools = [pool for pool in material.pools if pool.group == group]
        found = [(pool_features(pool, book, weights_of(0)), pool.right) for pool in pools]
        parts = [zlib.crc32(pool.id.encode()) % settings.folds for pool in pools]
        right = []
        for fold in range(settings.folds):
            inside = fit_chooser([one for one, part in zip(found, parts, strict=True) if part != fold])
            outside = [one for one, part in zip(found, parts, strict=True) if part == fold]
            right += [accuracy([one], inside) for one in outside]
        say(f"{group}, cross-validated by story: accuracy {np.mean(right):.2f} of {len(right)}")
        choosers[group] = fit_chooser(found)
    return learned, choosers


@dataclass(frozen=True, slots=True)
class Trained:
    """What training gives: the weights, and how they fared on stories that they had not seen.

    Attributes
    ----------
    tables : dict of str to ndarray
        The shared linear weights under the empty name, each group's own part under its name.
    forest : Trees
    answered : list of Answered
        Every question, answered by weights that never saw its story.
    scores : dict
        The official metrics of those answers by group.
    refuse : dict
        When to refuse, see `refusal.fit`.
    choices : dict of str to list of float
        The weights of given answers' features by group, see `choosing.fit`.
    folds : list of (dict, Trees)
        For each fold the linear weights and the second look that never saw it.
    several : dict of str to float
        How good a further span must be beside the best, by group, see `learn_several`.
    choosers : dict of str to Trees
        What chooses between given answers, by group, see `choosing.fit_trees`.
    """

    tables: Tables
    forest: Trees
    answered: list[Answered]
    scores: dict[str, dict[str, float]]
    refuse: dict[str, Any] = field(default_factory=dict)
    choices: dict[str, list[float]] = field(default_factory=dict)
    folds: list[tuple[Tables, Trees]] = field(default_factory=list)
    several: dict[str, float] = field(default_factory=dict)
    choosers: dict[str, Trees] = field(default_factory=dict)


def train(material: Material, settings: Settings, say: Say = _log.info, keep: Keep | None = None) -> Trained:
    """Fit everything, cross-validated by story.

    Parameters
    ----------
    material : Material
    settings : Settings
    say : callable
        Told of progress, a line at a time.
    keep : callable, optional
        Given each question's number and its cross-validated answer, trace and all.
    """
    if not material.instances:
        return _choices_alone(material, settings, say)
    _shared.update(material=material, settings=settings)
    folds = list(range(settings.folds))
    # the last "fold" holds nothing out: what is written
    say(f"linear scorer: {len(folds) + 1} fits of {len(material.instances)} questions")
    parts = _each(_fit_part, [*folds, settings.folds], settings.jobs)
    lists: dict[int, Listing] = {}
    for _, found in parts[:-1]:
        lists.update(found)
    _shared["lists"] = lists
    say(f"second look: {len(folds) + 1} fits")
    forests = _each(_fit_forest, [*folds, settings.folds], settings.jobs)
    unseen = [
        (x.group, lists[i], forests[material.fold(i, settings.folds)])
        for i, x in enumerate(material.instances)
    ]
    sure = fit_sure(unseen)
    forests = [forest.scaled(sure) for forest in forests]
    say(f"second look: scores are scaled by {sure}")
    several = learn_several(material, settings, [part[0] for part in parts[:-1]], forests[:-1])
    say(f"several spans: a further span has this share of the best score: {several[-1]}")
    answered = validated(material, settings, [part[0] for part in parts[:-1]], forests[:-1], several, keep)
    scores = figures(material, answered)
    for group, named in scores.items():
        say(f"{group}, cross-validated by story: " + ", ".join(f"{k} {v:.2f}" for k, v in named.items()))
    refuse = doubted(material, settings, [part[0] for part in parts[:-1]], forests[:-1], say)
    held_out = [Weights(combined(part[0]), forest) for part, forest in zip(parts, forests, strict=True)]
    choices, choosers = learn_choices(material, settings, lambda fold: held_out[fold], say)
    _shared.clear()
    folds_kept = [(part[0], forest) for part, forest in zip(parts[:-1], forests[:-1], strict=True)]
    return Trained(
        parts[-1][0], forests[-1], answered, scores, refuse, choices, folds_kept, several[-1], choosers
    )


def _choices_alone(material: Material, settings: Settings, say: Say) -> Trained:
    """Fit the weights of given answers on top of the shipped weights."""
    shipped = load_weights()
    choices, choosers = learn_choices(material, settings, lambda fold: shipped, say)
    known = dict(shipped.about.get("choices", {}))
    refuse = dict(shipped.about.get("refuse", {}))
    forest = shipped.forest
    assert forest is not None
    several = dict(shipped.about.get("several", {}))
    return Trained(
        {"": shipped.tables[""]}, forest, [], {}, refuse, {**known, **choices}, [], several, choosers
    )


def save(path: str | Path, trained: Trained, settings: Settings, sources: Sequence[str]) -> None:
    """Write the weights with what they were learned from."""
    about = {
        "name": "engine",
        "version": VERSION,
        "licence": "CC BY-SA 4.0",
        "trained on": list(sources),
        "options": {
            name: getattr(settings, name) for name in Settings.__dataclass_fields__ if name != "jobs"
        },
        "cross-validated": trained.scores,
        "refuse": trained.refuse,
        "choices": trained.choices,
        "several": trained.several,
    }
    write_weights(path, trained.tables, trained.forest, about, trained.choosers)
