"""Learning of all rules, by kind of data set and for any text, nested in the folds of cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.confidence import Fits
from symbolic_rc.training.cross_validate import Answered
from symbolic_rc.training.examples import PRACTICE, TrainingSet
from symbolic_rc.training.fit_rules import RANKER, Observed, decides, fit_rules, observe, report
from symbolic_rc.training.settings import Say, Settings

#: Of so many examples, spread over the stories, and all that are made up, rules learn to decide in any text.
_PLAIN = 6000

#: Does a task for each of several arguments, on several processes.
Each = Callable[[Callable[[Any], Any], Sequence[Any]], list[Any]]
_shared: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class LearnedRules:
    """When rules decide, and the answers that they and the ranker gave to stories that neither had seen.

    Attributes
    ----------
    fits : dict of str to Fits
        By kind of data set, and for any text under the empty name.
    by_fold : list of dict of str to Fits
        The same without each fold.
    answered : list of Answered
        Every example, with what was learned without its story.
    """

    fits: dict[str, Fits] = field(default_factory=dict)
    by_fold: list[dict[str, Fits]] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)


def rules_json(fits: dict[str, Fits]) -> dict[str, Any]:
    """Return what was learned of rules as JSON-ready values."""
    return {group: {name: fit.to_json() for name, fit in found.items()} for group, found in fits.items()}


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

    def learned(without: int) -> dict[str, Fits]:
        real = {i for i in fold_of if training_set.examples[i].group != PRACTICE}
        inside = {i: one for i, one in observed[False].items() if fold_of[i] != without and i in real}
        groups = sorted({training_set.examples[i].group for i in inside})
        fits = {
            group: fit_rules(
                [one for i, one in inside.items() if training_set.examples[i].group == group],
                [one for i, one in inside.items() if training_set.examples[i].group != group],
            )
            for group in groups
        }
        fits[""] = fit_rules([one for i, one in observed[True].items() if fold_of[i] != without])
        return fits

    by_fold = [learned(fold) for fold in range(settings.folds)]
    for group in sorted({x.group for x in training_set.examples}):
        own = [i for i in sorted(observed[group == PRACTICE]) if training_set.examples[i].group == group]
        fits = [by_fold[fold_of[i]].get("" if group == PRACTICE else group, {}) for i in own]
        for line in report([observed[group == PRACTICE][i] for i in own], fits.__getitem__, group):
            say(line)
    answered = []
    for i in sorted(observed[False]):
        group = training_set.examples[i].group
        one = observed[group == PRACTICE][i]
        rule, seen = decides(one, by_fold[fold_of[i]].get("" if group == PRACTICE else group, {}))
        texts = seen.texts if seen else ()
        score = seen.strength if seen else 0.0
        answered.append(Answered(i, texts, score, rule, tuple(name for name in one if name != RANKER)))
    return LearnedRules(learned(-1), by_fold, answered)
