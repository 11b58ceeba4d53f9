"""The ranker's answer as data: its best candidates, their proposers, and the parts of their scores."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.trace import RankedCandidate
from symbolic_rc.core.trace.data import DIGITS
from symbolic_rc.models.trees import contributions
from symbolic_rc.ranker.linear import Part
from symbolic_rc.ranker.list_features import LIST, LIST_NAMES
from symbolic_rc.ranker.ranking import Ranking

_SHOWN = 5
_PARTS = 8


def best_candidates(ranking: Ranking) -> tuple[RankedCandidate, ...]:
    """Return the ranker's best few candidates, best first."""
    order = np.argsort(-ranking.scores, kind="stable")[:_SHOWN]
    return tuple(_candidate(ranking, int(i)) for i in order)


def _candidate(ranking: Ranking, i: int) -> RankedCandidate:
    row = int(ranking.shortlist.rows[i])
    start, end = ranking.place(row)
    parts = sorted(score_parts(ranking, i).items(), key=lambda part: (-abs(part[1]), part[0]))
    return RankedCandidate(
        ranking.text(row),
        start,
        end,
        round(float(ranking.scores[i]), DIGITS),
        ranking.cues_for(row),
        {name: round(value, DIGITS) for name, value in parts[:_PARTS]},
    )


def score_parts(ranking: Ranking, i: int) -> dict[str, float]:
    """Return what each feature adds to the reranker's estimate of the i-th candidate of its list.

    The estimates of all of the list then give the scores (expected overlap). Without a learned reranker these
    are the parts of the linear score.
    """
    reranker = ranking.weights.reranker
    if reranker is None:
        linear = ranking.shortlist.parts[int(ranking.shortlist.rows[i])].tolist()
        return {f"linear score, {part.name.lower().replace('_', ' ')}": linear[part] for part in Part}
    added = contributions(reranker.trees, ranking.shortlist.features[i], LIST)
    return {name: float(value) for name, value in zip(LIST_NAMES, added, strict=True) if value}


def why_not_ranked(ranking: Ranking, text: str, answer: str) -> list[str]:
    """Explain where the ranker lost an answer that it did not give.

    Parameters
    ----------
    ranking : Ranking
    text : str
        The other answer.
    answer : str
        The given answer.
    """
    wanted, rows = text.strip().lower(), ranking.shortlist.rows
    if wanted == answer.lower():
        return [f"{text}: is the answer"]
    if wanted not in ranking.story.text.lower():
        return [f"{text}: does not occur in the text"]
    same = ranking.find(text)
    if not same:
        return [f"{text}: is no candidate of the ranker"]
    if not len(rows):
        return [f"{text}: the ranker listed no candidate"]
    scores = ranking.shortlist.scores
    listed = [i for i, row in enumerate(rows.tolist()) if row in same]
    if not listed:
        place = int((scores > max(scores[row] for row in same)).sum()) + 1
        lines = [f"{text}: place {place} by the linear score, not among the best {len(rows)}"]
    else:
        place = int((ranking.scores > ranking.scores[listed[0]]).sum()) + 1
        lines = [f"{text}: place {place} of the best {len(rows)}"]
    best = int(np.argmax(ranking.scores))
    if listed and listed[0] != best:
        own, other = score_parts(ranking, listed[0]), score_parts(ranking, best)
        lost = {name: own.get(name, 0.0) - other.get(name, 0.0) for name in {*own, *other}}
        worst = sorted(lost.items(), key=lambda part: (part[1], part[0]))[:4]
        against = ", ".join(f"{name} {value:+.2f}" for name, value in worst if value < 0)
        lines += [f"{text}: lost against {ranking.text(int(rows[best]))} by {against}"] if against else []
    row = max(same, key=lambda row: float(scores[row]))
    missing = [one for one in ranking.cues_for(int(rows[best])) if one not in ranking.cues_for(row)]
    return [*lines, *([f"{text}: no cue {', '.join(missing)} speaks for it"] if missing else ())]
