"""Learning when a rule decides by itself: its confidence from named parts, and a threshold.

A rule that decides spares the question the ranker, and proves its answer. So rules decide as often as they
may while all their decisions together cost little against the ranker. Each decision is given a credit, and
each rule, in order, the threshold at which expected gains and credits sum to most; the credit is the largest
whose decisions lose no more than is allowed in any data set. The ranker's answers are by weights that never
saw the story.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, product, takewhile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.tokens import grouped
from symbolic_rc.metrics import Metric, metrics_for
from symbolic_rc.models.trees import Trees, fit_trees, no_trees
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.answering import in_form, within_ends
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.confidence import NEVER, NOTHING, USUAL, Fits, RuleFit, parts_of
from symbolic_rc.rules.decide import CONSIDERED, Decision, joined, proposals_of, strongest, wording
from symbolic_rc.rules.evidence import column_of
from symbolic_rc.train.ranker.cross_validate import Answered, cases
from symbolic_rc.train.ranker.fit import PRACTICE, RankerSettings, Say, TrainingSet
from symbolic_rc.train.shared import each, leaving_out

#: The rule that is behind all that are fitted, and always decides.
RANKER = "ranker"
#: The rules that are fitted: those before the ranker that propose evidence, and do not compare or guess.
FITTED = tuple(
    rule.name for rule in takewhile(lambda rule: rule.name != RANKER, RULES) if column_of(rule) >= 0
)
#: With fewer questions a rule is learned from other kinds of data sets, too.
_ENOUGH = 60
#: And of all kinds of data sets together a rule must have proposed so often.
_LEAST = 20
#: So much of the metric, 0 to 1, all decisions together may lose; and with what a decision may be credited.
_COST = 0.0025
_CREDITS = (0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3)
#: A data set of so many questions tells what decisions cost.
_TELLING = 200
#: Of the confidences.
_TREES = 150


@dataclass(frozen=True, slots=True)
class ProposalOutcome:
    """What a rule proposed for one question: the parts of its confidence (float64), its strength, the answer.

    `right` is the data set's metric of the answer, 0 to 1.
    """

    parts: NDArray[np.float64]
    strength: float
    right: float
    texts: tuple[str, ...]


#: For one question what each rule proposed, by name, strongest first; the ranker's answer among them.
Observed = Mapping[str, Sequence[ProposalOutcome]]


def main_metric(group: str) -> Metric:
    """Return the metric that a data set's rules are judged by: F1 where it has it, else its last."""
    metrics = metrics_for(group)
    return next((metric for metric in metrics if metric.name == "f1"), metrics[-1])


def observe(
    training_set: TrainingSet, which: Sequence[int], weights: EngineWeights, plain: bool = False
) -> dict[int, Observed]:
    """Return what each rule proposes for some examples, ranked by weights that never saw their stories."""
    by_name = {rule.name: rule for rule in RULES}
    found: dict[int, Observed] = {}
    for i, case in cases(training_set, which, weights, plain):
        metric, question = main_metric(training_set.examples[i].group), case.question
        outcomes: dict[str, list[ProposalOutcome]] = {}
        for name in (*FITTED, RANKER):
            rule = by_name[name]
            silent = rule.answers_nothing and not case.question.may_refuse
            proposals = () if silent or rule.missed(case) else proposals_of(case, rule)
            for one in strongest(case, proposals, CONSIDERED):
                whole = one if case.learned else within_ends(case, joined(case, proposals, one))
                decision = Decision(name, whole, in_form(case, whole))
                texts, _ = wording(case, decision)
                right = metric.score(metric.statistics(texts, question)) / 100.0
                parts = parts_of(case, proposals, one)
                outcomes.setdefault(name, []).append(ProposalOutcome(parts, one.strength, right, texts))
        found[i] = outcomes
    return found


@dataclass(frozen=True, slots=True)
class LearnedFits:
    """What was learned of the rules in one kind of data set: trees from parts to how right, fits by name."""

    trees: Trees
    fits: dict[str, RuleFit]


