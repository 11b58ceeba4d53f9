"""Learning of all rules, by kind of data set and for any text, nested in the folds of cross-validation."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.confidence import Fits
from symbolic_rc.training.cross_validate import Answered
from symbolic_rc.training.examples import PRACTICE, TrainingSet
from symbolic_rc.training.fit_rules import RANKER, LearnedFits, Observed, decides, fit_rules, observe, report
from symbolic_rc.training.settings import Say, Settings

#: Of so many examples, spread over the stories, and all that are made up, rules learn to decide in any text.
_PLAIN = 6000
#: Parts of the stories, of which one at a time is kept from the confidences that thresholds are learned from.
_PARTS = 3

#: Does a task for each of several arguments, on several processes.
Each = Callable[[Callable[[Any], Any], Sequence[Any]], list[Any]]
_shared: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class LearnedRules:
    """When rules decide, and the answers that they and the ranker gave to stories that neither had seen.

    Attributes
    ----------
    fits : dict of str to LearnedFits
        By kind of data set, and for any text under the empty name.
    by_fold : list of dict of str to LearnedFits
        The same without each fold.
    answered : list of Answered
        Every example, with what was learned without its story.
    """

    fits: dict[str, LearnedFits] = field(default_factory=dict)
    by_fold: list[dict[str, LearnedFits]] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)


def rules_json(learned: dict[str, LearnedFits]) -> dict[str, Any]:
    """Return what was learned of rules as JSON-ready values, trees left out."""
    return {group: {name: fit.to_json() for name, fit in one.fits.items()} for group, one in learned.items()}


def _fits(learned: dict[str, LearnedFits], group: str) -> Fits:
    found = learned.get("" if group == PRACTICE else group)
    return found.fits if found else {}


def _observe(task: tuple[int, bool]) -> dict[int, Observed]:
    fold, plain = task
    training_set, settings, weights = _shared["training_set"], _shared["settings"], _shared["weights"]
    which = [i for i in range(len(training_set.examples)) if training_set.fold(i, settings.folds) == fold]
    if plain:
        made_up = [i for i in which if training_set.examples[i].group == PRACTICE]
        real = [i for i in which if training_set.examples[i].group != PRACTICE]
        which = real[:: max(1, len(training_set.examples) // _PLAIN)] + made_up
    return observe(training_set, which, weights[fold], plain)


def learn_rules(
    training_set: TrainingSet, settings: Settings, weights: Sequence[EngineWeights], each: Each, say: Say
) -> LearnedRules:
    """Learn when each rule decides.

    Parameters
    ----------
    weights : sequence of EngineWeights
        For each fold those that never saw its stories.
    each : callable
        Does the work on several processes.
    """
    _shared.update(training_set=training_set, settings=settings, weights=weights)
    tasks = [(fold, plain) for plain in (False, True) for fold in range(settings.folds)]
    observed: dict[bool, dict[int, Observed]] = {False: {}, True: {}}
    for (_, plain), found in zip(tasks, each(_observe, tasks), strict=True):
        observed[plain].update(found)
    _shared.clear()
    fold_of = {i: training_set.fold(i, settings.folds) for i in observed[False]}

    def learned(without: int) -> dict[str, LearnedFits]:
        real = {i for i in fold_of if training_set.examples[i].group != PRACTICE}
        inside = {i: one for i, one in observed[False].items() if fold_of[i] != without and i in real}
        groups = sorted({training_set.examples[i].group for i in inside})
        fits = {}
        for group in groups:
            own = [i for i in inside if training_set.examples[i].group == group]
            others = [inside[i] for i in inside if training_set.examples[i].group != group]
            fits[group] = fit_rules([inside[i] for i in own], [_part(i) for i in own], others)
        own = [i for i in observed[True] if fold_of[i] != without]
        fits[""] = fit_rules([observed[True][i] for i in own], [_part(i) for i in own])
        return fits

    def _part(i: int) -> int:
        return zlib.crc32(training_set.stories[i].encode()) % _PARTS

    by_fold = [learned(fold) for fold in range(settings.folds)]
    for group in sorted({x.group for x in training_set.examples}):
        own = [i for i in sorted(observed[group == PRACTICE]) if training_set.examples[i].group == group]
        fits = [_fits(by_fold[fold_of[i]], group) for i in own]
        for line in report([observed[group == PRACTICE][i] for i in own], fits.__getitem__, group):
            say(line)
    answered = []
    for i in sorted(observed[False]):
        group = training_set.examples[i].group
        one = observed[group == PRACTICE][i]
        rule, seen = decides(one, _fits(by_fold[fold_of[i]], group))
        texts = seen.texts if seen else ()
        score = seen.strength if seen else 0.0
        answered.append(Answered(i, texts, score, rule, tuple(name for name in one if name != RANKER)))
    return LearnedRules(learned(-1), by_fold, answered)
