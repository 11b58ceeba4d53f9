"""Where answers are lost: answers classified by the step at which the right one went missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.train.engine import Trained
from symbolic_rc.train.ranker.fit import RankerSettings, TrainingSet
from symbolic_rc.train.rules import main_metric

#: A candidate counts as good from this metric on, and an answer as right.
_GOOD = 0.5
#: Errors that are printed, and questions that are looked at.
_SHOWN, _MOST = 50, 600
KINDS = (
    "right", "no good candidate", "its sentence was not looked at", "not among the listed",
    "another mention's sentence", "right sentence, wrong span", "wrong sentence", "decided otherwise",
)  # fmt: skip


def errors(
    training_set: TrainingSet, settings: RankerSettings, trained: Trained, group: str
) -> Iterator[str]:
    """Yield how often answers were lost at each step, then some of the errors, a line each.

    Parameters
    ----------
    training_set, settings, trained
        Of a cross-validated training: each question is looked at with the weights that never saw its story.
    group : str
    """
    metric = main_metric(group)
    answered = [a for a in trained.answered if training_set.examples[a.example].group == group]
    answered = answered[:: max(1, len(answered) // _MOST)]
    counts, lines = Counter[str](), []
    for one in answered:
        x = training_set.examples[one.example]
        score = metric.score(metric.statistics(one.texts, x.asked.question))
        kind = "right"
        if score < 100 * _GOOD:
            weights = trained.folds[training_set.fold(one.example, settings.folds)]
            kind = _kind(rank(x.story, x.asked, weights, x.group, x.alignment, proposed=x.proposed), x.gold)
            gold = " / ".join(", ".join(texts) for texts in x.asked.question.references)
            lines.append(f"  {kind}: {x.asked.question.text} | {', '.join(one.texts)} | {gold} [{one.rule}]")
        counts[kind] += 1
    yield f"where answers of {group} are lost, of {len(answered)} questions:"
    for kind in KINDS:
        yield f"  {kind:<32}{100 * counts[kind] / max(1, len(answered)):5.1f} %"
    yield from lines[:: max(1, len(lines) // _SHOWN)][:_SHOWN]


def _kind(ranking, gold) -> str:  # type: ignore[no-untyped-def]
    selected = ranking.view.candidates.selected
    if not (gold >= _GOOD).any():
        return KINDS[1]
    if not (gold[selected] >= _GOOD).any():
        return KINDS[2]
    good = np.flatnonzero(gold[selected[ranking.rows]] >= _GOOD) if len(ranking.rows) else np.zeros(0, int)
    if not len(good):
        return KINDS[3]
    best = int(ranking.rows[int(np.argmax(ranking.scores))])
    if gold[selected[best]] >= _GOOD:
        return KINDS[7]
    sentence = int(ranking.view.cand[best][C.C_SENT])
    if any(int(ranking.view.cand[int(ranking.rows[i])][C.C_SENT]) == sentence for i in good):
        return KINDS[5]
    entity = {int(ranking.view.cand[int(ranking.rows[i])][C.C_ENTITY]) for i in good} - {-1}
    return KINDS[4] if int(ranking.view.cand[best][C.C_ENTITY]) in entity else KINDS[6]