def fit_rules(
    observed: Sequence[Observed],
    parts: Sequence[int],
    others: Sequence[Observed] = (),
    sets: Sequence[str] = (),
) -> LearnedFits:
    """Fit the rules in their order on questions of one kind of data set.

    Thresholds are learned from confidences that did not see the question's part. A rule that proposed too
    little is learned from `others`, of other kinds of data sets, too; if it is still too little, its declared
    threshold stands. Of several `sets`, what is gained in one pays for no loss in another, as stories made up
    to be proved would for what people write.
    """
    rare, usual = _usual(observed, others)
    unseen = {}  # what is expected of the rules on each question, by its identity, without its part
    for _, inside, outside in leaving_out(parts, _PARTS):
        models = _models([observed[i] for i in inside], others, rare, usual)
        unseen.update({id(observed[i]): _expected(observed[i], models, usual) for i in outside})
    models = _models(observed, others, rare, usual)
    known = {name: usual[name] for name in rare if name in usual}
    reached = [one for one in others if not known.keys().isdisjoint(one)]
    unseen.update({id(one): _expected(one, models, known) for one in reached})
    for credit in _CREDITS:
        tried, gains = _thresholds(observed, others, unseen, usual, credit)
        if credit and _loses(gains, sets):
            break
        thresholds = tried
    fits = {name: RuleFit(models[0], mean, thresholds.get(name, NEVER)) for name, mean in usual.items()}
    if RANKER in fits:
        fits[RANKER] = replace(fits[RANKER], threshold=0.0)
    return LearnedFits(models[0], fits)


def _loses(gains: NDArray[np.float64], sets: Sequence[str]) -> bool:
    """Whether decisions cost a data set, if it has enough questions to tell, more than is allowed."""
    of_set = np.array(sets or [""] * len(gains))
    own = [gains[of_set == name] for name in set(of_set.tolist())]
    return any(one.mean() < -_COST for one in own if len(one) >= min(_TELLING, len(gains)))


class _Expected(NamedTuple):
    """A rule's most confident proposal, its confidence, and how right the ranker is expected to be."""

    outcome: ProposalOutcome
    confidence: float
    ranker: float


def _usual(observed: Sequence[Observed], others: Sequence[Observed]) -> tuple[set[str], dict[str, float]]:
    """Return the rules that proposed little in this kind of data set, and how right each rule usually is."""
    rare, found = set[str](), dict[str, float]()
    for name in (*FITTED, RANKER):
        own = [one[name] for one in observed if name in one]
        if len(own) < _ENOUGH:
            rare.add(name)
            own += [one[name] for one in others if name in one]
        if len(own) >= _LEAST:
            found[name] = float(np.mean([outcomes[0].right for outcomes in own]))
    return rare, found


def _models(
    observed: Sequence[Observed], others: Sequence[Observed], rare: set[str], usual: Mapping[str, float]
) -> tuple[Trees, Trees]:
    """Return trees from parts to how right an answer is, and to how right the ranker's is."""
    rows, right, after = [], [], []
    for name, mean in usual.items():
        for one in (*observed, *others) if name in rare else observed:
            for outcomes in one.get(name, ()):
                rows.append(outcomes.parts)
                rows[-1][USUAL] = mean
                right.append(outcomes.right)
                after.append(_after(one))
    if not rows:
        return no_trees(), no_trees()
    fitted = partial(
        fit_trees, np.array(rows, np.float32), regression=True, max_iter=_TREES, learning_rate=0.05,
        max_leaf_nodes=12, min_samples_leaf=40,
    )  # fmt: skip
    return fitted(right), fitted(after)


def _expected(one: Observed, models: tuple[Trees, Trees], usual: Mapping[str, float]) -> dict[str, _Expected]:
    """Return what is expected of each rule on a question."""
    found = {}
    for name, mean in usual.items():
        if name in one:
            outcome, confidence = most_confident(one[name], RuleFit(models[0], mean, NEVER))
            ranker = RuleFit(models[1], mean, NEVER).confidences([outcome.parts])[0]
            found[name] = _Expected(outcome, confidence, float(ranker))
    return found


def _thresholds(
    observed: Sequence[Observed],
    others: Sequence[Observed],
    unseen: Mapping[int, Mapping[str, _Expected]],
    usual: Mapping[str, float],
    credit: float,
) -> tuple[dict[str, float], NDArray[np.float64]]:
    """Return the rules' thresholds for a credit by expected gains, and what decisions gain on the ranker."""
    left, gains = list(range(len(observed))), np.zeros(len(observed))
    found: dict[str, float] = {}
    for name in FITTED:
        decided_by: list[ProposalOutcome | None]
        if name in usual:
            asked = (*(observed[i] for i in left), *others)
            reached = [by[name] for one in asked if name in (by := unseen.get(id(one), {}))]
            if not reached:
                continue
            confidences = np.array([one.confidence for one in reached])
            found[name] = _threshold(confidences, confidences - [one.ranker for one in reached] + credit)
            decided_by = [_decided_by(unseen[id(observed[i])].get(name), found[name]) for i in left]
        else:
            decided_by = [_by_strength(observed[i], name) for i in left]
        for i, outcome in zip(left, decided_by, strict=True):
            gains[i] += outcome.right - _after(observed[i]) if outcome is not None else 0.0
        left = [i for i, outcome in zip(left, decided_by, strict=True) if outcome is None]
    return found, gains


def _decided_by(expected: _Expected | None, threshold: float) -> ProposalOutcome | None:
    return expected.outcome if expected is not None and expected.confidence >= threshold else None


def _by_strength(one: Observed, name: str) -> ProposalOutcome | None:
    """Return the proposal with which a rule decides by its declared threshold, or None."""
    threshold = next(rule.threshold for rule in RULES if rule.name == name)
    return one[name][0] if name in one and one[name][0].strength >= threshold else None


def _after(one: Observed) -> float:
    """Return how right the ranker's answer is."""
    return one[RANKER][0].right if RANKER in one else 0.0


def most_confident(outcomes: Sequence[ProposalOutcome], fit: RuleFit) -> tuple[ProposalOutcome, float]:
    """Return the proposal of the highest confidence, with it."""
    confidences = fit.confidences([one.parts for one in outcomes])
    place = int(np.argmax(confidences))
    return outcomes[place], float(confidences[place])


def decided(outcomes: Sequence[ProposalOutcome], fit: RuleFit) -> ProposalOutcome | None:
    """Return the proposal with which a rule decides, or None."""
    best, confidence = most_confident(outcomes, fit)
    return best if confidence >= (fit.threshold if any(best.texts) else max(fit.threshold, NOTHING)) else None


def _threshold(confidences: NDArray[np.float64], gain: NDArray[np.float64]) -> float:
    """Return the threshold with the largest sum of gains; `NEVER` if none is positive."""
    order = np.argsort(-confidences, kind="stable")
    sums = np.cumsum(gain[order])
    # proposals of equal confidence are all above the threshold, or none is
    sums[:-1][np.diff(confidences[order]) == 0] = -np.inf
    best = int(np.argmax(sums))
    # rounded down, so that what is written decides as what was learned
    return float(np.floor(1e4 * confidences[order[best]]) / 1e4) if sums[best] > 0 else NEVER


def report(observed: Sequence[Observed], fits: Callable[[int], Fits], group: str) -> Iterator[str]:
    """Yield a line for each rule: how often reached, decided, how right, and the ranker there.

    `fits` returns what was learned without a question's story, by the question's place among those observed.
    """
    yield f"{'rule':<22}{'reached':>8}{'proposed':>9}{'decided':>8}{'right':>7}{'ranker':>8}   ({group})"
    deciding = [decides(one, fits(i)) for i, one in enumerate(observed)]
    left = list(range(len(observed)))
    total, confidences, scored = 0.0, list[float](), list[float]()
    for name in (*FITTED, RANKER):
        chosen = {i: one for i in left if (one := deciding[i][1]) is not None and deciding[i][0] == name}
        for i, one in chosen.items():
            fit = fits(i).get(name)
            confidences.append(one.strength if fit is None else float(fit.confidences([one.parts])[0]))
        right = [one.right for one in chosen.values()]
        scored += right
        total += sum(right)
        if chosen:
            proposed = sum(name in observed[i] for i in left)
            ranker = np.mean([_after(observed[i]) for i in chosen])
            yield (
                f"{name:<22}{len(left):>8}{proposed:>9}{len(chosen):>8}"
                f"{100 * np.mean(right):>7.1f}{100 * ranker:>8.1f}"
            )
        left = [i for i in left if i not in chosen]
    error = calibration_error(np.array(confidences), np.array(scored))
    yield f"all: {100 * total / max(1, len(observed)):.2f}; expected calibration error {error:.3f}"


def calibration_error(confidences: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Return how far confidences are from how right answers are, over ten bins (Guo et al. 2017)."""
    place = np.minimum((confidences * 10).astype(np.int64), 9)
    error = 0.0
    for one in range(10):
        inside = place == one
        if inside.any():
            error += float(inside.mean()) * abs(float(confidences[inside].mean() - right[inside].mean()))
    return error


def decides(observed: Observed, fits: Fits) -> tuple[str, ProposalOutcome | None]:
    """Return the rule that decides a question, with its proposal; empty and None where none does."""
    for name in (*FITTED, RANKER):
        if name in observed:
            fit = fits.get(name)
            found = _by_strength(observed, name) if fit is None else decided(observed[name], fit)
            if found is not None:
                return name, found
    return "", None


#: How many examples, spread over the stories, train the decisions for any text, beside all that are made up
#: or of sets from which nothing else is learned.
_PLAIN = 6000
#: Parts of the stories, of which one at a time is kept from the confidences that thresholds are learned from.
_PARTS = 3


@dataclass(frozen=True, slots=True)
class LearnedRules:
    """When rules decide, and the answers that they and the ranker gave to stories that neither had outcomes.

    `fits` are by kind of data set, and for any text under the empty name; `by_fold` the same without each
    fold; `answered` is every example, with what was learned without its story.
    """

    fits: dict[str, LearnedFits] = field(default_factory=dict)
    by_fold: list[dict[str, LearnedFits]] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)


def rules_json(learned: dict[str, LearnedFits]) -> dict[str, Any]:
    """Return what was learned of rules as JSON-ready values, trees left out."""
    return {group: {name: fit.to_json() for name, fit in one.fits.items()} for group, one in learned.items()}


def _fits(learned: dict[str, LearnedFits], group: str) -> Fits:
    found = learned.get(group) or learned.get("")
    return found.fits if found else {}


def _observe(
    given: tuple[TrainingSet, Sequence[EngineWeights]], task: tuple[bool, int]
) -> dict[int, Observed]:
    (training_set, weights), (plain, fold) = given, task
    which = training_set.of_fold(fold, len(weights))
    all_of = [i for i in which if training_set.examples[i].group in (PRACTICE, *training_set.judged)]
    if plain:
        some_of = sorted({*which} - {*all_of})
        which = some_of[:: max(1, len(training_set.examples) // _PLAIN)] + all_of
    else:
        which = [i for i in which if training_set.examples[i].group not in training_set.judged]
    return observe(training_set, which, weights[fold], plain)


def learn_rules(
    training_set: TrainingSet,
    settings: RankerSettings,
    weights: Sequence[EngineWeights],
    say: Say,
) -> LearnedRules:
    """Learn when each rule decides; `weights` are for each fold those that never saw its stories."""
    tasks = list(product((False, True), range(settings.folds)))
    observed: dict[bool, dict[int, Observed]] = {False: {}, True: {}}
    all_found = each(_observe, (training_set, weights), tasks, settings.jobs)
    for (plain, _), found in zip(tasks, all_found, strict=True):
        observed[plain].update(found)
    fold_of = [training_set.fold(i, settings.folds) for i in range(len(training_set.examples))]
    by_fold = [_fit_groups(training_set, observed, fold_of, fold) for fold in range(settings.folds)]
    groups = [example.group for example in training_set.examples]
    for group in sorted(set(groups)):
        observations = observed[group in (PRACTICE, *training_set.judged)]
        own = [i for i in sorted(observations) if groups[i] == group]
        fits = [_fits(by_fold[fold_of[i]], group) for i in own]
        for line in report([observations[i] for i in own], fits.__getitem__, group):
            say(line)
    answered = []
    for i, group in enumerate(groups):
        one = observed[group in (PRACTICE, *training_set.judged)][i]
        rule, outcome = decides(one, _fits(by_fold[fold_of[i]], group))
        proposing = tuple(name for name in one if name != RANKER)
        texts, strength = (outcome.texts, outcome.strength) if outcome else ((), 0.0)
        answered.append(Answered(i, texts, strength, rule, proposing))
    return LearnedRules(_fit_groups(training_set, observed, fold_of, -1), by_fold, answered)


def _fit_groups(
    training_set: TrainingSet,
    observed: Mapping[bool, Mapping[int, Observed]],
    fold_of: Sequence[int],
    without: int,
) -> dict[str, LearnedFits]:
    """Fit the rules for each kind of data set and for any text, without a fold."""
    examples = training_set.examples
    parts = [zlib.crc32(story.encode()) % _PARTS for story in training_set.stories]

    def fit(plain: bool, which: Sequence[int], others: Sequence[Observed] = ()) -> LearnedFits:
        sets = [examples[i].group for i in which]
        return fit_rules([observed[plain][i] for i in which], [parts[i] for i in which], others, sets)

    trained = [i for i in observed[False] if fold_of[i] != without and examples[i].group != PRACTICE]
    by_group = grouped((examples[i].group, i) for i in trained)
    fits = {"": fit(True, [i for i in observed[True] if fold_of[i] != without])}
    for group, own in sorted(by_group.items()):
        others = (several for other, several in by_group.items() if other != group)
        fits[group] = fit(False, own, [observed[False][i] for i in chain.from_iterable(others)])
    return fits
